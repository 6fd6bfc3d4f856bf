import { fractionDigitsOf } from '@fettle/i18n/format'
import type { Cell } from '@fettle/protocol/common/csv'
import { plainCustomerName } from '../../../platform/locale/customer-name.ts'
import { localDateTime } from '../../../platform/locale/zoned-time.ts'
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
    row.startAt && localDateTime(row.startAt, row.timeZone),
    row.endAt && localDateTime(row.endAt, row.timeZone),
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

/** Minor units as a decimal number with the currency's digits. */
function decimal(minor: number, currency: string): number {
  const digits = fractionDigitsOf(currency)
  return Number((minor / 10 ** digits).toFixed(digits))
}
