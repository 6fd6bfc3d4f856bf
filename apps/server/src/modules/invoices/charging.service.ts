import { shortened } from '@fettle/protocol/common/limits'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { findBillableWork, type BillableWork } from '../bookings/index.ts'
import type { InvoiceNeighbours } from './agreement.ts'
import { billOf, lumpSum, withExtras, type InvoiceContent } from './bill.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import { issueFor, issueIn, system, voidIn, type Billable } from './issue.service.ts'
import { noteMilestonePaid } from './payments/milestone-paid.jobs.ts'
import { earnFromBillable } from './payments/settle.service.ts'

/** What of bookings is charged, and when by itself. */

/** As it was agreed by the offer, where the price is still that; otherwise as one sum. */
async function billFor(
  tx: Tx,
  { findAgreement }: InvoiceNeighbours,
  work: BillableWork,
): Promise<InvoiceContent | undefined> {
  const { price, offerId, title, extras } = work
  if (!price) return undefined
  const agreed = offerId ? await findAgreement(tx, offerId) : undefined
  const base = agreed?.total === price.amount ? billOf(agreed) : lumpSum(title, price.amount)
  return withExtras(base, extras)
}

const handedOver = new Set(['AWAITING_CONFIRMATION', 'COMPLETED'])

/** The booking's work as it may be charged now. Undefined before it is handed over, without a price, or where a milestone is paid. */
async function billableWork(tx: Tx, neighbours: InvoiceNeighbours, work: BillableWork): Promise<Billable | undefined> {
  const { bookingId, reference, providerId, customer, title, total, offerId, contractId, milestoneId, status } = work
  if (milestoneId || !total || total.amount <= 0 || !handedOver.has(status)) return undefined
  const bill = await billFor(tx, neighbours, work)
  return {
    type: 'BOOKING',
    id: bookingId,
    label: reference,
    providerId,
    customer,
    title,
    amount: total,
    ...(bill && { bill }),
    bookingId,
    offerId,
    contractId,
  }
}

const feeTitles = { CANCELLATION: 'Cancellation at short notice', NO_SHOW: 'Nobody was there' } as const

/** What the customer owes for a cancellation or a no-show, unless it was waived. */
function billableFee({
  bookingId,
  reference,
  providerId,
  customer,
  title,
  contractId,
  fee,
}: BillableWork): Billable | undefined {
  if (!fee || fee.payer !== 'CUSTOMER' || fee.status === 'WAIVED') return undefined
  return {
    type: 'CANCELLATION_FEE',
    id: bookingId,
    label: reference,
    providerId,
    customer,
    title: shortened(`${feeTitles[fee.kind]}: ${title}`, 120),
    amount: { amount: fee.amount, currency: fee.currency },
    bookingId,
    contractId,
  }
}

/**
 * What a provider asks to charge: handed-over work, a fee that is due, or once more what they voided. Throws NOT_FOUND
 * or NOT_BILLABLE.
 */
export async function getBillable(
  tx: Tx,
  neighbours: InvoiceNeighbours,
  providerId: string,
  { type, id }: { type: Billable['type']; id: string },
): Promise<Billable> {
  if (type === 'BOOKING' || type === 'CANCELLATION_FEE') {
    const work = await findBillableWork(tx, id)
    if (work?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'booking' })
    const billable = type === 'BOOKING' ? await billableWork(tx, neighbours, work) : billableFee(work)
    if (!billable) throw new AppError('NOT_BILLABLE')
    return billable
  }
  const last = await store.findLast(tx, type, id)
  if (last?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'invoice' })
  return again(last)
}

/** The same once more. */
const again = (last: InvoiceRecord): Billable => ({
  type: last.subjectType,
  id: last.subjectId,
  label: last.subjectLabel,
  providerId: last.providerId,
  customer: { id: last.customerId, name: last.customerName },
  title: last.title,
  amount: { amount: last.total, currency: last.currency },
  bill: { lines: last.lines, totals: last.totals },
  bookingId: last.bookingId,
  offerId: last.offerId,
  contractId: last.contractId,
})

/** B11: confirmed work is charged, if its provider did not do so before, and earned. Safe to be told twice. */
export const chargeWork = (deps: Deps, neighbours: InvoiceNeighbours, bookingId: string): Promise<void> =>
  deps.db.transaction((tx) => chargeWorkIn(tx, deps, neighbours, bookingId))

/** The same within a transaction. */
export async function chargeWorkIn(
  tx: Tx,
  deps: Deps,
  neighbours: InvoiceNeighbours,
  bookingId: string,
): Promise<void> {
  const work = await findBillableWork(tx, bookingId)
  const billable = work && (await billableWork(tx, neighbours, work))
  if (!billable || !work?.completedAt) return
  const before = await store.lockLive(tx, 'BOOKING', bookingId)
  // The work went on after it was charged and came to something else: what nobody paid is charged anew.
  const isOther = before?.status === 'ISSUED' && before.total !== billable.amount.amount && before.waiting === 0
  if (isOther) await voidIn(tx, deps, before, { role: 'SYSTEM', actor: system, reason: 'The price changed.' })
  const invoice = await issueFor(tx, deps, billable)
  await earnFromBillable(tx, deps, billable, work.completedAt, invoice)
}

/** B13, B14: what is owed is charged; what is contested is not asked for until that is settled. */
export const chargeFee = (deps: Deps, bookingId: string): Promise<void> =>
  deps.db.transaction((tx) => chargeFeeIn(tx, deps, bookingId))

/** The same within a transaction. */
export async function chargeFeeIn(tx: Tx, deps: Deps, bookingId: string): Promise<void> {
  const work = await findBillableWork(tx, bookingId)
  const live = await store.lockLive(tx, 'CANCELLATION_FEE', bookingId)
  const billable = work && billableFee(work)
  if (!billable) {
    const isOpen = live && live.paid === 0 && live.waiting === 0
    if (isOpen) await voidIn(tx, deps, live, { role: 'SYSTEM', actor: system, reason: 'It is not owed.' })
    return
  }
  const onHold = work.fee?.status === 'ON_HOLD'
  // Contested before it was ever asked for: not asked for at all until it is settled.
  const invoice = onHold && !live ? undefined : await issueFor(tx, deps, billable)
  if (invoice && invoice.onHold !== onHold) await store.save(tx, { ...invoice, onHold, version: invoice.version + 1 })
}

/** A milestone was approved: charged and earned, in the transaction that approves it. */
export async function chargeMilestone(
  tx: Tx,
  deps: Deps,
  billable: Billable,
  approvedAt: Date,
): Promise<InvoiceRecord | undefined> {
  const invoice = await issueFor(tx, deps, billable)
  await earnFromBillable(tx, deps, billable, approvedAt, invoice)
  // A deposit may have covered all of it.
  if (invoice) await noteMilestonePaid(tx, deps, invoice)
  return invoice
}

/** A draft is issued by its provider, as it is agreed by now. */
export async function issueDraft(
  tx: Tx,
  deps: Deps,
  neighbours: InvoiceNeighbours,
  draft: InvoiceRecord,
  given: { actor: Parameters<typeof issueIn>[3]['actor'] },
): Promise<InvoiceRecord> {
  if (draft.subjectType !== 'BOOKING') return issueIn(tx, deps, draft, { role: 'PROVIDER', ...given })
  const work = await findBillableWork(tx, draft.subjectId)
  const billable = work && (await billableWork(tx, neighbours, work))
  if (!billable) throw new AppError('NOT_BILLABLE')
  const bill = billable.bill ?? lumpSum(draft.title, billable.amount.amount)
  return issueIn(tx, deps, { ...draft, ...bill, total: bill.totals.total }, { role: 'PROVIDER', ...given })
}
