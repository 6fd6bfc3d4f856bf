import { SYSTEM_ACTOR } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'
import { findTimeZone } from '../../auth/index.ts'
import { openOf } from '../invoice.rules.ts'
import { allowedActions, disputableUntil } from './payments.rules.ts'
import { answerIn, lockPayment } from './payments.service.ts'

/** Disputes about single payments: whether a direct payment was made. */

export interface DisputablePayment {
  id: string
  invoiceId: string
  number: string
  title: string
  providerId: string
  customer: { id: string; name: string }
  status: 'REJECTED' | 'CONFIRMED'
  amount: number
  currency: string
  bookingId: string | null
  contractId: string | null
  until: Date
}

/**
 * Loads and locks a payment to be disputed: by the provider if the customer rejected it, by the customer if it counts
 * as paid. Throws NOT_FOUND, INVALID_TRANSITION or DISPUTE_CLOSED.
 */
export async function lockDisputablePayment(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { role, id: personId }: { role: 'PROVIDER' | 'CUSTOMER'; id: string },
  id: string,
): Promise<DisputablePayment> {
  const locked = await lockPayment(tx, id)
  const isOwn = locked && personId === (role === 'PROVIDER' ? locked.payment.providerId : locked.payment.customerId)
  if (!isOwn) throw new AppError('NOT_FOUND', { thing: 'payment' })
  const { payment, invoice } = locked
  const { status, amount, currency, providerId } = payment
  const until = disputableUntil(payment, role)
  if (until === undefined || (status !== 'REJECTED' && status !== 'CONFIRMED')) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'payment',
      from: status,
      action: 'dispute',
      verb: 'disputed',
      allowed: allowedActions(payment, { role, now: deps.clock.now() }),
    })
  }
  if (deps.clock.now() > until) {
    const timeZone = await findTimeZone(deps, tx, providerId)
    const details = { time: formatMoment(until, timeZone), until: until.toISOString() }
    throw new AppError('DISPUTE_CLOSED', details, { params: { time: instantParam(until, timeZone) } })
  }
  return {
    id,
    invoiceId: invoice.id,
    number: invoice.number ?? '',
    title: invoice.title,
    providerId,
    customer: { id: invoice.customerId, name: invoice.customerName },
    status,
    amount,
    currency,
    bookingId: invoice.bookingId,
    contractId: invoice.contractId,
    until,
  }
}

/**
 * Applies the outcome: the payment was made, or not. Invoice and ledger follow. Does nothing if that is already its
 * state.
 */
export async function applyDisputeOutcomeToPayment(
  deps: Deps,
  tx: Tx,
  id: string,
  { wasPaid, reason }: { wasPaid: boolean; reason: string },
): Promise<void> {
  const locked = await lockPayment(tx, id)
  if (!locked) return
  const { payment, invoice } = locked
  const decision = { role: 'SYSTEM', actor: SYSTEM_ACTOR, note: reason } as const
  if (wasPaid && payment.status === 'REJECTED') {
    // If another payment settled it meanwhile, or it was voided, amounts beyond the invoice are not booked.
    const open = invoice.status === 'VOID' ? 0 : openOf(invoice)
    if (payment.amount <= open) await answerIn(deps, tx, invoice, payment, { ...decision, action: 'uphold' })
  } else if (!wasPaid && payment.status === 'CONFIRMED') {
    await answerIn(deps, tx, invoice, payment, { ...decision, action: 'overturn' })
  }
}
