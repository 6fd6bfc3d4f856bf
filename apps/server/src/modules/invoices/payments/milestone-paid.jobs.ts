import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { InvoiceRecord } from '../invoice.rules.ts'

/** Told once the invoice of a milestone is paid, or is not after all: whoever keeps contracts goes on from there. */
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
