import { SYSTEM_ACTOR, type ActorRef } from '../../../platform/acting-party.ts'
import { storeText } from '../../../platform/locale/messages.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { sumDeducted } from '../deducted-deposits.service.ts'
import { creditPart, type ChargedSubject } from '../disputed.service.ts'
import * as rules from '../invoice.rules.ts'
import * as invoices from '../invoices.store.ts'
import { credit, voidIn, type InvoiceDeps } from '../issue.service.ts'
import { answerIn } from './payments.service.ts'
import { listOf } from './payments.store.ts'
import { recordEarnings } from './settle.service.ts'

/** Reversing charges that are no longer owed. The functions here run in the caller's transaction. */

/** Reverses an invoice, if there is one: refunds what was paid, rejects unconfirmed payments, and voids the rest. */
export async function reverseInvoice(
  deps: InvoiceDeps,
  tx: Tx,
  { type, id }: ChargedSubject,
  { actor, reason }: { actor: ActorRef; reason: string },
): Promise<void> {
  let invoice = await invoices.lockLive(tx, type, id)
  if (!invoice) return
  for (const payment of await listOf(tx, invoice.id)) {
    if (payment.status !== 'CONFIRMED' && payment.status !== 'PENDING_CONFIRMATION') continue
    const action = payment.status === 'CONFIRMED' ? 'refund' : 'reject'
    const ended = { action, role: 'SYSTEM', actor, note: reason } as const
    ;({ invoice } = await answerIn(deps, tx, invoice, payment, ended))
  }
  if (invoice.status === 'VOID') return
  if (invoice.status !== 'PAID') {
    await voidIn(deps, tx, invoice, { role: 'SYSTEM', actor, reason })
    return
  }
  // A deposit covered all of it.
  const voided = rules.transition(invoice, 'refund', 'SYSTEM', { now: deps.clock.now(), isDeducted: false })
  await invoices.save(tx, voided)
  await credit(deps, tx, voided, { actor, reason, isByProvider: false })
}

/** Refunds the part of an offer's deposit that no invoice deducts, once no other invoice will. */
export async function refundUnusedDeposit(deps: InvoiceDeps, tx: Tx, offerId: string): Promise<void> {
  const reason = storeText({ code: 'credit.not-owed' })
  const deposit = await invoices.lockDeposit(tx, offerId)
  const used = deposit ? await sumDeducted(tx, deposit) : 0
  if (!deposit || used === 0) {
    await reverseInvoice(deps, tx, { type: 'DEPOSIT', id: offerId }, { actor: SYSTEM_ACTOR, reason })
    return
  }
  const amount = deposit.total - deposit.credited - deposit.refunded - used
  if (amount <= 0) return
  // What was paid of it waits no longer.
  await recordEarnings(deps, tx, await creditPart(deps, tx, deposit, { amount, reason, isByProvider: false }))
}
