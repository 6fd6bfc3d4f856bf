import type { Result } from '@fettle/protocol'
import type { BookingStatus, Price } from '@fettle/protocol/bookings'
import type { listMarketplaceBookings } from '@fettle/protocol/marketplace/bookings'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import { listNewest, type MarketplaceListQuery, type MarketplaceRow } from '../../../platform/db/marketplace-list.ts'
import { toPrice } from './booking-rows.store.ts'

interface BookingRow extends MarketplaceRow<BookingStatus> {
  startAt: Date | null
  endAt: Date | null
  timeZone: string
  price_model: Price['model']
  price_amount: number | null
  price_currency: string | null
}

const list = {
  table: 'bookings',
  columns: sql`start_at as "startAt", end_at as "endAt", time_zone as "timeZone", price_model, price_amount, price_currency`,
  visible: sql`true`,
} as const

/** Bookings for the marketplace, newest first. */
export async function listForMarketplace(
  db: Queryable,
  query: MarketplaceListQuery,
): Promise<{ bookings: Result<typeof listMarketplaceBookings>; nextCursor: string | null }> {
  const { page, nextCursor } = await listNewest(list, query, (statement) => db.query<BookingRow>(statement))
  return {
    bookings: page.map(({ price_model, price_amount, price_currency, ...row }) => ({
      ...row,
      price: toPrice({ price_model, price_amount, price_currency }),
      startAt: row.startAt?.toISOString() ?? null,
      endAt: row.endAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
