import { finalStatuses, type BookingStatus, type ContactAttempt } from '@fettle/protocol/bookings'
import { sql, type Queryable } from '../../platform/db/db.ts'
import type { Booking } from './booking.rules.ts'

/** The two a booking is between. */

export interface BookingRelations {
  /** What the two had to do with each other before, and the chat they have. */
  relationship: { since: Date; completedWithYou: number; channelId: string | null }
  /** How the provider tried to reach the customer, the oldest first. */
  attempts: ContactAttempt[]
}

/** What a booking is shown with beside what decides about it. */
export async function findBookingRelations(
  db: Queryable,
  { id, providerId, customer }: Pick<Booking, 'id' | 'providerId' | 'customer'>,
): Promise<BookingRelations> {
  const { attempts, ...relationship } = await db.one<
    BookingRelations['relationship'] & { attempts: (ContactAttempt & { at: string })[] | null }
  >(sql`
    select min(created_at) as since, count(*) filter (where status = 'COMPLETED') as "completedWithYou",
      (select id from channels where provider_id = ${providerId} and customer_id = ${customer.id}) as "channelId",
      (select jsonb_agg(jsonb_build_object('id', a.id, 'method', a.method, 'at', a.at) order by a.at, a.id)
       from booking_contact_attempts a where a.booking_id = ${id}) as attempts
    from bookings where provider_id = ${providerId} and customer_id = ${customer.id}`)
  return {
    relationship,
    attempts: (attempts ?? []).map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at).toISOString() })),
  }
}

export async function findProviderName(db: Queryable, { providerId }: Pick<Booking, 'providerId'>): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`
    select concat_ws(' ', first_name, last_name) as name from accounts where id = ${providerId}`)
  return name
}

/** A customer as a booking needs them. */
export async function findCustomer(
  db: Queryable,
  id: string,
): Promise<(Booking['customer'] & { timeZone: string }) | undefined> {
  return db.maybeOne(sql`
    select id, name, avatar, phone, time_zone as "timeZone" from customers where id = ${id}`)
}

/** What a customer asked for and is not over, by reference. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference from bookings where customer_id = ${customerId} and not (status = any(${[...finalStatuses]}))
    order by start_at limit 10`)
  return rows.map(({ reference }) => reference)
}

/** How many requests and jobs of a provider are not over. */
export async function countOpenBookings(db: Queryable, providerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from bookings
    where provider_id = ${providerId} and not (status = any(${[...finalStatuses]}))`)
  return count
}

/** Of a customer who left, what was done stays, but not where. */
export async function redactAddresses(tx: Queryable, customerId: string): Promise<void> {
  await tx.execute(sql`
    update bookings
    set location = jsonb_build_object('line1', '', 'city', location -> 'city', 'country', location -> 'country')
    where customer_id = ${customerId}`)
}

/** Whose booking it is. */
export async function findParties(
  db: Queryable,
  id: string,
): Promise<{ providerId: string; customerId: string } | undefined> {
  return db.maybeOne(sql`
    select provider_id as "providerId", customer_id as "customerId" from bookings where id = ${id}`)
}

/** Whether the two ever had a booking together. */
export async function haveSharedBooking(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const { met } = await db.one<{ met: boolean }>(sql`
    select exists (select from bookings where customer_id = ${customerId} and provider_id = ${providerId}) as met`)
  return met
}

const underWay: BookingStatus[] = ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED', 'AWAITING_CONFIRMATION']

/** Whether a booking is this provider's and its work has begun, or the way there, and is not over. */
export async function isUnderWay(db: Queryable, providerId: string, id: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from bookings where id = ${id} and provider_id = ${providerId} and status = any(${underWay})`)
  return row !== undefined
}
