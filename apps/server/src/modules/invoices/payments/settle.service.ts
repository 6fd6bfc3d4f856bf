import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  postDeposit,
  postEarnings,
  postPayment,
  sumRefundedOfWork,
  withFirst,
  type DepositDeduction,
  type ReceivedPayment,
} from '../../earnings/index.ts'
import { neededDepositOf, worthOf, type InvoiceRecord } from '../invoice.rules.ts'
import * as invoices from '../invoices.store.ts'
import type { Billable } from '../issue.service.ts'
import * as store from './payments.store.ts'
import type { PaymentRow } from './payments.store.ts'

/** Ledger entries of payments and confirmed work. Everything here is idempotent. */

export type PaymentDeps = Pick<Deps, 'config' | 'clock' | 'ids' | 'signal' | 'settings'>

const sourceTypes = { BOOKING: 'booking', MILESTONE: 'milestone' } as const

const earnedBy = ({ subjectType, subjectId }: Pick<InvoiceRecord, 'subjectType' | 'subjectId'>) =>
  subjectType === 'BOOKING' || subjectType === 'MILESTONE' ? [{ type: sourceTypes[subjectType], id: subjectId }] : []

const toReceived = (
  payment: PaymentRow,
  { subjectType, number }: InvoiceRecord,
): Omit<ReceivedPayment, 'isOverturned' | 'reversed'> => ({
  id: payment.id,
  label: number ?? '',
  kind: subjectType,
  amount: payment.amount,
  tip: payment.tip,
  custody: payment.custody,
  isRefunded: payment.status === 'REFUNDED',
  at: payment.decidedAt ?? payment.recordedAt,
})

/**
 * Books the confirmed payments of an invoice. `answered`: the one that was just answered, whose refund comes before what
 * others may still have to refund; if overturned, it no longer counts.
 */
export async function recordEarnings(
  deps: PaymentDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  answered?: { id: string; isOverturned: boolean },
): Promise<void> {
  const isOverturned = ({ id }: PaymentRow) => answered?.id === id && answered.isOverturned
  const countedPayments = (await store.listOf(tx, invoice.id)).filter(
    (payment) => payment.status === 'CONFIRMED' || payment.status === 'REFUNDED' || isOverturned(payment),
  )
  if (countedPayments.length === 0) return
  const payments = countedPayments.map((payment) => ({
    ...toReceived(payment, invoice),
    isOverturned: isOverturned(payment),
  }))
  const { providerId, currency, id: invoiceId, refunded } = invoice
  if (invoice.subjectType === 'DEPOSIT') {
    const deductions = await listDeductions(tx, invoice)
    const sums = { refunded, worth: worthOf(invoice), answeredId: answered?.id }
    await postDeposit(deps, tx, { providerId, currency, invoiceId, ...sums, payments, deductions })
    return
  }
  const work = earnedBy(invoice)
  for (const payment of withFirst(payments, answered?.id)) {
    await postPayment(deps, tx, { payment, providerId, currency, invoiceId, refunded, work })
  }
}

/** What the last invoice of each work deducts of a deposit. */
async function listDeductions(tx: Tx, deposit: InvoiceRecord): Promise<DepositDeduction[]> {
  const deductions = new Map<string, DepositDeduction>()
  for (const invoice of await invoices.listEverDeducting(tx, deposit)) {
    const [work] = earnedBy(invoice)
    const needed = neededDepositOf(invoice, deposit.id)
    if (work) deductions.set(work.id, { work, needed, isLive: invoice.status !== 'VOID' })
  }
  return [...deductions.values()]
}

/** What refunds of the deposits that an invoice deducts take from its work, in minor units, also before it is earned. */
export async function sumRefundedDeposit(tx: Tx, invoice: InvoiceRecord): Promise<number> {
  const [work] = earnedBy(invoice)
  let sum = 0
  for (const { invoiceId } of invoice.deposits) {
    const deposit = await invoices.find(tx, invoiceId)
    if (!work || !deposit) continue
    sum += await sumRefundedOfWork(tx, work, {
      providerId: deposit.providerId,
      worth: worthOf(deposit),
      deductions: await listDeductions(tx, deposit),
      paymentIds: (await store.listOf(tx, deposit.id)).map(({ id }) => id),
    })
  }
  return sum
}

/** Books confirmed work, with earlier payments for it or on its invoice. */
export async function earnFromBillable(
  deps: PaymentDeps,
  tx: Tx,
  billable: Billable,
  completedAt: Date,
  invoice: InvoiceRecord | undefined,
): Promise<void> {
  const { type, id, label, providerId, amount, offerId } = billable
  if (type !== 'BOOKING' && type !== 'MILESTONE') return
  const source = { type: sourceTypes[type], id }
  await postEarnings(deps, tx, { source, reference: label, providerId, ...amount, completedAt })
  await recordDeposits(deps, tx, invoice, offerId)
  if (invoice) await recordEarnings(deps, tx, invoice)
}

/** Books the deposits that an invoice deducts: work that is earned takes its part of them. */
export async function recordDeposits(
  deps: PaymentDeps,
  tx: Tx,
  invoice: InvoiceRecord | undefined,
  offerId?: Billable['offerId'],
): Promise<void> {
  for (const deposit of await lockDepositsOf(tx, offerId, invoice)) await recordEarnings(deps, tx, deposit)
}

/** Locks the deposits that an invoice deducts, which are void once they were refunded; otherwise that of the offer. */
async function lockDepositsOf(
  tx: Tx,
  offerId: Billable['offerId'],
  invoice: InvoiceRecord | undefined,
): Promise<InvoiceRecord[]> {
  const deposits = []
  for (const { invoiceId } of invoice?.deposits ?? []) deposits.push(await invoices.lock(tx, invoiceId))
  if (deposits.length === 0 && offerId) deposits.push(await invoices.lockDeposit(tx, offerId))
  return deposits.filter((deposit) => deposit !== undefined)
}
