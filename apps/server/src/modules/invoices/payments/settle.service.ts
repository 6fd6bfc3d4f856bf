import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { postEarnings, postPayment, releaseDeposit, type ReceivedPayment } from '../../earnings/index.ts'
import type { InvoiceRecord } from '../invoice.rules.ts'
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

/** Books the confirmed payments of an invoice. Those in `overturned` no longer count. */
export async function recordEarnings(
  deps: PaymentDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  overturned: readonly string[] = [],
): Promise<void> {
  const countedPayments = (await store.listOf(tx, invoice.id)).filter(
    ({ id, status }) => status === 'CONFIRMED' || status === 'REFUNDED' || overturned.includes(id),
  )
  if (countedPayments.length === 0) return
  // A deposit belongs to the invoice that deducts it.
  const work =
    invoice.subjectType === 'DEPOSIT'
      ? (await invoices.listDeducting(tx, invoice)).flatMap(earnedBy)
      : earnedBy(invoice)
  const { providerId, currency, id: invoiceId, refunded } = invoice
  for (const payment of countedPayments) {
    const received = { ...toReceived(payment, invoice), isOverturned: overturned.includes(payment.id) }
    await postPayment(deps, tx, { payment: received, providerId, currency, invoiceId, refunded, work })
  }
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
  const deposit = offerId ? await invoices.lockDeposit(tx, offerId) : undefined
  if (deposit) {
    await recordEarnings(deps, tx, deposit)
    const paymentIds = (await store.listOf(tx, deposit.id)).map((payment) => payment.id)
    const { currency } = deposit
    await releaseDeposit(deps, tx, {
      deposit: { providerId, currency, invoiceId: deposit.id, label: deposit.number ?? '', paymentIds },
      work: source,
    })
  }
  if (invoice) await recordEarnings(deps, tx, invoice)
}
