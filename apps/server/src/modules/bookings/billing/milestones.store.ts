import { finalStatuses } from '@fettle/protocol/bookings'
import { sql, type Queryable } from '../../../platform/db/db.ts'

/**
 * Links a visit to a contract's milestone, which is paid instead of it. Returns false if it is no booking of these two,
 * is over or belongs to another milestone.
 */
export async function linkToMilestone(
  tx: Queryable,
  id: string,
  {
    providerId,
    customerId,
    contractId,
    milestoneId,
  }: { providerId: string; customerId: string; contractId: string; milestoneId: string },
): Promise<boolean> {
  const linked = await tx.executeCount(sql`
    update bookings set contract_id = ${contractId}, milestone_id = ${milestoneId}
    where id = ${id} and provider_id = ${providerId} and customer_id = ${customerId}
      and (milestone_id is null or milestone_id = ${milestoneId}) and not (status = any(${[...finalStatuses]}))`)
  return linked > 0
}
