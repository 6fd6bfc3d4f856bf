import { findTimeZone } from '../auth/index.ts'
import type { InvoiceSubjectType } from '@fettle/protocol/invoices/invoices'
import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import { loadText, readText } from '../../platform/locale/messages.ts'
import { moneyParam } from '../../platform/locale/message-params.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import type { Tx } from '../../platform/db/db.ts'
import { bumpVersion } from '../../platform/workflow/rules.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import { recordIn, postSystemMessage, voidIn, type InvoiceDeps } from './issue.service.ts'
import { enqueueMilestonePaid } from './payments/milestone-paid.jobs.ts'
import { listOf, type PaymentRow } from './payments/payments.store.ts'
import { sumRefundedDeposit } from './payments/settle.service.ts'

/** The subject of an invoice. The functions here run in the caller's transaction. */
export interface ChargedSubject {
  type: InvoiceSubjectType
  id: string
}

/** The confirmed payments of a charge, oldest first. */
export async function listPaid(tx: Tx, { type, id }: ChargedSubject): Promise<Pick<PaymentRow, 'id' | 'amount'>[]> {
  const invoice = await store.lockLive(tx, type, id)
  const payments = invoice ? await listOf(tx, invoice.id) : []
  return payments.filter(({ status }) => status === 'CONFIRMED')
}

/**
 * The rest of `amount` minor units of work after credits and refunds, also of its deposit. If its invoice was voided by
 * anyone but its provider: 0, or all of unconfirmed work, which is charged again on confirmation.
 */
export async function findRemaining(
  tx: Tx,
  { type, id }: ChargedSubject,
  { amount, isConfirmed }: { amount: number; isConfirmed: boolean },
): Promise<number> {
  const { charged, reduced, isReversed } = await store.findReduction(tx, type, id)
  if (isReversed) return isConfirmed ? 0 : amount
  const invoice = await store.findLast(tx, type, id)
  const refunded = invoice ? await sumRefundedDeposit(tx, invoice) : 0
  // The price of a booking may change after it was charged, and a milestone's amount after a settlement.
  const whole = type === 'MILESTONE' ? (charged ?? amount) : amount
  return Math.max(0, whole - reduced - refunded)
}

/** Stops reminders while in dispute, or resumes them. */
export async function setOnHold(tx: Tx, charged: ChargedSubject, onHold: boolean): Promise<void> {
  const invoice = await store.lockLive(tx, charged.type, charged.id)
  if (invoice && invoice.onHold !== onHold) await store.save(tx, { ...invoice, onHold, version: invoice.version + 1 })
}

/**
 * Reduces the charge to `amount` minor units with a credit note; an invoice without payments is voided instead if
 * nothing remains. Money paid beyond that is to be refunded. What the charge no longer needs of a deducted deposit is
 * credited on the deposit's invoice. Does nothing without an invoice.
 */
export async function reduceCharge(
  deps: InvoiceDeps,
  tx: Tx,
  charged: ChargedSubject,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  const invoice = await store.lockLive(tx, charged.type, charged.id)
  if (invoice?.number) await reduceInvoice(deps, tx, invoice, { amount: Math.max(0, amount), reason })
}

async function reduceInvoice(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  const left = invoice.total - invoice.credited - invoice.refunded - (await sumRefundedDeposit(tx, invoice))
  const reduction = left - amount
  if (reduction <= 0) return
  if (amount === 0 && invoice.status === 'ISSUED' && invoice.waiting === 0 && invoice.deposited === 0) {
    await voidIn(deps, tx, invoice, { role: 'SYSTEM', actor: SYSTEM_ACTOR, reason })
    return
  }
  const after = await creditPart(deps, tx, invoice, { amount: reduction, reason, isByProvider: false })
  const unneeded = rules.unneededDepositOf(after) - rules.unneededDepositOf(invoice)
  const deposit = unneeded > 0 && invoice.offerId ? await store.lockDeposit(tx, invoice.offerId) : undefined
  if (!deposit) return
  const needed = deposit.total - deposit.credited - deposit.refunded - unneeded
  await reduceInvoice(deps, tx, deposit, { amount: Math.max(0, needed), reason })
}

/**
 * Credits `amount` minor units of an issued invoice with a credit note, without what it no longer needs of a deducted
 * deposit. Money paid beyond the rest is to be refunded.
 */
export async function creditPart(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { amount, reason, isByProvider }: { amount: number; reason: string; isByProvider: boolean },
): Promise<InvoiceRecord> {
  const now = deps.clock.now()
  const context = { now, isDeducted: false }
  const withCredit = bumpVersion({ ...invoice, credited: invoice.credited + amount }, now)
  const after = rules.withPaymentStatus(withCredit, context)
  await store.save(tx, after)
  const ownAmount = amount - (rules.unneededDepositOf(after) - rules.unneededDepositOf(invoice))
  if (ownAmount > 0) await insertPartialCredit(deps, tx, after, { amount: ownAmount, reason, isByProvider })
  if (after.status !== 'PAID' || invoice.status === 'PAID') return after
  await recordIn(deps, tx, after, {
    type: 'invoice.paid',
    actor: SYSTEM_ACTOR,
    data: { number: after.number, total: after.total },
  })
  await enqueueMilestonePaid(deps, tx, after)
  return after
}

async function insertPartialCredit(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { amount, reason, isByProvider }: { amount: number; reason: string; isByProvider: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const { id: invoiceId, providerId, currency } = invoice
  const number = await store.nextNumber(tx, 'CN', providerId, localDate(now, await findTimeZone(deps, tx, providerId)))
  const note = { id: deps.ids.next('crn'), invoiceId, providerId, number, amount, currency, reason, issuedAt: now }
  await store.insertCreditNote(tx, { ...note, isPartial: true, isByProvider })
  const data = { reason: readText('en', loadText(reason)), creditNote: number, amount }
  await recordIn(deps, tx, invoice, { type: 'invoice.credited', actor: SYSTEM_ACTOR, data })
  await postSystemMessage(deps, tx, invoice, `credited ${number}`, {
    code: 'invoice-credited',
    params: { amount: moneyParam({ amount, currency }), number: invoice.number ?? '' },
  })
}
