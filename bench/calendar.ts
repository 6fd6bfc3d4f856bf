import { findSettings } from '../apps/server/src/modules/availability/settings.store.ts'
import { blocksBetween, bookingsBetween } from '../apps/server/src/modules/calendar/calendar.store.ts'
import type { Queryable, Sql } from '../apps/server/src/platform/db/db.ts'
import { alternate, ratioOf, printRatio } from './lib/alternate.ts'
import { bookings } from './lib/bookings-data.ts'
import { withRowServers, type RowServers } from './lib/rows-servers.ts'
import { atLeast, atMost, report, type Figure } from './lib/figures.ts'

/** A month in the middle of the large table, and one within the small one. */
const month = { from: new Date('2026-03-01T00:00:00.000Z'), to: new Date('2026-04-01T00:00:00.000Z') }
const smallMonth = { from: new Date('2020-01-05T00:00:00.000Z'), to: new Date('2020-02-05T00:00:00.000Z') }
const pathOf = ({ from, to }: typeof month) => `/v2/calendar?from=${from.toISOString()}&to=${to.toISOString()}`

/**
 * Measures `GET /v2/calendar` of a month for a provider with 20,000 of 1,000,000 bookings: requests per second against
 * a baseline with the same token check and statements, in alternating slices, and its latency against a database of
 * 10,000 bookings.
 */
async function measure({ large, small, startFloor }: RowServers): Promise<Figure[]> {
  const floor = await startFloor('bench/floors/calendar.floor.ts', await statementsOf())
  const slices = await alternate({
    month: { ...large, path: pathOf(month) },
    floor: { ...large, port: floor, path: '/month' },
    small: { ...small, path: pathOf(smallMonth) },
  })
  const ratio = ratioOf(slices)
  printRatio(slices)
  return [
    atLeast('a month of the calendar, requests/s ÷ floor', ratio('month', 'floor', 'perSecond'), 0.6, 0.8),
    atMost('a month, p50 of 1,000,000 ÷ of 10,000', ratio('month', 'small', 'p50'), 1.3, 1),
  ]
}

/** The statements the product runs for a month, with a placeholder for the provider. */
async function statementsOf(): Promise<{ text: string; values: unknown[] }[]> {
  const seen: Sql[] = []
  const spy = {
    maybeOne: async (statement: Sql) => {
      seen.push(statement)
      return undefined
    },
  } as unknown as Queryable
  await findSettings(spy, '$provider')
  const { from, to } = month
  seen.push(bookingsBetween('$provider', from, to), blocksBetween('$provider', from, to, new Date()))
  return seen.map(({ text, values }) => ({ text, values }))
}

report(await withRowServers(bookings, measure))
