import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { formatMoney } from '../../../platform/locale/money.ts'
import { timesText } from '../../../platform/pdf/quantity.ts'

/** Text blocks of an invoice's PDF. Pure. */

interface Row {
  text: string
  amount: string
  strong?: boolean
}
type PrintedInvoice = Omit<Invoice, 'allowedActions' | 'reminders'>

const percent = (bps: number): string => `${(bps / 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`
const dayOf = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    new Date(instant),
  )

const row = (text: string, amount: number, currency: string, strong = false): Row => ({
  text,
  amount: formatMoney({ amount, currency }),
  ...(strong && { strong }),
})

/** Deposits and fees are not for finished work, so their title differs. */
export const linesTitle = ({ subject }: Pick<PrintedInvoice, 'subject'>): string =>
  subject.type === 'DEPOSIT' || subject.type === 'CANCELLATION_FEE' ? 'What it is for' : 'What was done'

/** `Tiling × 12.5 m² at ₦8,500, less 5 %`. A lump sum is only its name. */
export function lines({ lines: items, total: { currency } }: PrintedInvoice): Row[] {
  return items.map(({ name, quantity, unit, unitPrice, discountBps, amount }) => {
    const times = timesText(quantity, unit)
    const price = Number(quantity) === 1 ? '' : ` at ${formatMoney({ amount: unitPrice, currency })}`
    const less = discountBps > 0 ? `, less ${percent(discountBps)}` : ''
    return row(`${name}${times}${price}${less}`, amount, currency)
  })
}

/** From the sum of the lines to the amount due. */
export function sums({ totals, total, deposits, credits, paid, refunded, due, status }: PrintedInvoice): Row[] {
  const { currency } = total
  const line = (text: string, amount: number, strong = false) => row(text, amount, currency, strong)
  const { subtotal, lineDiscounts, orderDiscount, net, taxes, taxMode } = totals
  return [
    ...(lineDiscounts > 0 || orderDiscount > 0 ? [line('Sum', subtotal)] : []),
    ...(lineDiscounts > 0 ? [line('Discounts on single lines', -lineDiscounts)] : []),
    ...(orderDiscount > 0 ? [line('Discount', -orderDiscount)] : []),
    ...(taxMode === 'EXCLUSIVE' ? [line('Without tax', net)] : []),
    ...taxes
      .filter(({ rateBps }) => rateBps > 0)
      .map(({ rateBps, amount }) =>
        line(`${taxMode === 'INCLUSIVE' ? 'Including' : 'Plus'} ${percent(rateBps)} tax`, amount),
      ),
    line('Total', total.amount, true),
    ...deposits.map(({ number, amount }) => line(`Deposit, charged by ${number}`, -amount)),
    ...credits.map(({ number, amount }) => line(`Taken off by credit note ${number}`, -amount.amount)),
    ...(paid.amount > 0 ? [line('Paid', -paid.amount)] : []),
    ...(refunded.amount > 0 ? [line('Given back', -refunded.amount)] : []),
    ...(status === 'VOID' ? [] : [line('To be paid', due.amount, true)]),
  ]
}

/** Dates are in the provider's time zone. */
export function facts({ customer, subject, issuedAt, dueAt }: PrintedInvoice, providerName: string, timeZone: string) {
  return [
    { label: 'For', value: customer.name },
    { label: 'From', value: providerName },
    { label: 'About', value: subject.label },
    { label: 'Issued', value: issuedAt ? dayOf(issuedAt, timeZone) : 'Not issued yet' },
    ...(dueAt ? [{ label: 'To be paid by', value: dayOf(dueAt, timeZone) }] : []),
  ]
}

/** Text on a voided invoice. */
export const creditText = ({ creditNote }: PrintedInvoice, timeZone: string): string | null =>
  creditNote &&
  `Void. Credit note ${creditNote.number} of ${dayOf(creditNote.issuedAt, timeZone)} takes back ${formatMoney(creditNote.amount)}: ${creditNote.reason}`
