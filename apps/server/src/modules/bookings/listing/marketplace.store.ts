import { isScheduled } from '../unscheduled.rules.ts'
import type { Result } from '@fettle/protocol'
import type { BookingStatus, Price } from '@fettle/protocol/bookings'
import type { listMarketplaceBookings } from '@fettle/protocol/marketplace/bookings'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import { empty, sql, type Queryable } from '../../../platform/db/db.ts'
import { toPrice } from './booking-rows.store.ts'

interface MarketplaceBookingQuery {
  customerId?: string | undefined
  providerId?: string | undefined
  status?: readonly BookingStatus[] | undefined
  cursor?: string | undefined
  limit: number
}

interface MarketplaceBookingRow {
  id: string
  reference: string
  status: BookingStatus
  title: string
  customerId: string
  providerId: string
  startAt: Date
  endAt: Date
  timeZone: string
  price_model: Price['model']
  price_amount: number | null
  price_currency: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Bookings for the marketplace, newest first: keyset pagination over the index by creation. */
export async function listForMarketplace(
  db: Queryable,
  { customerId, providerId, status, cursor, limit }: MarketplaceBookingQuery,
): Promise<{ bookings: Result<typeof listMarketplaceBookings>; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await db.query<MarketplaceBookingRow>(sql`
    select id, reference, status, title, customer_id as "customerId", provider_id as "providerId",
      start_at as "startAt", end_at as "endAt", time_zone as "timeZone", price_model, price_amount, price_currency,
      version, created_at as "createdAt", updated_at as "updatedAt"
    from bookings
    where true ${customerId ? sql`and customer_id = ${customerId}` : empty}
      ${providerId ? sql`and provider_id = ${providerId}` : empty}
      ${status?.length ? sql`and status = any(${status})` : empty}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : empty}
    order by created_at desc, id desc limit ${limit + 1}`)
  const { page, nextCursor } = pageOf(rows, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return {
    bookings: page.map(({ price_model, price_amount, price_currency, ...row }) => ({
      ...row,
      price: toPrice({ price_model, price_amount, price_currency }),
      startAt: isScheduled(row) ? row.startAt.toISOString() : null,
      endAt: isScheduled(row) ? row.endAt.toISOString() : null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nextCursor,
  }
}
