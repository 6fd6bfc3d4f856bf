import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import { findTimeZone } from '../auth/index.ts'
import { notify } from '../notifications/index.ts'
import type { ProfileRow } from './profile.store.ts'
import { bankChanged } from './profile.messages.ts'

/** Notifies the owner of changed bank details, by mail and in the inbox. */
export async function notifyBankChanged(deps: Deps, tx: Tx, profile: ProfileRow): Promise<void> {
  const { outbox, config, settings, clock } = deps
  const bankName = profile.bankName ?? ''
  const words = bankChanged[profile.locale]
  const lastDigits = profile.accountNumberLast4 ?? ''
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: profile.email,
    ...renderMail({
      locale: profile.locale,
      subject: words.subject,
      firstName: profile.firstName,
      paragraphs: words.paragraphs(bankName, lastDigits),
      action: { label: words.button, url: `${config.origin}/profile?section=security` },
    }),
  })
  await notify(tx, deps, {
    workflow: 'bank-details-changed',
    providerId: profile.id,
    params: {
      bankName,
      lastDigits,
      at: clock.now().toISOString(),
      timeZone: await findTimeZone(tx, profile.id, settings().defaultCountry),
    },
    data: { type: 'profile', id: profile.id },
  })
}
