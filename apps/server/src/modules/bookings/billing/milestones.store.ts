import { finalStatuses, type BookingStatus } from '@fettle/protocol/bookings'
import { sql, type Queryable } from '../../../platform/db/db.ts'

const notStarted: BookingStatus[] = ['REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED']

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

/** Unlinks a cancelled milestone's visits that have not started: they are paid by themselves again. */
export async function unlinkFromMilestone(
  tx: Queryable,
  { id, bookingIds }: { id: string; bookingIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    update bookings set contract_id = null, milestone_id = null
    where id = any(${[...bookingIds]}) and milestone_id = ${id} and status = any(${notStarted})`)
}
