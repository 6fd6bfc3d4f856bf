import type { InvoiceSubjectType } from '@fettle/protocol/invoices/invoices'
import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import { loadText, readText } from '../../platform/locale/messages.ts'
import { moneyParam } from '../../platform/locale/message-params.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import { recordIn, postSystemMessage, timeZoneOf, voidIn, type InvoiceDeps } from './issue.service.ts'
import { enqueueMilestonePaid } from './payments/milestone-paid.jobs.ts'
import { listOf } from './payments/payments.store.ts'

/** The subject of an invoice. The functions here run in the caller's transaction. */
export interface ChargedSubject {
  type: InvoiceSubjectType
  id: string
}

/** Amounts paid directly, and each payment of a fee, because fees are earned as they are paid. */
export async function findPaid(
  tx: Tx,
  { type, id }: ChargedSubject,
): Promise<{ direct: number; payments: { id: string; amount: number; custody: 'PLATFORM' | 'PROVIDER' }[] }> {
  const invoice = await store.lockLive(tx, type, id)
  const all = invoice ? await listOf(tx, invoice.id) : []
  const payments = all.filter(({ status }) => status === 'CONFIRMED')
  const direct = payments.filter(({ custody }) => custody === 'PROVIDER').reduce((sum, { amount }) => sum + amount, 0)
  return {
    direct,
    payments: payments.map(({ id: paymentId, amount, custody }) => ({ id: paymentId, amount, custody })),
  }
}

/**
 * The rest of `amount` minor units of confirmed work after credits and refunds. 0 if its invoice was voided by anyone but
 * its provider.
 */
export async function findRemaining(tx: Tx, { type, id }: ChargedSubject, amount: number): Promise<number> {
  const { charged, reduced, isReversed } = await store.findReduction(tx, type, id)
  if (isReversed) return 0
  // The price of a booking may change after it was charged, and a milestone's amount after a settlement.
  const whole = type === 'MILESTONE' ? (charged ?? amount) : amount
  return Math.max(0, whole - reduced)
}

/** Stops reminders while in dispute, or resumes them. */
export async function setOnHold(tx: Tx, charged: ChargedSubject, onHold: boolean): Promise<void> {
  const invoice = await store.lockLive(tx, charged.type, charged.id)
  if (invoice && invoice.onHold !== onHold) await store.save(tx, { ...invoice, onHold, version: invoice.version + 1 })
}

/**
 * Reduces the charge to `amount` minor units with a credit note; an invoice without payments is voided instead if
 * nothing remains. Money paid beyond that is to be refunded. Does nothing without an invoice.
 */
export async function reduceCharge(
  deps: InvoiceDeps,
  tx: Tx,
  charged: ChargedSubject,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  const invoice = await store.lockLive(tx, charged.type, charged.id)
  const reduction = invoice ? invoice.total - invoice.credited - invoice.refunded - Math.max(0, amount) : 0
  if (!invoice?.number || reduction <= 0) return
  if (amount <= 0 && invoice.status === 'ISSUED' && invoice.waiting === 0 && invoice.deposited === 0) {
    await voidIn(deps, tx, invoice, { role: 'SYSTEM', actor: SYSTEM_ACTOR, reason })
    return
  }
  await creditPart(deps, tx, invoice, { amount: reduction, reason, isByProvider: false })
}

/** Credits `amount` minor units of an issued invoice with a credit note. Money paid beyond the rest is to be refunded. */
export async function creditPart(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  { amount, reason, isByProvider }: { amount: number; reason: string; isByProvider: boolean },
): Promise<InvoiceRecord> {
  const now = deps.clock.now()
  const context = { now, isDeducted: false }
  const withCredit = rules.bumpVersion({ ...invoice, credited: invoice.credited + amount }, now)
  const after = rules.withPaymentStatus(withCredit, context)
  await store.save(tx, after)
  const { id: invoiceId, providerId, currency } = invoice
  const number = await store.nextNumber(tx, 'CN', providerId, localDate(now, await timeZoneOf(deps, tx, providerId)))
  const note = { id: deps.ids.next('crn'), invoiceId, providerId, number, amount, currency, reason, issuedAt: now }
  await store.insertCreditNote(tx, { ...note, isPartial: true, isByProvider })
  const data = { reason: readText('en', loadText(reason)), creditNote: number, amount }
  await recordIn(deps, tx, after, { type: 'invoice.credited', actor: SYSTEM_ACTOR, data })
  await postSystemMessage(deps, tx, after, `credited ${number}`, {
    code: 'invoice-credited',
    params: { amount: moneyParam({ amount, currency }), number: invoice.number ?? '' },
  })
  if (after.status !== 'PAID' || invoice.status === 'PAID') return after
  await recordIn(deps, tx, after, {
    type: 'invoice.paid',
    actor: SYSTEM_ACTOR,
    data: { number: after.number, total: after.total },
  })
  await enqueueMilestonePaid(deps, tx, after)
  return after
}
