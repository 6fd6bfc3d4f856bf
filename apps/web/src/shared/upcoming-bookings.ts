import { listBookings } from '@fettle/protocol/bookings'
import { queryOf } from '../lib/http/query.ts'

const DAY_MS = 24 * 60 * 60_000
/** So many days back and ahead are readable without a connection. */
const DAYS_EACH_WAY = 14
const PAGE_SIZE = 100

/**
 * The days ahead and the days behind, each the same all day so that it is one query. What is to come is read first: who
 * has more jobs than fit on a page can do without the oldest of them.
 */
export function upcomingBookingsQueries(now: Date) {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const day = (days: number) => new Date(midnight + days * DAY_MS).toISOString()
  return [
    queryOf(listBookings, { query: { from: day(0), to: day(DAYS_EACH_WAY + 1), limit: PAGE_SIZE, sort: 'startAt' } }),
    queryOf(listBookings, { query: { from: day(-DAYS_EACH_WAY), to: day(0), limit: PAGE_SIZE, sort: '-startAt' } }),
  ]
}
