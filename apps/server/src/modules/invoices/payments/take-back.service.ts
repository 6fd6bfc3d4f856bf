import type { ActorRef } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ChargedSubject } from '../disputed.service.ts'
import * as rules from '../invoice.rules.ts'
import * as invoices from '../invoices.store.ts'
import { credit, voidIn, type InvoiceDeps } from '../issue.service.ts'
import { answerIn } from './payments.service.ts'
import { listOf } from './payments.store.ts'

/** Takes back an invoice, if there is one: refunds what was paid, drops unconfirmed payments, and voids the rest. */
export async function takeBack(
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
