import { listPage } from '../apps/server/src/modules/bookings/listing.store.ts'
import type { Queryable, Sql } from '../apps/server/src/platform/db.ts'
import { alternate, ratioOf, tell } from './lib/alternate.ts'
import { LARGE, onBookings, type Bookings } from './lib/bookings-servers.ts'
import { atLeast, atMost, report, type Figure } from './lib/figures.ts'

const PAGE = 20

/**
 * `GET /v2/bookings?limit=20` of a provider with 20,000 among 1,000,000 bookings: requests per second against a floor
 * that does the same token check and the same statement, in slices that alternate, and its time against the same with
 * 10,000 bookings.
 */
async function measure({ large, small, startFloor }: Bookings): Promise<Figure[]> {
  const cursor = await middleOf(large.port, large.token)
  const floor = {
    ...large,
    port: await startFloor('bench/bookings.floor.ts', {
      '/first': await statementOf(),
      '/later': await statementOf(cursor),
    }),
  }
  const first = `/v2/bookings?limit=${PAGE}`
  const slices = await alternate({
    first: { ...large, path: first },
    firstFloor: { ...floor, path: '/first' },
    firstSmall: { ...small, path: first },
    later: { ...large, path: `${first}&cursor=${cursor}` },
    laterFloor: { ...floor, path: '/later' },
  })
  const ratio = ratioOf(slices)
  tell(slices)
  return [
    atLeast('first page of bookings, requests/s ÷ floor', ratio('first', 'firstFloor', 'perSecond'), 0.6, 0.8),
    atLeast('a page in the middle, requests/s ÷ floor', ratio('later', 'laterFloor', 'perSecond'), 0.6, 0.8),
    atMost('first page, p50 of 1,000,000 ÷ of 10,000', ratio('first', 'firstSmall', 'p50'), 1.3, 1),
  ]
}

/** The cursor of a page in the middle of the list, walked to as a reader would. */
async function middleOf(port: number, token: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < LARGE / 50 / 2 / 100; page += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/bookings?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { meta } = (await answer.json()) as { meta: { nextCursor: string } }
    cursor = meta.nextCursor
  }
  return cursor
}

/** The very statement the product runs for a page, with a place for the provider. */
async function statementOf(cursor?: string): Promise<{ text: string; values: unknown[] }> {
  let seen: Sql | undefined
  const spy = {
    many: async (statement: Sql) => {
      seen = statement
      return []
    },
  } as unknown as Queryable
  const [time, id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split('.')
  const after = cursor ? { at: new Date(Number(time)), id } : undefined
  await listPage(spy, { providerId: '$provider', order: 'latest', after, limit: PAGE + 1 })
  if (!seen) throw new Error('The list ran no statement')
  return { text: seen.text, values: seen.values }
}

report(await onBookings(measure))
