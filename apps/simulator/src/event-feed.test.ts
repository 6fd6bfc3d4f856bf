import { createMarketplaceClient } from '@fettle/marketplace'
import { beforeEach, expect, it } from 'vitest'
import { createEventFeed } from './event-feed.ts'
import { createSimulator } from './simulator.ts'
import { systemTime } from './time.ts'

/** What was asked of the feed. */
let positions: string[] = []
/** Position of its newest event. */
let newest = 0
let isReachable = true
beforeEach(() => {
  positions = []
  newest = 5_000
  isReachable = true
})

const bookingId = 'bkg_01JABCDEFGHJKMNPQRSTVWXYZ0'
const marketplace = createMarketplaceClient({
  origin: 'https://fettle.example',
  apiKey: 'mk_test_1',
  maxAttempts: 1,
  fetch: async (url) => {
    const { pathname, searchParams } = new URL(String(url))
    const answer = (data: unknown, meta = {}) =>
      Response.json({ success: true, status: 200, message: 'OK', data, meta })
    if (!pathname.endsWith('/events')) return answer({ id: 'usr_1', name: 'Ada' })
    if (!isReachable) throw new TypeError('connection refused')
    const after = searchParams.get('after') ?? ''
    positions.push(after)
    // The newest event is of a type that the reader does not get; the one before is about a booking.
    const seq = newest - 1
    const data = after !== 'latest' && Number(after) < seq ? [{ seq, data: { object: { id: bookingId } } }] : []
    return answer(data, { next: newest, hasMore: false })
  },
})

it('starts at the end of the feed without reading what was there before, and goes on from its position', async () => {
  let now = new Date()
  const later = () => (now = new Date(now.getTime() + 2_000))
  const feed = createEventFeed(marketplace, () => now)
  await feed.begin()
  newest = 5_010
  later()
  await feed.refresh()
  expect(feed.newestSeqOf([bookingId])).toBe(5_009)
  later()
  await feed.refresh()
  expect(positions).toEqual(['latest', '5000', '5010'])
})

it('plays stories after the feed could not be read once', async () => {
  const simulator = createSimulator({ marketplace, time: systemTime, seed: 'one', speed: 1 })
  isReachable = false
  await expect(simulator.begin('HAPPY_PATH', 'usr_1')).rejects.toThrow('no answer')
  isReachable = true
  expect(await simulator.begin('HAPPY_PATH', 'usr_1')).toMatchObject({ id: 'HAPPY_PATH#1' })
})
