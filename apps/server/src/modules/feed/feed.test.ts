import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocumentForReview, rejectDocument, uploadDocument } from '@fettle/protocol/accounts/documents'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { listMarketplaceEvents, marketplaceEventTypes } from '@fettle/protocol/marketplace/events'
import { suspendProvider } from '@fettle/protocol/accounts/moderation'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { asFile, pdf } from '../../../testing/fixtures/files.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { rootDir } from '../../platform/config.ts'
import { sql } from '../../platform/db/db.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { messageIdOf } from '../channels/index.ts'
import { createApiKey } from '../marketplace/index.ts'
import { purgeEvents } from './feed.service.ts'

let provider: TestProvider
const testApp = setUpTestApp({ config: { poolSize: 30 } })
beforeAll(async () => {
  provider = await createProvider(testApp)
})

interface Page {
  events: { id: string; type: string; seq: number; resourceSeq: number; data: { object: Record<string, unknown> } }[]
  next: number
  hasMore: boolean
}
type Asked = { after?: number | 'latest'; types?: string; limit?: number }
const read = async (query: Asked = {}, caller = marketplace): Promise<Page> => {
  const { body } = await testApp.send(listMarketplaceEvents, { query }, caller)
  if (!body.success) throw new Error(JSON.stringify(body))
  return { events: body.data, ...(body.meta as { next: number; hasMore: boolean }) }
}
const endOfFeed = async () => (await read({ after: 'latest' })).next
const rename = (externalId: string, name: string) =>
  testApp.call(putCustomer, { params: { externalId }, body: { name } }, marketplace)

describe('the feed', () => {
  it('returns events in order, with the object as the API shows it and its status at that time', async () => {
    const start = await endOfFeed()
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer })
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    const { events, next, hasMore } = await read({ after: start })
    expect(events).toMatchObject([
      { type: 'customer.updated', resourceSeq: 1, data: { object: { id: customer.id, name: customer.name } } },
      {
        type: 'booking.requested',
        resourceSeq: 1,
        data: { object: { id, customerId: customer.id }, previousStatus: null },
      },
      {
        type: 'booking.confirmed',
        resourceSeq: 2,
        apiVersion: '2026-11-01',
        data: { object: { id, status: 'CONFIRMED', provider: { id: provider.id } }, previousStatus: 'REQUESTED' },
      },
    ])
    expect(events.map(({ seq }) => seq)).toEqual([start + 1, start + 2, start + 3])
    expect([next, hasMore]).toEqual([start + 3, false])
  })

  it('counts all events of a provider in one sequence, also of changes at the same time', async () => {
    const start = await endOfFeed()
    const someone = await createProvider(testApp)
    const weekly = [{ day: 'WED' as const, intervals: [{ from: '09:00', to: '12:00' }] }]
    const hours = { weekly, timeZone: 'Africa/Lagos', bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
    const until = new Date(testApp.clock.now().getTime() + DAY_MS).toISOString()
    const answers = await Promise.all([
      testApp.send(putAvailability, { body: hours }, someone),
      testApp.send(
        suspendProvider,
        { params: { id: someone.id }, body: { reason: 'Unpaid fees', until } },
        marketplace,
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { events } = await read({ after: start })
    expect(events.map(({ data, resourceSeq }) => [data.object['id'], resourceSeq])).toEqual([
      [someone.id, 1],
      [someone.id, 2],
      [someone.id, 3],
    ])
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'provider.availability_changed',
      'provider.onboarded',
      'provider.suspended',
    ])
  })

  it('contains the texts of the product in English', async () => {
    const file = asFile(pdf(), 'passport.pdf')
    const { id } = await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
    const start = await endOfFeed()
    const body = { code: 'BLURRY', note: 'Page two.' } as const
    await testApp.call(rejectDocument, { params: { id }, body }, marketplace)
    const fix = 'Hold the phone still, in good light, until the text is sharp.'
    expect((await read({ after: start })).events).toMatchObject([
      { type: 'document.reviewed', data: { object: { id, rejection: { ...body, fix } } } },
    ])
  })

  it('has of a document what the API shows, without its short-lived address', async () => {
    const start = await endOfFeed()
    await testApp.call(
      uploadDocument,
      { body: { type: 'PASSPORT' }, file: asFile(pdf({ note: 'shown' }), 'passport.pdf') },
      provider,
    )
    const { events } = await read({ after: start, types: 'document.uploaded' })
    const { url: _, ...shown } = DocumentForReview.shape
    expect(Object.keys(events[0]?.data.object ?? {}).toSorted()).toEqual(Object.keys(shown).toSorted())
  })

  it('is paged, filtered by type, and continued from a cursor', async () => {
    const start = await endOfFeed()
    for (const name of ['One', 'Two', 'Three']) await rename('paged', name)
    const first = await read({ after: start, limit: 2 })
    expect([first.events.length, first.hasMore, first.next]).toEqual([2, true, start + 2])
    const secondPage = await read({ after: first.next, limit: 2 })
    expect([secondPage.events.length, secondPage.hasMore, secondPage.next]).toEqual([1, false, start + 3])
    expect((await read({ after: start, types: 'booking.requested,customer.updated' })).events).toHaveLength(3)
    const none = await read({ after: start, types: 'booking.requested' })
    expect([none.events, none.next]).toEqual([[], start + 3])
  })

  it('can be started at its end without missing later events', async () => {
    await rename('latest', 'Before')
    const { events, next, hasMore } = await read({ after: 'latest' })
    expect([events, hasMore]).toEqual([[], false])
    let page = await read({ limit: 1000 })
    while (page.hasMore) page = await read({ after: page.next, limit: 1000 })
    expect(page.next).toBe(next)
    await rename('latest', 'After')
    expect((await read({ after: next })).events).toMatchObject([{ seq: next + 1, data: { object: { name: 'After' } } }])
    const query = { after: 'last' as 'latest' }
    expect(await testApp.refusal(listMarketplaceEvents, { query }, marketplace)).toMatchObject({
      status: 422,
      issues: [{ field: 'after' }],
    })
  })

  it('is limited by the scopes of the key', async () => {
    const start = await endOfFeed()
    await requestBooking(testApp, { provider, customer: await createCustomer(testApp) })
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Bookings', scopes: ['webhooks', 'bookings'] })
    expect((await read({ after: start }, { token: key })).events.map(({ type }) => type)).toEqual(['booking.requested'])
    const query = { types: 'customer.updated' }
    expect(await testApp.refusal(listMarketplaceEvents, { query }, { token: key })).toMatchObject({
      status: 403,
      message: 'This key does not receive customer.updated.',
    })
    const unknown = { types: 'booking.exploded' }
    expect((await testApp.refusal(listMarketplaceEvents, { query: unknown }, marketplace)).status).toBe(422)
    const { key: other } = await createApiKey(testApp.deps, testApp.db, { name: 'Other', scopes: ['bookings'] })
    expect((await testApp.refusal(listMarketplaceEvents, {}, { token: other })).status).toBe(403)
  })

  it('contains messages of both sides with their conversation', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const start = await endOfFeed()
    await testApp.call(sendMarketplaceMessage, { params: { id }, body: { text: 'Good morning' } }, marketplace)
    await testApp.app.chat.sendMessage(cid, provider.id, {
      id: messageIdOf(Buffer.alloc(32, 7)),
      text: 'Good morning, Chidi',
    })
    const { events } = await read({ after: start, types: 'message.created' })
    expect(events).toMatchObject([
      { resourceSeq: 1, data: { object: { channelId: id, authorId: customer.id, text: 'Good morning' } } },
      {
        resourceSeq: 2,
        data: { object: { authorId: provider.id, text: 'Good morning, Chidi' }, parent: { id, ...people } },
      },
    ])
    expect((await read({ after: start, types: 'message.created' })).events).toHaveLength(2)
  })

  it('contains replies that are shown in the conversation, without a message after them', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    await testApp.call(sendMarketplaceMessage, { params: { id }, body: { text: 'Which door?' } }, marketplace)
    const parent = (await testApp.app.chat.listNewest(cid, provider.id, 1))[0]
    const start = await endOfFeed()
    const reply = { id: messageIdOf(Buffer.alloc(32, 8)), text: 'The left one', parentId: parent?.id, inChannel: true }
    await testApp.app.chat.sendMessage(cid, provider.id, reply)
    const { events } = await read({ after: start, types: 'message.created' })
    expect(events).toMatchObject([{ data: { object: { channelId: id, authorId: provider.id, text: 'The left one' } } }])
  })

  it('continues past events that cannot be rendered', async () => {
    const start = await endOfFeed()
    await testApp.db.transaction((tx) =>
      appendEvent(testApp.deps, tx, {
        subject: { type: 'booking', id: 'bkg_gone' },
        type: 'booking.late',
        actor: { type: 'SYSTEM', id: null, name: 'Fettle' },
        data: { minutes: 10 },
        providerId: null,
      }),
    )
    expect((await read({ after: start })).events).toMatchObject([{ data: { object: { id: 'bkg_gone', minutes: 10 } } }])
  })

  it('keeps events for 30 days, and reports an older cursor', async () => {
    const start = await endOfFeed()
    await rename('aging', 'Young')
    await read()
    testApp.clock.advance(29 * DAY_MS)
    await rename('aging', 'Old')
    await read()
    testApp.clock.advance(DAY_MS)
    await purgeEvents(testApp.deps)
    expect((await read({ after: start })).events).toHaveLength(2)
    testApp.clock.advance(1)
    await purgeEvents(testApp.deps)
    expect((await read()).events).toMatchObject([{ data: { object: { name: 'Old' } } }])
    const gone = await testApp.refusal(listMarketplaceEvents, { query: { after: start } }, marketplace)
    expect(gone).toMatchObject({ status: 410, code: 'EVENTS_EXPIRED', details: { oldest: start + 1 } })
    expect((await read({ after: start + 1 })).events).toHaveLength(1)
  })
})

describe('messages', () => {
  it('leave no text behind when they leave the feed', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const send = (text: string) => testApp.call(sendMarketplaceMessage, { params: { id }, body: { text } }, marketplace)
    for (const text of ['The key is under the flowerpot', 'I mean the blue flowerpot']) await send(text)
    await read()
    testApp.clock.advance(31 * DAY_MS)
    await purgeEvents(testApp.deps)
    const start = await endOfFeed()
    await send('Found it')
    expect((await read({ after: start, types: 'message.created' })).events).toMatchObject([
      { data: { object: { text: 'Found it' } } },
    ])
    const rows = await testApp.db.query(
      sql`select object::text from feed where subject_id = ${id}
          union all select data::text from events where subject_id = ${id}`,
    )
    expect(JSON.stringify(rows)).not.toContain('flowerpot')
  })
})

describe('a reader during twenty concurrent writers and a slow transaction', () => {
  it('misses and repeats no event, in order per object', async () => {
    const start = await endOfFeed()
    const seen: Page['events'] = []
    let after = start
    const turn = async () => {
      const page = await read({ after, limit: 7 })
      seen.push(...page.events)
      after = page.next
    }
    let letGo = () => undefined as void
    const slow = testApp.db.transaction(async (tx) => {
      await appendEvent(testApp.deps, tx, {
        subject: { type: 'slow', id: 'slow' },
        type: 'booking.late',
        actor: { type: 'SYSTEM', id: null, name: 'Fettle' },
        providerId: null,
      })
      await new Promise<void>((resolve) => (letGo = resolve))
    })
    const writing = { on: true }
    const writers = Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let round = 0; round < 10; round += 1) await rename(`writer-${writer}`, `Round ${round}`)
      }),
    ).finally(() => (writing.on = false))
    while (writing.on) await turn()
    await writers
    // The slow transaction did not block readers.
    while (seen.length < 200) await turn()
    letGo()
    await slow
    await turn()
    expect(seen).toHaveLength(201)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(201)
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 201 }, (_, index) => start + 1 + index))
    expect(seen.at(-1)?.type).toBe('booking.late')
    for (let writer = 0; writer < 20; writer += 1) {
      const own = seen.filter(({ data }) => data.object['externalId'] === `writer-${writer}`)
      expect(own.map(({ resourceSeq }) => resourceSeq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
  })
})

describe('event types', () => {
  it('are emitted somewhere', () => {
    const folder = join(rootDir, 'apps/server/src')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    // `payment.${status}` is composed from the status.
    const composed = new Set(['payment.confirmed', 'payment.rejected', 'payment.refunded'])
    const unwritten = marketplaceEventTypes.filter((type) => !composed.has(type) && !sources.includes(`'${type}'`))
    expect(unwritten).toEqual([])
  })
})
