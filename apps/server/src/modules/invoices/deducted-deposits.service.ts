import { sumOf } from '@fettle/protocol/common/money'
import type { AppliedDeposit } from '@fettle/protocol/invoices/invoices'
import { findEventAt } from '../../platform/db/domain-events.ts'
import type { Tx } from '../../platform/db/db.ts'
import { sumDepositRefunds } from '../earnings/index.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import { listOf } from './payments/payments.store.ts'

/** What invoices deduct of a deposit. The functions here run in the caller's transaction. */

/**
 * The part of a deposit that issued invoices deduct and still need, in minor units, without what refunds took back from
 * their work.
 */
export async function sumDeducted(tx: Tx, deposit: InvoiceRecord): Promise<number> {
  const deducting = await store.listDeducting(tx, deposit)
  if (deducting.length === 0) return 0
  const paymentIds = (await listOf(tx, deposit.id)).map(({ id }) => id)
  const refunds = await sumDepositRefunds(tx, deposit.providerId, paymentIds)
  return deducting.reduce((sum, invoice) => {
    const needed = rules.neededDepositOf(invoice, deposit.id)
    return sum + Math.max(0, needed - (refunds.get(invoice.subjectId) ?? 0))
  }, 0)
}

/** An invoice that another one of the same subject replaces. */
export interface ReplacedInvoice {
  invoice: InvoiceRecord
  voidedAt: Date
}

/**
 * What refunds of a deposit took from the work of an invoice that deducted it: as booked once the work is earned, as a
 * milestone always is; before that what the invoice deducted beyond what the deposit had left when it was voided.
 */
async function refundedDeposit(
  tx: Tx,
  { invoice, voidedAt }: ReplacedInvoice,
  deposit: InvoiceRecord,
): Promise<number> {
  const payments = await listOf(tx, deposit.id)
  const paymentIds = payments.map(({ id }) => id)
  const booked = (await sumDepositRefunds(tx, deposit.providerId, paymentIds)).get(invoice.subjectId) ?? 0
  if (booked > 0 || invoice.subjectType === 'MILESTONE') return booked
  let refunded = 0
  for (const payment of payments.filter(({ status }) => status === 'REFUNDED')) {
    const refundedAt = await findEventAt(tx, { type: 'payment', id: payment.id }, 'payment.refunded')
    if (refundedAt && refundedAt <= voidedAt) refunded += payment.amount
  }
  const ended = await store.findCreditNote(tx, deposit.id)
  const left =
    deposit.total - deposit.credited - Math.min(refunded, deposit.refunded) - (await sumDeducted(tx, deposit))
  const waiting = ended && ended.issuedAt < voidedAt ? 0 : Math.max(0, left)
  return Math.max(0, rules.neededDepositOf(invoice, deposit.id) - waiting)
}

/** What an invoice still deducts of the deposits of the one it replaces, though it was refunded. */
async function keptDeductions(
  tx: Tx,
  { subjectType, subjectId, total }: InvoiceRecord,
  replaced: ReplacedInvoice | undefined,
): Promise<AppliedDeposit[]> {
  const earlier = replaced ?? (await store.findVoidedByProvider(tx, subjectType, subjectId))
  const kept: AppliedDeposit[] = []
  for (const deducted of earlier?.invoice.deposits ?? []) {
    const deposit = await store.lock(tx, deducted.invoiceId)
    const refunded = earlier && deposit ? await refundedDeposit(tx, earlier, deposit) : 0
    const amount = Math.min(total - sumOf(kept.map((each) => each.amount)), refunded)
    if (amount > 0) kept.push({ ...deducted, amount })
  }
  return kept
}

/**
 * The part of an invoice that the offer's deposit still covers. What was refunded of a deposit while an earlier invoice
 * of the same work deducted it is not owed again.
 */
export async function depositFor(
  tx: Tx,
  invoice: InvoiceRecord,
  replaced?: ReplacedInvoice,
): Promise<AppliedDeposit[]> {
  const { offerId, subjectType, total } = invoice
  if (!offerId || subjectType === 'DEPOSIT' || subjectType === 'CANCELLATION_FEE') return []
  const kept = await keptDeductions(tx, invoice, replaced)
  const deposit = await store.lockDeposit(tx, offerId)
  if (!deposit?.number) return kept
  const used = await sumDeducted(tx, deposit)
  const own = kept.find(({ invoiceId }) => invoiceId === deposit.id)?.amount ?? 0
  const others = kept.filter(({ invoiceId }) => invoiceId !== deposit.id)
  const left = Math.max(0, rules.worthOf(deposit) - used)
  const amount = Math.min(total - sumOf(others.map((each) => each.amount)), left + own)
  return amount > 0 ? [...others, { invoiceId: deposit.id, number: deposit.number, amount }] : others
}
