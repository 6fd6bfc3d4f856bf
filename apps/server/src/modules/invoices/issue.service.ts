import { isDeepStrictEqual } from 'node:util'
import { enqueueSystemMessage } from '../notifications/index.ts'
import type { Money } from '@fettle/protocol'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { InvoiceSubjectType } from '@fettle/protocol/invoices/invoices'
import { SYSTEM_ACTOR, type ActorRef } from '../../platform/acting-party.ts'
import { moneyParam } from '../../platform/locale/message-params.ts'
import { loadText, readText } from '../../platform/locale/messages.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { bumpVersion } from '../../platform/workflow/rules.ts'
import { findTimeZone } from '../auth/index.ts'
import { lumpSum, type InvoiceContent } from './bill.rules.ts'
import { depositFor, type ReplacedInvoice } from './deducted-deposits.service.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceDecisionContext, InvoiceRecord, InvoiceRole } from './invoice.rules.ts'
import * as store from './invoices.store.ts'

/** Payment periods of invoices. */
const invoiceSettings = {
  /** Days from issue to due date, unless agreed otherwise. */
  dueDays: 7,
  /** Deposits are due sooner, because a slot is kept free for them. */
  depositDueDays: 3,
} as const

/** Creating, issuing and voiding invoices, in the caller's transaction. */

export type InvoiceDeps = Pick<Deps, 'config' | 'clock' | 'ids' | 'jobs' | 'signal' | 'settings'>

/** Something to charge. */
export interface Billable {
  /** Together with `id`: the subject, charged once. For a deposit the id is the offer's. */
  type: InvoiceSubjectType
  id: string
  /** Reference for people: of its booking, offer or contract. */
  label: string
  providerId: string
  customer: { id: string; name: string }
  title: string
  amount: Money
  /** Lines and totals. Absent: one line. */
  bill?: InvoiceContent
  bookingId?: string | null
  /** The offer it came from, whose deposit is deducted. */
  offerId?: string | null
  contractId?: string | null
  dueInDays?: number
  note?: string
}

export const subjectOf = ({ id, version, status }: Pick<InvoiceRecord, 'id' | 'version' | 'status'>) => ({
  type: 'invoice',
  id,
  version,
  status,
})

/** A new draft, or the existing invoice, locked. A draft's lines are updated to what is agreed now. */
export async function draftIn(deps: InvoiceDeps, tx: Tx, billable: Billable): Promise<InvoiceRecord> {
  const now = deps.clock.now()
  const bill = billable.bill ?? lumpSum(billable.title, billable.amount.amount)
  const draft: InvoiceRecord = {
    id: deps.ids.next('inv'),
    providerId: billable.providerId,
    customerId: billable.customer.id,
    customerName: billable.customer.name,
    customerAvatar: null,
    subjectType: billable.type,
    subjectId: billable.id,
    subjectLabel: billable.label,
    bookingId: billable.bookingId ?? null,
    offerId: billable.offerId ?? null,
    contractId: billable.contractId ?? null,
    number: null,
    title: billable.title,
    currency: billable.amount.currency,
    ...bill,
    note: billable.note ?? '',
    total: bill.totals.total,
    deposits: [],
    deposited: 0,
    dueInDays: billable.dueInDays ?? invoiceSettings.dueDays,
    issuedAt: null,
    dueAt: null,
    paidAt: null,
    status: 'DRAFT',
    onHold: false,
    paid: 0,
    waiting: 0,
    refunded: 0,
    credited: 0,
    remindersSent: 0,
    remindedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const inserted = await store.insert(tx, draft)
  if (inserted) return { ...draft, ...inserted }
  const live = await store.lockLive(tx, billable.type, billable.id)
  if (!live) throw new Error(`No invoice was created for ${billable.type} ${billable.id}.`)
  const isCurrent = isDeepStrictEqual({ lines: live.lines, totals: live.totals }, bill)
  if (live.status !== 'DRAFT' || isCurrent) return live
  const current: InvoiceRecord = { ...bumpVersion(live, now), ...bill, total: bill.totals.total }
  await store.save(tx, current)
  return current
}

/** Issues a draft: numbers it and sends it to the customer. */
export async function issueIn(
  deps: InvoiceDeps,
  tx: Tx,
  draft: InvoiceRecord,
  { role, actor, replaced }: { role: InvoiceRole; actor: ActorRef; replaced?: ReplacedInvoice | undefined },
): Promise<InvoiceRecord> {
  const timeZone = await findTimeZone(deps, tx, draft.providerId)
  const context = { now: deps.clock.now(), isDeducted: false, timeZone }
  const deposits = await depositFor(tx, draft, replaced)
  const number = await store.nextNumber(tx, 'INV', draft.providerId, localDate(context.now, timeZone))
  const invoice = rules.issue(draft, { number, deposits, role, context })
  await store.save(tx, invoice)
  const due = { amount: rules.dueOf(invoice), currency: invoice.currency }
  await recordIn(deps, tx, invoice, { type: 'invoice.issued', actor, data: { number, total: invoice.total, due } })
  await postSystemMessage(deps, tx, invoice, 'issued', {
    code: 'invoice-issued',
    params: { number, title: invoice.title, amount: moneyParam(due) },
  })
  return invoice
}

/**
 * Charges something at once: issues its draft; an issued invoice stays as it is. Returns the invoice, undefined where
 * there is nothing to pay. Idempotent.
 */
export async function issueFor(
  deps: InvoiceDeps,
  tx: Tx,
  subject: Billable,
  replaced?: ReplacedInvoice,
): Promise<InvoiceRecord | undefined> {
  if ((subject.bill?.totals.total ?? subject.amount.amount) <= 0) return undefined
  const live = await draftIn(deps, tx, subject)
  return live.status === 'DRAFT' ? issueIn(deps, tx, live, { role: 'SYSTEM', actor: SYSTEM_ACTOR, replaced }) : live
}

/** Voids a locked invoice. An issued one gets a credit note. */
export async function voidIn(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { role, actor, reason }: { role: InvoiceRole; actor: ActorRef; reason: string },
): Promise<InvoiceRecord> {
  const context: InvoiceDecisionContext = { now: deps.clock.now(), isDeducted: false }
  const voided = rules.transition(invoice, 'void', role, context)
  await store.save(tx, voided)
  await credit(deps, tx, voided, { actor, reason, isByProvider: role === 'PROVIDER' })
  return voided
}

/** Records a void invoice, with its credit note if it had a number. */
export async function credit(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { actor, reason, isByProvider }: { actor: ActorRef; reason: string; isByProvider: boolean },
): Promise<void> {
  const { id, providerId, number, currency } = invoice
  const now = deps.clock.now()
  const note =
    number === null
      ? undefined
      : await store.nextNumber(tx, 'CN', providerId, localDate(now, await findTimeZone(deps, tx, providerId)))
  if (note !== undefined) {
    const amount = invoice.total - invoice.deposited - (invoice.credited - rules.unneededDepositOf(invoice))
    const row = {
      id: deps.ids.next('crn'),
      invoiceId: id,
      providerId,
      number: note,
      amount,
      currency,
      reason,
      issuedAt: now,
      isPartial: false,
      isByProvider,
    }
    await store.insertCreditNote(tx, row)
    await postSystemMessage(deps, tx, invoice, 'voided', {
      code: 'invoice-voided',
      params: { number: number ?? '', reason: loadText(reason) },
    })
  }
  await recordIn(deps, tx, invoice, {
    type: 'invoice.voided',
    actor,
    data: { reason: readText('en', loadText(reason)), ...(note !== undefined && { creditNote: note }) },
  })
}

/**
 * Voids the invoice of something no longer owed, if there is one. Throws DEPOSIT_PAID if a payment was made or reported.
 */
export async function voidFor(
  deps: InvoiceDeps,
  tx: Tx,
  type: InvoiceSubjectType,
  subjectId: string,
  { actor, reason }: { actor: ActorRef; reason: string },
): Promise<void> {
  const live = await store.lockLive(tx, type, subjectId)
  if (!live) return
  const isTouched = live.paid > 0 || live.waiting > 0 || (live.status !== 'DRAFT' && live.status !== 'ISSUED')
  if (isTouched) throw new AppError('DEPOSIT_PAID')
  await voidIn(deps, tx, live, { role: 'SYSTEM', actor, reason })
}

/** Job that updates an offer's deposit after it was charged, paid or voided. */
export const DEPOSIT_CHANGED = 'offers.update-deposit'

/** State of an offer's deposit. Null: not charged. */
export async function depositStatus(tx: Tx, offerId: string): Promise<'DUE' | 'PAID' | 'VOID' | null> {
  const last = await store.findLast(tx, 'DEPOSIT', offerId)
  if (!last) return null
  return last.status === 'PAID' || last.status === 'VOID' ? last.status : 'DUE'
}

/** Whether a booking has an issued invoice that is not voided. Locks the invoice. */
export const isInvoiced = async (tx: Tx, bookingId: string): Promise<boolean> =>
  Boolean((await store.lockLive(tx, 'BOOKING', bookingId))?.number)

export async function recordIn(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { type, actor, data }: { type: string; actor: ActorRef; data: Record<string, unknown> },
): Promise<void> {
  await appendEvent(deps, tx, {
    subject: subjectOf(invoice),
    type,
    actor,
    data: { ...data, currency: invoice.currency, about: { type: invoice.subjectType, id: invoice.subjectId } },
    providerId: invoice.providerId,
    customerId: invoice.customerId,
    // A draft is private to its provider.
    ...(invoice.number === null && { visibility: 'PROVIDER' as const }),
  })
  if (invoice.subjectType === 'DEPOSIT') await deps.jobs.add(tx, DEPOSIT_CHANGED, { offerId: invoice.subjectId })
}

/** Posts a system message in the chat of the two, with the invoice's card. */
export async function postSystemMessage(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { id, version, providerId, customerId }: InvoiceRecord,
  key: string,
  content: SystemMessageContent,
): Promise<void> {
  const card = { type: 'invoice', id }
  await enqueueSystemMessage(deps, tx, { providerId, customerId, key: `${id} ${version} ${key}`, content, card })
}
