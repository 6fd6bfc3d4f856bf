import { fractionDigitsOf } from '@fettle/i18n/format'
import type { Cell } from '@fettle/protocol/common/csv'
import { plainCustomerName } from '../../../platform/locale/customer-name.ts'
import type { BookingExportRow } from './export.store.ts'

/** Bookings as CSV rows. Pure. */

export const header = [
  'Reference',
  'Status',
  'Title',
  'Service',
  'Customer',
  'Phone',
  'Start',
  'End',
  'Time zone',
  'City',
  'Price model',
  'Price or hourly rate',
  'Total with extra work',
  'Currency',
  'Tags',
  'Requested at (UTC)',
]

export function toRow(row: BookingExportRow): Cell[] {
  const { amount, adjustmentsTotal, model, extraCurrency } = row
  const currency = row.currency ?? extraCurrency
  // Without a price of its own, a job is charged for nothing but its extra work.
  const extraOnly = extraCurrency === null ? null : 0
  const agreed = !row.hasOwnPrice ? extraOnly : model === 'HOURLY' ? row.finalAmount : amount
  const money = (minor: number) => decimal(minor, currency ?? 'USD')
  return [
    row.reference,
    row.status,
    row.title,
    row.service,
    plainCustomerName(row.customer),
    row.phone,
    row.startAt && localTime(row.startAt, row.timeZone),
    row.endAt && localTime(row.endAt, row.timeZone),
    row.timeZone,
    row.city,
    row.model,
    amount === null ? null : money(amount),
    agreed === null ? null : money(Math.max(0, agreed + adjustmentsTotal)),
    currency,
    row.tags.join('; '),
    row.createdAt.toISOString(),
  ]
}

// Creating a formatter costs a thousand times a call of it, and there are tens of thousands of rows.
const memoize = <Made>(make: (key: string) => Made) => {
  const valuesByKey = new Map<string, Made>()
  return (key: string): Made => {
    const value = valuesByKey.get(key) ?? make(key)
    valuesByKey.set(key, value)
    return value
  }
}

const clockOf = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** Minor units as a decimal number with the currency's digits. */
function decimal(minor: number, currency: string): number {
  const digits = fractionDigitsOf(currency)
  return Number((minor / 10 ** digits).toFixed(digits))
}

/** `2026-03-03 12:00` in the site's time zone, in a form spreadsheets parse. */
const localTime = (at: Date, timeZone: string): string => clockOf(timeZone).format(at)
