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
import { unneededDepositOf, type InvoiceRecord } from '../invoice.rules.ts'
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
  const { providerId, currency, id: invoiceId, total, credited, refunded } = invoice
  if (invoice.subjectType === 'DEPOSIT') {
    const worth = total - credited - refunded
    const deductions = await listDeductions(tx, invoice)
    const sums = { refunded, worth, answeredId: answered?.id }
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
    const needed = invoice.deposited - unneededDepositOf(invoice)
    if (work) deductions.set(work.id, { work, needed, isLive: invoice.status !== 'VOID' })
  }
  return [...deductions.values()]
}

/** What refunds of the deposit that an invoice deducts take from its work, in minor units, also before it is earned. */
export async function sumRefundedDeposit(tx: Tx, invoice: InvoiceRecord): Promise<number> {
  const [work] = earnedBy(invoice)
  const [deducted] = invoice.deposits
  const deposit = deducted && (await invoices.find(tx, deducted.invoiceId))
  if (!work || !deposit) return 0
  return sumRefundedOfWork(tx, work, {
    providerId: deposit.providerId,
    worth: deposit.total - deposit.credited - deposit.refunded,
    deductions: await listDeductions(tx, deposit),
    paymentIds: (await store.listOf(tx, deposit.id)).map(({ id }) => id),
  })
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
  const deposit = await lockDepositOf(tx, offerId, invoice)
  if (deposit) await recordEarnings(deps, tx, deposit)
  if (invoice) await recordEarnings(deps, tx, invoice)
}

/** Locks the deposit that an invoice deducts, which is void once it was refunded; otherwise that of the offer. */
async function lockDepositOf(
  tx: Tx,
  offerId: Billable['offerId'],
  invoice: InvoiceRecord | undefined,
): Promise<InvoiceRecord | undefined> {
  const [deducted] = invoice?.deposits ?? []
  if (deducted) return invoices.lock(tx, deducted.invoiceId)
  return offerId ? invoices.lockDeposit(tx, offerId) : undefined
}
