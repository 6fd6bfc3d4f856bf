import type { Tx } from '../../../platform/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Invoice } from '../invoices.rules.ts'

/** Told once the invoice of a milestone is paid: whoever keeps contracts goes on from there. */
export const MILESTONE_PAID = 'invoices.milestonePaid'
export interface MilestonePaid {
  contractId: string
  milestoneId: string
}

export async function noteMilestonePaid(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { subjectType, subjectId, contractId, status }: Invoice,
): Promise<void> {
  if (subjectType !== 'MILESTONE' || !contractId || status !== 'PAID') return
  const paid: MilestonePaid = { contractId, milestoneId: subjectId }
  await jobs.add(tx, MILESTONE_PAID, paid)
}
