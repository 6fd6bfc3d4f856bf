import { DAY_MS } from '@fettle/protocol/core/durations'
import { listBookings } from '@fettle/protocol/bookings/calls'
import { queryOf } from '../../lib/http/query.ts'

/** Days before and after today that are readable offline. */
const DAYS_EACH_WAY = 14
const PAGE_SIZE = 100

/**
 * Queries of upcoming and recent bookings, stable for a day. Upcoming ones come first, so that a page limit drops the
 * oldest.
 */
export function upcomingBookingsQueries(now: Date) {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const day = (days: number) => new Date(midnight + days * DAY_MS).toISOString()
  return [
    queryOf(listBookings, { query: { from: day(0), to: day(DAYS_EACH_WAY + 1), limit: PAGE_SIZE, sort: 'startAt' } }),
    queryOf(listBookings, { query: { from: day(-DAYS_EACH_WAY), to: day(0), limit: PAGE_SIZE, sort: '-startAt' } }),
  ]
}
