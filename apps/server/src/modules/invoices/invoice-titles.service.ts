import { createMessages } from '@fettle/i18n/catalogue'
import { shortened } from '@fettle/protocol/common/limits'
import type { Queryable } from '../../platform/db/db.ts'
import { findLocale } from '../profile/index.ts'
import { invoiceTitleMessages } from './invoice-titles.messages.ts'

const textIn = createMessages('mail', invoiceTitleMessages)

/** The title of an invoice for a deposit or fee, in the language of its provider: `Deposit: New bathroom`. */
export async function writeInvoiceTitle(
  db: Queryable,
  kind: 'DEPOSIT' | 'CANCELLATION' | 'NO_SHOW',
  { providerId, title }: { providerId: string; title: string },
): Promise<string> {
  const locale = await findLocale(db, providerId)
  return shortened(textIn(locale, { code: `invoice.title.${kind}`, params: { title } }), 120)
}
