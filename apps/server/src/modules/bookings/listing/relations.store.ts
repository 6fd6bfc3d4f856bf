import { finalStatuses, type BookingStatus, type ContactAttempt } from '@fettle/protocol/bookings'
import { sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { jsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'
import type { Booking } from '../booking.types.ts'

/** Relations between the two parties of a booking. */

export interface BookingRelations {
  /** Earlier jobs of provider and customer, and their chat. */
  relationship: { since: Date; completedWithYou: number; channelId: string | null }
  /** The provider's contact attempts, oldest first. */
  attempts: ContactAttempt[]
}

type RelationsRow = BookingRelations['relationship'] & { attempts: ContactAttempt[] }

const relationsOf = ({ id, providerId, customerId }: Record<'id' | 'providerId' | 'customerId', Sql>) => sql`
  select since, completed_count as "completedWithYou",
    (select id from conversations where provider_id = ${providerId} and customer_id = ${customerId}) as "channelId",
    ${jsonRows(sql`select id, method, at from booking_contact_attempts where booking_id = ${id} order by at, id`)} as attempts
  from provider_customers where provider_id = ${providerId} and customer_id = ${customerId}`

const toRelations = ({ attempts, ...relationship }: RelationsRow): BookingRelations => ({
  relationship,
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at).toISOString() })),
})

/** Data shown beside a booking that plays no part in decisions. */
export const findBookingRelations = async (
  db: Queryable,
  { id, providerId, customer }: Pick<Booking, 'id' | 'providerId' | 'customer'>,
): Promise<BookingRelations> =>
  toRelations(
    await db.one<RelationsRow>(
      relationsOf({ id: sql`${id}`, providerId: sql`${providerId}`, customerId: sql`${customer.id}` }),
    ),
  )

export type RelationsColumn = JsonRow<RelationsRow>

/** The relations of booking `b` as a JSON column. */
export const relationsColumn = jsonRow(
  relationsOf({ id: sql`b.id`, providerId: sql`b.provider_id`, customerId: sql`b.customer_id` }),
)
export const fromRelationsColumn = ({ since, ...row }: RelationsColumn): BookingRelations =>
  toRelations({ ...row, since: new Date(since) })

export async function findProviderName(db: Queryable, { providerId }: Pick<Booking, 'providerId'>): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`
    select concat_ws(' ', first_name, last_name) as name from accounts where id = ${providerId}`)
  return name
}

/** A customer with the fields a booking needs. */
export async function findCustomer(
  db: Queryable,
  id: string,
): Promise<(Booking['customer'] & { timeZone: string }) | undefined> {
  return db.maybeOne(sql`
    select id, name, avatar, phone, time_zone as "timeZone" from customers where id = ${id}`)
}

/** References of a customer's open bookings. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference from bookings where customer_id = ${customerId} and not (status = any(${[...finalStatuses]}))
    order by start_at limit 10`)
  return rows.map(({ reference }) => reference)
}

/** Number of a provider's open requests and jobs. */
export async function countOpenBookings(db: Queryable, providerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from bookings
    where provider_id = ${providerId} and not (status = any(${[...finalStatuses]}))`)
  return count
}

/** Removes addresses, private notes and tags from the bookings of a deleted customer; the work itself stays. */
export async function redactCustomer(tx: Queryable, customerId: string): Promise<void> {
  await tx.execute(sql`
    update bookings
    set location = jsonb_build_object('line1', '', 'city', location -> 'city', 'country', location -> 'country'),
        tags = '{}'
    where customer_id = ${customerId}`)
  await tx.execute(sql`
    delete from booking_notes n using bookings b where b.id = n.booking_id and b.customer_id = ${customerId}`)
}

/** The provider and customer of a booking. */
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

/** Whether a booking belongs to this provider and is running, including travel to it. */
export async function isUnderWay(db: Queryable, providerId: string, id: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from bookings where id = ${id} and provider_id = ${providerId} and status = any(${underWay})`)
  return row !== undefined
}
