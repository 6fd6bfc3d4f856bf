import { empty, sql, type Queryable } from '../../../platform/db/db.ts'

/** How many jobs of each status are considered. */
const MAX_JOBS = 50

/**
 * Ids of a provider's latest handed-over jobs that no milestone pays, those that wait for the customer first. Each part
 * follows an index.
 */
export async function listHandedOver(
  db: Queryable,
  { providerId, customerId }: { providerId: string; customerId?: string | undefined },
): Promise<string[]> {
  const ofProvider = sql`
    provider_id = ${providerId} and milestone_id is null
    ${customerId === undefined ? empty : sql`and customer_id = ${customerId}`}`
  const rows = await db.query<{ id: string }>(sql`
    (select id from bookings where ${ofProvider} and status = 'AWAITING_CONFIRMATION'
     order by start_at desc, id desc limit ${MAX_JOBS})
    union all
    (select id from bookings where ${ofProvider} and status = 'COMPLETED'
     order by completed_at desc, id desc limit ${MAX_JOBS})`)
  return rows.map(({ id }) => id)
}
