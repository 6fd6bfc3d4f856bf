import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as invoices from '../invoices.store.ts'
import { openOf } from '../invoice.rules.ts'
import { system } from '../issue.service.ts'
import { allowedActions, disputableUntil } from './payments.rules.ts'
import { answerIn } from './payments.service.ts'
import * as store from './payments.store.ts'

/** What disputes do with single payments: whether money that a provider was given changed hands at all. */

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
 * A payment as one of its two sides may dispute it: the provider what the customer rejected, the customer what counts as
 * paid. Throws NOT_FOUND, INVALID_TRANSITION or DISPUTE_CLOSED.
 */
export async function lockDisputablePayment(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { role, id: personId }: { role: 'PROVIDER' | 'CUSTOMER'; id: string },
  id: string,
): Promise<DisputablePayment> {
  const known = await store.find(tx, id)
  const invoice = known && (await invoices.lock(tx, known.invoiceId))
  const payment = invoice && (await store.find(tx, id))
  const isTheirs = payment && personId === (role === 'PROVIDER' ? payment.providerId : payment.customerId)
  if (!isTheirs) throw new AppError('NOT_FOUND', { thing: 'payment' })
  const { status, amount, currency, providerId } = payment
  const until = disputableUntil(payment, role)
  if (until === undefined || (status !== 'REJECTED' && status !== 'CONFIRMED')) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'payment',
      from: status,
      action: 'dispute',
      verb: 'disputed',
      allowed: allowedActions(payment, { role, now: clock.now() }),
    })
  }
  if (clock.now() > until) {
    throw new AppError('DISPUTE_CLOSED', { time: until.toISOString().slice(0, 10), until: until.toISOString() })
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

/** The payment names the dispute there is about it; null once that was taken back. */
export const notePaymentDispute = async (tx: Tx, id: string, disputeId: string | null): Promise<void> => {
  await store.putDispute(tx, id, disputeId)
}

/** It changed hands, or it did not: the invoice and the ledger follow. Nothing where it stands so already. */
export async function applyDisputeOutcomeToPayment(
  tx: Tx,
  deps: Deps,
  id: string,
  { wasPaid, reason }: { wasPaid: boolean; reason: string },
): Promise<void> {
  const known = await store.find(tx, id)
  const invoice = known && (await invoices.lock(tx, known.invoiceId))
  const payment = invoice && (await store.find(tx, id))
  if (!payment) return
  const asked = { role: 'SYSTEM', actor: system, note: reason } as const
  if (wasPaid && payment.status === 'REJECTED') {
    // Paid by another payment meanwhile: more than the invoice asks for is not entered.
    if (payment.amount <= openOf(invoice)) await answerIn(tx, deps, invoice, payment, { ...asked, action: 'uphold' })
  } else if (!wasPaid && payment.status === 'CONFIRMED') {
    await answerIn(tx, deps, invoice, payment, { ...asked, action: 'overturn' })
  }
}
