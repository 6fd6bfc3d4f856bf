import { listAndCount } from '../apps/server/src/modules/bookings/listing/listing.store.ts'
import { decodeCursor } from '../apps/server/src/platform/db/cursor.ts'
import { alternate, ratioOf, printRatio } from './lib/alternate.ts'
import { bookings } from './lib/bookings-data.ts'
import { BUSY_PROVIDER_ROWS, withRowServers, type RowServers } from './lib/rows-servers.ts'
import { atLeast, atMost, report, type Figure } from './lib/figures.ts'
import { COUNT_CAP_RATIO, middleCursor, PAGE_SIZE, statementsOf, COMMON_WORD } from './lib/list.ts'

/**
 * Measures `GET /v2/bookings?limit=20` for a provider with 20,000 of 1,000,000 bookings: requests per second against a
 * floor with the same token check and statement, in alternating slices, and its latency against a database of 10,000
 * bookings; likewise searches by reference and by a common word.
 */
async function measure({ large, small, startFloor }: RowServers): Promise<Figure[]> {
  const cursor = await middleCursor(large, '/v2/bookings', BUSY_PROVIDER_ROWS)
  const listing = { providerId: '$provider', by: 'startAt', order: 'latest', limit: PAGE_SIZE + 1 } as const
  const floor = {
    ...large,
    port: await startFloor('bench/floors/list.floor.ts', {
      '/first': await statementsOf((db) => listAndCount(db, listing)),
      '/later': await statementsOf((db) => listAndCount(db, { ...listing, after: decodeCursor(cursor) })),
    }),
  }
  const first = `/v2/bookings?limit=${PAGE_SIZE}`
  const [search, word] = [`${first}&q=BK-2026-0005000`, `${first}&q=${COMMON_WORD}`]
  const slices = await alternate({
    first: { ...large, path: first },
    firstFloor: { ...floor, path: '/first' },
    firstSmall: { ...small, path: first },
    later: { ...large, path: `${first}&cursor=${cursor}` },
    laterFloor: { ...floor, path: '/later' },
    search: { ...large, path: search },
    searchSmall: { ...small, path: search },
    word: { ...large, path: word },
    wordSmall: { ...small, path: word },
  })
  const ratio = ratioOf(slices)
  printRatio(slices)
  return [
    atLeast('first page of bookings, requests/s ÷ floor', ratio('first', 'firstFloor', 'perSecond'), 0.6, 0.8),
    atLeast('a page in the middle, requests/s ÷ floor', ratio('later', 'laterFloor', 'perSecond'), 0.6, 0.8),
    atMost('first page, p50 of 1,000,000 ÷ of 10,000', ratio('first', 'firstSmall', 'p50'), 1.3, 1),
    atMost('a reference, p50 of 1,000,000 ÷ of 10,000', ratio('search', 'searchSmall', 'p50'), 1.3, 1),
    atMost(
      'a common word, p50 of 1,000,000 ÷ of 10,000',
      ratio('word', 'wordSmall', 'p50'),
      1.3 * COUNT_CAP_RATIO,
      COUNT_CAP_RATIO,
    ),
  ]
}

report(await withRowServers(bookings, measure))
