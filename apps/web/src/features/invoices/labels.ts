import type { InvoiceSubjectType, InvoiceSummary } from '@fettle/protocol/invoices/invoices'
import type { PaymentMethod } from '@fettle/protocol/invoices/payments'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { paths } from '../../routing/paths.ts'
import { decimalText } from '../../lib/format/decimal-text.ts'

const subjects: Record<InvoiceSubjectType, MessageDescriptor> = {
  BOOKING: msg`Work`,
  MILESTONE: msg`Milestone`,
  DEPOSIT: msg`Deposit`,
  CANCELLATION_FEE: msg`Cancellation fee`,
}
export const subjectLabel = (type: InvoiceSubjectType): string => i18n._(subjects[type])

const methods: Record<PaymentMethod, MessageDescriptor> = {
  MARKETPLACE: msg`By the marketplace`,
  BANK_TRANSFER: msg`Bank transfer`,
  CASH: msg`Cash`,
  CARD: msg`Card`,
  MOBILE_MONEY: msg`Mobile money`,
  OTHER: msg`Other`,
}
export const methodLabel = (method: PaymentMethod): string => i18n._(methods[method])

/** Status to show; overdue comes before all others. */
export const stateOf = ({ status, overdue, onHold }: InvoiceSummary): string =>
  onHold && status !== 'PAID' && status !== 'VOID' ? 'ON_HOLD' : overdue ? 'OVERDUE' : status

export const numberText = ({ number }: Pick<InvoiceSummary, 'number'>): string => number ?? t`Draft`

/** Formats a quantity: `× 12.5 m²`; empty for a single item. */
export function quantityText({ quantity, unit }: { quantity: string; unit: string }): string {
  const units: Record<string, string> = {
    HOUR: t`h`,
    DAY: t`days`,
    M: 'm',
    M2: 'm²',
    M3: 'm³',
    KG: 'kg',
    L: 'l',
    TRIP: t`trips`,
  }
  const measure = units[unit]
  if (quantity === '1' && measure === undefined) return ''
  const count = decimalText(quantity)
  return measure ? `× ${count} ${measure}` : `× ${count}`
}

/** Address of the invoiced record, where it has a page. */
export function aboutPath(invoice: {
  bookingId: string | null
  offerId: string | null
  contractId: string | null
}): string | undefined {
  if (invoice.bookingId) return paths.booking(invoice.bookingId)
  if (invoice.contractId) return paths.contract(invoice.contractId)
  return invoice.offerId ? paths.offer(invoice.offerId) : undefined
}
