import { expect, it } from 'vitest'
import { createMarketplaceClient } from './client.ts'
import { readEvents } from './events.ts'

/** A client of a feed with these positions, two events a page. */
function clientOf(positions: readonly number[]) {
  const queries: string[] = []
  const client = createMarketplaceClient({
    origin: 'https://fettle.example',
    apiKey: 'mk_test_1',
    fetch: async (url) => {
      const { searchParams } = new URL(String(url))
      queries.push(searchParams.toString())
      const left = positions.filter((seq) => seq > Number(searchParams.get('after')))
      const data = left.slice(0, 2).map((seq) => ({ seq }))
      const meta = { next: data.at(-1)?.seq ?? Number(searchParams.get('after')), hasMore: left.length > 2 }
      return Response.json({ success: true, status: 200, message: 'OK', data, meta })
    },
  })
  return { client, queries }
}

it('reads all events after a position, in order, and ends at the end of the feed', async () => {
  const { client } = clientOf([3, 5, 8, 9, 12])
  const read: number[] = []
  for await (const { seq } of readEvents(client, { after: 3 })) read.push(seq)
  expect(read).toEqual([5, 8, 9, 12])
})

it('continues after the last event that was processed', async () => {
  const { client } = clientOf([3, 5, 8])
  const read: number[] = []
  for (let round = 0; round < 3; round += 1) {
    for await (const { seq } of readEvents(client, { after: read.at(-1) ?? 0 })) {
      read.push(seq)
      break
    }
  }
  expect(read).toEqual([3, 5, 8])
})

it('says where to continue after events of other types, so that a reader of few types never expires', async () => {
  const fetch = async (url: unknown) => {
    const isFirst = new URL(String(url)).searchParams.get('after') === '3'
    const meta = isFirst ? { next: 5, hasMore: true } : { next: 40, hasMore: false }
    return Response.json({ success: true, status: 200, message: 'OK', data: isFirst ? [{ seq: 5 }] : [], meta })
  }
  const client = createMarketplaceClient({ origin: 'https://fettle.example', apiKey: 'mk_test_1', fetch })
  const steps: (number | string)[] = []
  const onPosition = (position: number) => void steps.push(`store ${position}`)
  for await (const { seq } of readEvents(client, { after: 3, types: ['dispute.opened'], onPosition })) steps.push(seq)
  expect(steps).toEqual([5, 'store 5', 'store 40'])
})

it('asks for the given types only', async () => {
  const { client, queries } = clientOf([])
  for await (const event of readEvents(client, { after: 0, types: ['booking.confirmed', 'offer.sent'] })) {
    throw new Error(`unexpected event ${event.seq}`)
  }
  expect(queries).toEqual(['after=0&limit=200&types=booking.confirmed%2Coffer.sent'])
})
