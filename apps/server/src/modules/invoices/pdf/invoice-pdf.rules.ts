import type { Locale } from '@fettle/i18n/locales'
import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { readText } from '../../../platform/locale/messages.ts'
import { localDate } from '../../../platform/locale/zoned-time.ts'
import { toLineText, toSumRows, type PricedRow } from '../../../platform/pdf/priced-lines.ts'

/** Text blocks of an invoice's PDF. Pure. */

type PrintedInvoice = Omit<Invoice, 'allowedActions' | 'reminders'>

const toDay = (instant: string, timeZone: string): MessageParam => ({ day: localDate(new Date(instant), timeZone) })

/** Deposits and fees are not for finished work, so their title differs. */
export const linesTitle = ({ subject }: Pick<PrintedInvoice, 'subject'>): MessageDescriptor =>
  subject.type === 'DEPOSIT' || subject.type === 'CANCELLATION_FEE'
    ? { code: 'invoice.deposit-lines' }
    : { code: 'invoice.lines' }

/** `Tiling × 12.5 m² at ₦8,500, less 5%`. A lump sum is only its name. */
export const lines = ({
  lines: items,
  total: { currency },
}: PrintedInvoice): (PricedRow & { imageFileId: string | null })[] =>
  items.map((item) => ({
    text: toLineText(item, currency),
    amount: { amount: item.amount, currency },
    imageFileId: item.imageFileId ?? null,
  }))

/** From the sum of the lines to the amount due. */
export function sumRows({
  totals,
  total,
  deposits,
  credits,
  paid,
  refunded,
  due,
  status,
}: PrintedInvoice): PricedRow[] {
  const { currency } = total
  const row = (text: MessageDescriptor, amount: number): PricedRow => ({ text, amount: { amount, currency } })
  return [
    ...toSumRows({ ...totals, total: total.amount }, { currency, taxMode: totals.taxMode }),
    ...deposits.map(({ number, amount }) => row({ code: 'invoice.deposit', params: { number } }, -amount)),
    ...credits.map(({ number, amount }) => row({ code: 'invoice.credit', params: { number } }, -amount.amount)),
    ...(paid.amount > 0 ? [row({ code: 'invoice.paid' }, -paid.amount)] : []),
    ...(refunded.amount > 0 ? [row({ code: 'invoice.refunded' }, -refunded.amount)] : []),
    ...(status === 'VOID' || status === 'DRAFT' ? [] : [{ ...row({ code: 'invoice.due' }, due.amount), strong: true }]),
  ]
}

/** Dates are in the provider's time zone. */
export function factRows(
  { customer, subject, issuedAt, dueAt }: PrintedInvoice,
  providerName: string,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): { label: MessageDescriptor; value: MessageParam }[] {
  return [
    { label: { code: 'document.customer' }, value: readText(locale, customer.name) },
    { label: { code: 'document.provider' }, value: providerName },
    { label: { code: 'invoice.subject' }, value: subject.label },
    {
      label: { code: 'invoice.issued' },
      value: issuedAt ? toDay(issuedAt, timeZone) : { code: 'invoice.not-issued' },
    },
    ...(dueAt ? [{ label: { code: 'invoice.due-by' }, value: toDay(dueAt, timeZone) }] : []),
  ]
}

/** Text on a voided invoice. */
export const creditText = (
  { creditNote }: PrintedInvoice,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): MessageDescriptor | null =>
  creditNote && {
    code: 'invoice.void',
    params: {
      number: creditNote.number,
      day: toDay(creditNote.issuedAt, timeZone),
      amount: creditNote.amount,
      reason: readText(locale, creditNote.reason),
    },
  }
