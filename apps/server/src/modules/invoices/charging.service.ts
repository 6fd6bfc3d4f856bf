import type { BillableJob } from '@fettle/protocol/invoices/invoices'
import { SYSTEM_ACTOR, type ActorRef } from '../../platform/acting-party.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { storeText } from '../../platform/locale/messages.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { findBillableWork, listHandedOverWork, type BillableWork } from '../bookings/index.ts'
import { billOf, lumpSum, withExtras, type Agreement, type InvoiceContent } from './bill.rules.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import { writeInvoiceTitle } from './invoice-titles.service.ts'
import * as store from './invoices.store.ts'
import { creditPart } from './disputed.service.ts'
import { credit, issueFor, issueIn, voidIn, type Billable } from './issue.service.ts'
import { enqueueMilestonePaid } from './payments/milestone-paid.jobs.ts'
import { updateInvoice } from './payments/payments.service.ts'
import { moveAll as movePayments } from './payments/payments.store.ts'
import { earnFromBillable, recordDeposits } from './payments/settle.service.ts'
import { reverseInvoice, refundUnusedDeposit } from './payments/reversal.service.ts'

/** The agreed content of an offer with its totals, and what was made of it. */
export interface AcceptedAgreement extends Agreement {
  total: number
  bookingId: string | null
  /** Whether its contract was completed or terminated. */
  isContractOver: boolean
}

/** Dependencies of charging. The offers module itself depends on invoices, so `register-modules.ts` passes its function in. */
export interface ChargingDeps extends Deps {
  /** Undefined: not accepted, or cancelled since. */
  findAgreement: (db: Queryable, offerId: string) => Promise<AcceptedAgreement | undefined>
}

/** The invoice content of a booking: the offer's lines if the price is still theirs, otherwise one line. */
async function billFor(
  { findAgreement }: ChargingDeps,
  tx: Tx,
  work: BillableWork,
): Promise<InvoiceContent | undefined> {
  const { price, offerId, title, extras } = work
  if (!price) return undefined
  const agreed = offerId ? await findAgreement(tx, offerId) : undefined
  const base = agreed?.total === price.amount ? billOf(agreed) : lumpSum(title, price.amount)
  // Without a price before, only the extra work is charged.
  return withExtras(price.amount === 0 ? { ...base, lines: [] } : base, extras)
}

const handedOver = new Set(['AWAITING_CONFIRMATION', 'COMPLETED'])
/** Bookings that ended without work. */
const withoutWork = new Set(['CANCELLED', 'NO_SHOW'])

/**
 * The chargeable work of a booking. Undefined before it is handed over or without a price. Of a visit that a milestone
 * pays, this is the extra work.
 */
async function billableWork(deps: ChargingDeps, tx: Tx, work: BillableWork): Promise<Billable | undefined> {
  const { bookingId, reference, providerId, customer, title, total, offerId, contractId, status } = work
  if (!total || !handedOver.has(status)) return undefined
  const bill = await billFor(deps, tx, work)
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

/**
 * The chargeable work of a booking for its provider: the part that disputes left. Undefined also if its last invoice
 * was reversed by anyone else.
 */
async function remainingWork(deps: ChargingDeps, tx: Tx, work: BillableWork): Promise<Billable | undefined> {
  const billable = await billableWork(deps, tx, work)
  const charged = (await store.listChargedWork(tx, [work.bookingId])).get(work.bookingId)
  if (!billable || billable.amount.amount <= 0) return undefined
  if (!charged || (charged.credited === 0 && !charged.isReversed)) return billable
  const remaining = remainingOf(billable.amount.amount, charged)
  return remaining > 0 ? withAmount(billable, remaining) : undefined
}

const remainingOf = (total: number, { isReversed, credited }: store.ChargedWork): number =>
  isReversed ? 0 : total - credited

const withAmount = (billable: Billable, amount: number): Billable => ({
  ...billable,
  amount: { ...billable.amount, amount },
  bill: lumpSum(billable.title, amount),
})

/** Whether an invoice was voided by anyone but its provider: by a dispute, refund or cancellation. */
async function isReversed(tx: Tx, invoice: InvoiceRecord): Promise<boolean> {
  const note = invoice.status === 'VOID' ? await store.findCreditNote(tx, invoice.id) : undefined
  return note !== undefined && !note.isByProvider
}

/** The fee for a cancellation or no-show, unless waived. */
async function billableFee(
  db: Queryable,
  { bookingId, reference, providerId, customer, title, contractId, fee }: BillableWork,
): Promise<Billable | undefined> {
  if (!fee || fee.payer !== 'CUSTOMER' || fee.status === 'WAIVED') return undefined
  return {
    type: 'CANCELLATION_FEE',
    id: bookingId,
    label: reference,
    providerId,
    customer,
    title: await writeInvoiceTitle(db, fee.kind, { providerId, title }),
    amount: { amount: fee.amount, currency: fee.currency },
    bookingId,
    contractId,
  }
}

/** The fee for its provider, who cannot charge a contested one. */
const settledFee = async (db: Queryable, work: BillableWork): Promise<Billable | undefined> =>
  work.fee?.status === 'ON_HOLD' ? undefined : billableFee(db, work)

/**
 * Finds the work a provider wants to charge: handed-over work, a fee, or a voided invoice again. Throws NOT_FOUND or
 * NOT_BILLABLE.
 */
export async function getBillable(
  deps: ChargingDeps,
  tx: Tx,
  providerId: string,
  { type, id }: { type: Billable['type']; id: string },
): Promise<Billable> {
  // Waits for a change of its live invoice, such as a refund that voids it.
  await store.lockLive(tx, type, id)
  const last = type === 'BOOKING' ? undefined : await store.findLast(tx, type, id)
  if (last?.providerId === providerId && (await isReversed(tx, last))) throw new AppError('NOT_BILLABLE')
  if (type === 'BOOKING' || type === 'CANCELLATION_FEE') {
    const work = await findBillableWork(tx, id)
    if (work?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'booking' })
    const billable = type === 'BOOKING' ? await remainingWork(deps, tx, work) : await settledFee(tx, work)
    if (!billable) throw new AppError('NOT_BILLABLE')
    return billable
  }
  if (last?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'invoice' })
  if (type === 'DEPOSIT') await assertDepositOwed(deps, tx, id)
  return chargeAgain(last)
}

/** Throws NOT_BILLABLE if no final invoice will deduct the deposit: the offer or its work ended, or it was issued. */
async function assertDepositOwed({ findAgreement }: ChargingDeps, tx: Tx, offerId: string): Promise<void> {
  // A draft that was voided with its offer has no credit note.
  const agreed = await findAgreement(tx, offerId)
  if (!agreed || agreed.isContractOver) throw new AppError('NOT_BILLABLE')
  const work = agreed.bookingId === null ? undefined : await findBillableWork(tx, agreed.bookingId)
  if (!work) return
  const last = await store.findLast(tx, 'BOOKING', work.bookingId)
  const isInvoiced = last !== undefined && last.status !== 'VOID' && last.number !== null
  if (isInvoiced || withoutWork.has(work.status)) throw new AppError('NOT_BILLABLE')
}

/** The latest handed-over jobs of a provider that can be charged and are not. */
export async function listBillable(
  db: Queryable,
  parties: { providerId: string; customerId?: string | undefined },
): Promise<BillableJob[]> {
  const jobs = await listHandedOverWork(db, parties)
  const charged = await store.listChargedWork(
    db,
    jobs.map(({ bookingId }) => bookingId),
  )
  return jobs.flatMap(({ bookingId, reference, customer, title, total, completedAt }) => {
    const before = charged.get(bookingId)
    if (before?.isInvoiced || !total) return []
    const amount = before ? remainingOf(total.amount, before) : total.amount
    if (amount <= 0) return []
    const subject = { type: 'BOOKING' as const, id: bookingId, label: reference }
    return {
      subject,
      customer: { id: customer.id, name: customerNameOf(customer.name) },
      title,
      total: { ...total, amount },
      completedAt: completedAt?.toISOString() ?? null,
    }
  })
}

/** Charges the subject of a voided invoice again: what disputes and refunds left of it. */
function chargeAgain(last: InvoiceRecord): Billable {
  const billable: Billable = {
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
  }
  const reduced = last.credited + last.refunded
  return reduced > 0 ? withAmount(billable, last.total - reduced) : billable
}

/** Charges and books confirmed work, unless its provider already did. Idempotent. */
export const chargeWork = (deps: ChargingDeps, bookingId: string): Promise<void> =>
  deps.db.transaction((tx) => chargeWorkIn(deps, tx, bookingId))

/** Charges confirmed work within a transaction, and credits the part of a deposit that exceeds its price. */
export async function chargeWorkIn(deps: ChargingDeps, tx: Tx, bookingId: string): Promise<void> {
  const work = await findBillableWork(tx, bookingId)
  const billable = work && (await billableWork(deps, tx, work))
  if (!billable || !work?.completedAt) return
  const before = await store.lockLive(tx, 'BOOKING', bookingId)
  const invoice = before?.number ? await chargeNewPrice(deps, tx, before, billable) : await issueFor(deps, tx, billable)
  if (billable.offerId && mayLeaveDeposit(invoice)) await refundUnusedDeposit(deps, tx, billable.offerId)
  if (billable.amount.amount > 0) await earnFromBillable(deps, tx, billable, work.completedAt, invoice)
}

/** Whether the deposit covers all of the work and may be more than its price. A dispute or refund credits it itself. */
const mayLeaveDeposit = (invoice: InvoiceRecord | undefined): boolean =>
  !invoice || (invoice.deposited === invoice.total && invoice.credited === 0 && invoice.refunded === 0)

/**
 * Updates the invoice of work that was resumed and may have another price. A new invoice replaces it and takes over its
 * payments; if more was paid than the price is now, the difference is credited instead, and to be refunded. Where the
 * deposit alone exceeds the price, what was paid besides is refunded. Work that costs nothing any more has no new
 * invoice.
 */
async function chargeNewPrice(
  deps: Deps,
  tx: Tx,
  before: InvoiceRecord,
  billable: Billable,
): Promise<InvoiceRecord | undefined> {
  const { total, credited, deposited, paid, waiting, refunded } = before
  const price = billable.amount.amount
  const priceCredits = credited > 0 ? await store.sumPriceCredits(tx, before.id) : 0
  // The part of an invoice that a dispute or refund left stays charged.
  if (price === total - priceCredits || credited > priceCredits || refunded > 0) return before
  const reason = storeText({ code: 'credit.price-changed' })
  if (deposited > price) {
    await reverseInvoice(deps, tx, { type: 'BOOKING', id: billable.id }, { actor: SYSTEM_ACTOR, reason })
    return issueFor(deps, tx, billable, { invoice: before, voidedAt: deps.clock.now() })
  }
  if (paid + waiting > price - deposited) {
    const amount = total - credited - price
    return amount > 0 ? creditPart(deps, tx, before, { amount, reason, isByProvider: true }) : before
  }
  const action = before.status === 'ISSUED' ? 'void' : 'replace'
  const context = { now: deps.clock.now(), isDeducted: false }
  const replaced = { ...rules.transition(before, action, 'SYSTEM', context), paid: 0, waiting: 0 }
  await store.save(tx, replaced)
  await credit(deps, tx, replaced, { actor: SYSTEM_ACTOR, reason, isByProvider: false })
  const issued = await issueFor(deps, tx, billable, { invoice: before, voidedAt: context.now })
  if (!issued) return undefined
  // Also rejected ones: a dispute may still decide that they were made.
  await movePayments(tx, before.id, issued.id)
  if (paid + waiting === 0) return issued
  return updateInvoice(deps, tx, issued, { ...issued, paid, waiting }, SYSTEM_ACTOR)
}

/**
 * Charges a fee, and takes back what was charged for the work and its deposit. A contested fee is on hold until that is
 * resolved.
 */
export const chargeFee = (deps: Deps, bookingId: string): Promise<void> =>
  deps.db.transaction((tx) => chargeFeeIn(deps, tx, bookingId))

/** Charges a fee within a transaction. */
export async function chargeFeeIn(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  const work = await findBillableWork(tx, bookingId)
  if (work?.wasConfirmed && withoutWork.has(work.status)) {
    const notOwed = { actor: SYSTEM_ACTOR, reason: storeText({ code: 'credit.not-owed' }) }
    // It may have been invoiced before it was reopened.
    await reverseInvoice(deps, tx, { type: 'BOOKING', id: bookingId }, notOwed)
    // The final invoice that would deduct the deposit of its offer never comes.
    if (work.offerId) await reverseInvoice(deps, tx, { type: 'DEPOSIT', id: work.offerId }, notOwed)
  }
  const live = await store.lockLive(tx, 'CANCELLATION_FEE', bookingId)
  const billable = work && (await billableFee(tx, work))
  if (!billable) {
    const isOpen = live && live.paid === 0 && live.waiting === 0
    if (isOpen)
      await voidIn(deps, tx, live, {
        role: 'SYSTEM',
        actor: SYSTEM_ACTOR,
        reason: storeText({ code: 'credit.not-owed' }),
      })
    return
  }
  const last = live ?? (await store.findLast(tx, 'CANCELLATION_FEE', bookingId))
  if (last && (await isReversed(tx, last))) return
  const onHold = work.fee?.status === 'ON_HOLD'
  // Contested before it was charged: not charged until that is resolved.
  const invoice = onHold && !live?.number ? undefined : await issueFor(deps, tx, billable)
  if (invoice && invoice.onHold !== onHold) await store.save(tx, { ...invoice, onHold, version: invoice.version + 1 })
}

/** Charges and books an approved milestone, in the transaction that approves it. */
export async function chargeMilestone(
  deps: Deps,
  tx: Tx,
  billable: Billable,
  approvedAt: Date,
): Promise<InvoiceRecord | undefined> {
  const invoice = await issueFor(deps, tx, billable)
  await earnFromBillable(deps, tx, billable, approvedAt, invoice)
  // A deposit may have covered all of it.
  if (invoice) await enqueueMilestonePaid(deps, tx, invoice)
  return invoice
}

/** Issues a draft by its provider, updated to what is agreed now. Work that is earned takes the deposits it deducts. */
export async function issueDraft(
  deps: ChargingDeps,
  tx: Tx,
  draft: InvoiceRecord,
  actor: ActorRef,
): Promise<InvoiceRecord> {
  const issued = await issueCurrent(deps, tx, draft, actor)
  await recordDeposits(deps, tx, issued)
  return issued
}

async function issueCurrent(deps: ChargingDeps, tx: Tx, draft: InvoiceRecord, actor: ActorRef): Promise<InvoiceRecord> {
  if (draft.subjectType === 'DEPOSIT') await assertDepositOwed(deps, tx, draft.subjectId)
  const isFee = draft.subjectType === 'CANCELLATION_FEE'
  const work = isFee || draft.subjectType === 'BOOKING' ? await findBillableWork(tx, draft.subjectId) : undefined
  if (isFee && !(work && (await settledFee(tx, work)))) throw new AppError('NOT_BILLABLE')
  if (draft.subjectType !== 'BOOKING') {
    const issued = await issueIn(deps, tx, draft, { role: 'PROVIDER', actor })
    await enqueueMilestonePaid(deps, tx, issued)
    return issued
  }
  const billable = work && (await remainingWork(deps, tx, work))
  if (!billable) throw new AppError('NOT_BILLABLE')
  const bill = billable.bill ?? lumpSum(draft.title, billable.amount.amount)
  return issueIn(deps, tx, { ...draft, ...bill, total: bill.totals.total }, { role: 'PROVIDER', actor })
}
