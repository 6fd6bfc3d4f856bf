import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { InvoiceRecord } from '../invoice.rules.ts'

/** Job that informs contracts that a milestone's invoice is paid, or no longer. */
export const MILESTONE_PAID = 'contracts.mark-milestone-paid'
export interface MilestonePaid {
  contractId: string
  milestoneId: string
  isRefunded: boolean
}

export async function noteMilestonePaid(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { subjectType, subjectId, contractId, status }: InvoiceRecord,
): Promise<void> {
  if (subjectType !== 'MILESTONE' || !contractId) return
  const paid: MilestonePaid = { contractId, milestoneId: subjectId, isRefunded: status !== 'PAID' }
  await jobs.add(tx, MILESTONE_PAID, paid)
}
