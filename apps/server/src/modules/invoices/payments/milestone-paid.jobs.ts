import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { InvoiceRecord } from '../invoice.rules.ts'
import { lockLive } from '../invoices.store.ts'

/** Job that updates a milestone from its invoice. It carries no state, because jobs may run in another order. */
export const MILESTONE_PAID = 'contracts.mark-milestone-paid'
export interface MilestonePaid {
  contractId: string
  milestoneId: string
}

/** Enqueues the job that updates the milestone of an invoice that was issued, or whose payment changed. */
export async function enqueueMilestonePaid(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { subjectType, subjectId, contractId }: InvoiceRecord,
): Promise<void> {
  if (subjectType !== 'MILESTONE' || !contractId) return
  const changed: MilestonePaid = { contractId, milestoneId: subjectId }
  await jobs.add(tx, MILESTONE_PAID, changed)
}

/** The issued invoice of a milestone, locked, and whether it is paid. Undefined: there is none that is not void. */
export async function findMilestoneInvoice(
  tx: Tx,
  milestoneId: string,
): Promise<{ id: string; isPaid: boolean } | undefined> {
  const invoice = await lockLive(tx, 'MILESTONE', milestoneId)
  return invoice?.number ? { id: invoice.id, isPaid: invoice.status === 'PAID' } : undefined
}
