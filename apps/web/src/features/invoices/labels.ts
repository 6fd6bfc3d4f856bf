import type { InvoiceSubjectType, InvoiceSummary } from '@fettle/protocol/invoices/invoices'
import type { PaymentMethod } from '@fettle/protocol/invoices/payments'
import type { LineUnit } from '@fettle/protocol/offers/content'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { paths } from '../../routing/paths.ts'
import { decimalText } from '../../lib/format/decimal-text.ts'
import { unitText } from '../../shared/price-book/unit-labels.ts'

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

/** Number of an invoice; “Draft” before it is issued. */
export const numberText = ({ number }: Pick<InvoiceSummary, 'number'>): string => number ?? t`Draft`

/** Name of an invoice among others: a draft has no number. */
export const rowName = ({ number, title }: Pick<InvoiceSummary, 'number' | 'title'>): string =>
  number ?? t`Draft: ${title}`

/** Formats a quantity: `× 12.5 m²`, `× 1 day`; empty for a single item. */
export function quantityText({ quantity, unit }: { quantity: string; unit: string }): string {
  const isCounted = unit === 'ITEM' || unit === 'LUMP_SUM'
  if (quantity === '1' && isCounted) return ''
  const count = decimalText(quantity)
  // Lines of an invoice have the units of an offer.
  return isCounted ? `× ${count}` : `× ${count} ${unitText(unit as LineUnit, quantity)}`
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
