import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { translateInbox } from '../notifications/index.ts'
import { setLocale } from './accounts.store.ts'

/** Sets the language of an account. If it changes, the notifications in its inbox follow. */
export async function changeLanguage(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  accountId: string,
  locale: Locale,
): Promise<void> {
  if (await setLocale(tx, accountId, locale, deps.clock.now())) await translateInbox(deps, tx, accountId)
}
