import { listBookings } from '@fettle/protocol/bookings/index'
import { queryOf } from '../lib/query.ts'

const DAY = 24 * 60 * 60_000
/** So many days back and ahead are readable without a connection (domain §18 Offline). */
const REACH = 14
const MOST = 100

/**
 * The days ahead and the days behind, each the same all day so that it is one query. What is to come is read first: who
 * has more jobs than fit on a page can do without the oldest of them.
 */
export function nearBookings(now: Date) {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const day = (days: number) => new Date(midnight + days * DAY).toISOString()
  return [
    queryOf(listBookings, { query: { from: day(0), to: day(REACH + 1), limit: MOST, sort: 'startAt' } }),
    queryOf(listBookings, { query: { from: day(-REACH), to: day(0), limit: MOST, sort: '-startAt' } }),
  ]
}
