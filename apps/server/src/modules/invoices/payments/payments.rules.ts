import { HOUR_MS } from '@fettle/protocol/core/durations'
import { formatterOf } from '@fettle/i18n/format'
import { nextState, type Received } from '@fettle/protocol'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import { disputeLimits } from '@fettle/protocol/disputes/flow'
import {
  CONFIRM_PAYMENT_HOURS,
  paymentFlow,
  type Payment,
  type PaymentAction,
  type PaymentTransitionName,
  type recordPayment,
} from '@fettle/protocol/invoices/payments'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { openOf, overpaidOf, type InvoiceRecord } from '../invoice.rules.ts'
import type { PaymentRow } from './payments.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Rules of payments. Pure. */

/** How far the reporting clock may be ahead. */
const CLOCK_SKEW_MS = 120_000
const YEAR_MS = 366 * 24 * HOUR_MS

export type PaymentRole = 'CUSTOMER' | 'SYSTEM' | 'OPERATOR'

type PaymentInput = Pick<Received<typeof recordPayment>['body'], 'amount' | 'tip' | 'paidAt' | 'externalReference'> & {
  method: Payment['method']
  proofFileId?: string | undefined
}

/** Creates a payment. Throws PAYMENT_TOO_LARGE if it exceeds the amount due less unconfirmed payments. */
export function record(
  invoice: InvoiceRecord,
  input: PaymentInput,
  { id, custody, now }: { id: string; custody: Payment['custody']; now: Date },
): PaymentRow {
  const open = openOf(invoice)
  const { currency } = invoice
  if (input.amount > open) {
    const due = { amount: open, currency }
    throw new AppError('PAYMENT_TOO_LARGE', { amount: formatterOf('en').money(due), due }, { params: { amount: due } })
  }
  const isTippable = invoice.subjectType === 'BOOKING' || invoice.subjectType === 'MILESTONE'
  if (input.tip > 0 && !isTippable) throw fieldError(['tip'], 'NOT_ALLOWED', issueText('TIP_NOT_ALLOWED'))
  const paidAt = input.paidAt === undefined ? now : new Date(input.paidAt)
  if (+paidAt > +now + CLOCK_SKEW_MS) throw fieldError(['paidAt'], 'TOO_BIG', issueText('DAY_IN_FUTURE'))
  if (+paidAt < +now - YEAR_MS) throw fieldError(['paidAt'], 'TOO_SMALL', issueText('DAY_TOO_LONG_AGO'))
  const isDirect = custody === 'PROVIDER'
  return {
    id,
    invoiceId: invoice.id,
    providerId: invoice.providerId,
    customerId: invoice.customerId,
    amount: input.amount,
    tip: input.tip,
    currency,
    method: input.method,
    custody,
    paidAt,
    externalReference: input.externalReference || null,
    proofFileId: input.proofFileId ?? null,
    status: isDirect ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
    recordedAt: now,
    confirmBy: isDirect ? new Date(+now + CONFIRM_PAYMENT_HOURS * HOUR_MS) : null,
    decidedAt: isDirect ? null : now,
    note: null,
    disputeId: null,
    version: 1,
  }
}

const verbs: Record<PaymentTransitionName, string> = {
  confirm: 'confirmed',
  reject: 'rejected',
  refund: 'refunded',
  uphold: 'confirmed',
  overturn: 'rejected',
}

const transitionsOf = ({ status }: Pick<PaymentRow, 'status'>, role: string): PaymentTransitionName[] =>
  (Object.keys(verbs) as PaymentTransitionName[]).filter(
    (each) => nextState<string, string, string>(paymentFlow, status, each, role) !== undefined,
  )

/** Deadline until which this side may dispute it. Undefined: never. */
export function disputableUntil(
  { status, custody, decidedAt }: Pick<PaymentRow, 'status' | 'custody' | 'decidedAt'>,
  role: Side,
): Date | undefined {
  const fits = (status === 'REJECTED' && role === 'PROVIDER') || (status === 'CONFIRMED' && role === 'CUSTOMER')
  if (!fits || custody !== 'PROVIDER' || !decidedAt) return undefined
  return new Date(+decidedAt + disputeLimits.paymentDays * 24 * HOUR_MS)
}

/** Actions one side may take on a payment now. */
export function allowedActions(payment: PaymentRow, { role, now }: { role: Side; now: Date }): PaymentAction[] {
  const until = disputableUntil(payment, role)
  const mayDispute = until !== undefined && now <= until && payment.disputeId === null
  return [...transitionsOf(payment, role), ...(mayDispute ? (['dispute'] as const) : [])]
}

/** The payment after a transition. Throws INVALID_TRANSITION with its state. */
export function transition(
  payment: PaymentRow,
  action: PaymentTransitionName,
  { role, now, note = null }: { role: PaymentRole; now: Date; note?: string | null },
): PaymentRow {
  const to = nextState(paymentFlow, payment.status, action, role)
  if (!to) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'payment',
      from: payment.status,
      action,
      verb: verbs[action],
      allowed: transitionsOf(payment, role),
    })
  }
  return {
    ...payment,
    status: to,
    // A refund keeps the day of confirmation.
    decidedAt: action === 'refund' ? payment.decidedAt : now,
    note: note ?? payment.note,
    version: payment.version + 1,
  }
}

/** Whether the same was already done. A repetition is answered, not refused. */
export const isDone = ({ status }: PaymentRow, action: PaymentTransitionName): boolean =>
  paymentFlow.transitions[action].to === status

/** A payment's contribution to the sums of its invoice, by status. */
function sharesOf({ status, amount }: Pick<PaymentRow, 'status' | 'amount'>) {
  const only = (expected: PaymentRow['status']) => (status === expected ? amount : 0)
  return { paid: only('CONFIRMED'), waiting: only('PENDING_CONFIRMATION'), refunded: only('REFUNDED') }
}

/** The invoice after a payment was added or changed. */
export function withPayment(invoice: InvoiceRecord, after: PaymentRow, before?: PaymentRow): InvoiceRecord {
  const sharesAfter = sharesOf(after)
  const sharesBefore = before ? sharesOf(before) : { paid: 0, waiting: 0, refunded: 0 }
  const refunded = sharesAfter.refunded - sharesBefore.refunded
  return {
    ...invoice,
    paid: invoice.paid + sharesAfter.paid - sharesBefore.paid,
    waiting: invoice.waiting + sharesAfter.waiting - sharesBefore.waiting,
    // A credit note has already deducted what was paid beyond the rest.
    refunded: invoice.refunded + refunded - Math.min(refunded, overpaidOf(invoice)),
  }
}
