import { empty, sql, type Queryable } from '../../platform/db/db.ts'
import type { Cursor } from '../../platform/db/cursor.ts'
import { containsTerms } from '../../platform/db/list-query.ts'

/** A customer in the provider's list. */
export interface ProviderCustomer {
  id: string
  name: string
  avatar: string | null
  phone: string | null
  timeZone: string
  since: Date
  lastBookingId: string
  lastBookedAt: Date
}

/** Records that the two have a booking, and which is the latest. */
export async function linkCustomer(
  tx: Queryable,
  {
    id,
    providerId,
    customer,
    createdAt,
  }: { id: string; providerId: string; customer: { id: string }; createdAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_customers as p (provider_id, customer_id, since, last_booking_id, last_booked_at)
    values (${providerId}, ${customer.id}, ${createdAt}, ${id}, ${createdAt})
    on conflict (provider_id, customer_id) do update
      set last_booking_id = excluded.last_booking_id, last_booked_at = excluded.last_booked_at
      where p.last_booked_at <= excluded.last_booked_at`)
}

/**
 * Latest booking first, read in index order. Deleted customers are excluded. A search by name scans all of a provider's
 * customers: a thousand take two milliseconds, and few have more (decision 240).
 */
export const listPage = (
  db: Queryable,
  providerId: string,
  { text, after, limit }: { text: string | undefined; after: Cursor | undefined; limit: number },
) =>
  db.query<ProviderCustomer>(sql`
    select c.id, c.name, c.avatar, c.phone, c.time_zone as "timeZone", p.since,
      p.last_booking_id as "lastBookingId", p.last_booked_at as "lastBookedAt"
    from provider_customers p join customers c on c.id = p.customer_id
    where p.provider_id = ${providerId} and c.left_at is null
      ${text === undefined ? empty : sql`and ${containsTerms(sql`c.normalized_name`, text)}`}
      ${after ? sql`and (p.last_booked_at, p.customer_id) < (${after.at}, ${after.id})` : empty}
    order by p.last_booked_at desc, p.customer_id desc limit ${limit}::int`)
