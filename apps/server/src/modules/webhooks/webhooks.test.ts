import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  MAX_WEBHOOK_ENDPOINTS,
  patchWebhookEndpoint,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhookEndpoint,
  type WebhookEndpointWithSecret,
} from '@fettle/protocol/marketplace/webhooks'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { startWebhookReceiver, verifyWebhookAt, type WebhookReceiver } from '../../../testing/fakes/webhook-receiver.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { createApiKey } from '../marketplace/index.ts'
import { RETRY_AFTER, stateAfter, whyNotUrl } from './webhooks.rules.ts'

const testApp = setUpTestApp()
let provider: TestProvider
let receiver: WebhookReceiver
beforeAll(async () => {
  provider = await createProvider(testApp)
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  for (const { id } of await testApp.call(listWebhookEndpoints, {}, marketplace))
    await testApp.call(deleteWebhookEndpoint, { params: { id } }, marketplace)
  await receiver.close()
})

const listen = (body: { types?: string[]; email?: string } = {}, caller: Caller = marketplace) =>
  testApp.call(createWebhookEndpoint, { body: { url: receiver.url, types: ['booking.requested'], ...body } }, caller)
const read = (id: string) => testApp.call(getWebhookEndpoint, { params: { id } }, marketplace)
const deliveriesOf = (id: string) => testApp.call(listWebhookDeliveries, { params: { id } }, marketplace)
/** Publishes pending events and runs due deliveries. */
const deliver = async () => {
  await testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  await testApp.deps.jobs.runDue()
}
const typesGot = () => receiver.deliveries.map(({ event }) => event.type)
let booked = 0
const book = async () =>
  requestBooking(testApp, {
    provider,
    customer: await createCustomer(testApp),
    startAt: new Date(testApp.clock.now().getTime() + (booked += 1) * DAY_MS).toISOString(),
  })
/** Advances the clock past the next attempt, including jitter, and delivers. */
const waitAndDeliver = async (milliseconds: number) => {
  testApp.clock.advance(Math.ceil(milliseconds * 1.2))
  await deliver()
}

describe('a webhook endpoint', () => {
  it('receives events signed by Standard Webhooks, identical to the feed', async () => {
    const { id, secret } = await listen({ types: ['booking.requested', 'booking.confirmed'] })
    const booking = await book()
    await testApp.call(acceptBooking, { params: { id: booking.id }, body: {} }, provider)
    await deliver()
    expect(typesGot()).toEqual(['booking.requested', 'booking.confirmed'])
    const feed = await testApp.call(listMarketplaceEvents, { query: { limit: 1000 } }, marketplace)
    for (const got of receiver.deliveries) {
      expect(verifyWebhookAt(testApp.clock.now(), secret, got)).toEqual(feed.find((event) => event.id === got.event.id))
      expect(got.headers['webhook-id']).toBe(got.event.id)
    }
    const [first] = receiver.deliveries
    if (!first) throw new Error('Nothing came')
    expect(() => verifyWebhookAt(new Date(testApp.clock.now().getTime() + 301_000), secret, first)).toThrow('too old')
    expect(() => verifyWebhookAt(testApp.clock.now(), secret, { ...first, body: `${first.body} ` })).toThrow(
      'signature',
    )
    expect(await deliveriesOf(id)).toMatchObject([
      { type: 'booking.confirmed', status: 'DELIVERED', attempts: [{ status: 204, error: null }], nextAttemptAt: null },
      { type: 'booking.requested', status: 'DELIVERED' },
    ])
  })

  it("receives its types within the key's scopes, and nothing older", async () => {
    await book()
    await deliver()
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Bookings', scopes: ['webhooks', 'bookings'] })
    await listen({ types: ['*'] }, { token: key })
    const { id } = await book()
    await testApp.call(declineBooking, { params: { id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    await deliver()
    // Without customer events, which the key's scopes exclude.
    expect(typesGot()).toEqual(['booking.requested', 'booking.declined'])
    const input = { body: { url: receiver.url, types: ['customer.updated'] } }
    expect(await testApp.refusal(createWebhookEndpoint, input, { token: key })).toMatchObject({
      issues: [{ path: ['types', 0], message: 'This key does not receive customer.updated.' }],
    })
  })

  it('is visible to keys with all of its scopes only', async () => {
    const { id } = await listen()
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Less', scopes: ['webhooks', 'bookings'] })
    const less = { token: key }
    expect(await testApp.call(listWebhookEndpoints, {}, less)).toEqual([])
    for (const operation of [getWebhookEndpoint, deleteWebhookEndpoint, rotateWebhookSecret, enableWebhookEndpoint]) {
      expect((await testApp.refusal(operation, { params: { id } }, less)).status).toBe(404)
    }
    expect((await testApp.refusal(listWebhookDeliveries, { params: { id } }, less)).status).toBe(404)
  })

  it('is updated in part and deleted', async () => {
    const { id, createdAt } = await listen()
    const body = { description: 'Ours', types: ['booking.confirmed'], email: 'ops@example.com' }
    const changed = await testApp.call(patchWebhookEndpoint, { params: { id }, body }, marketplace)
    expect(changed).toMatchObject({ id, url: receiver.url, status: 'ENABLED', createdAt, ...body })
    expect(await read(id)).toEqual(changed)
    await testApp.call(deleteWebhookEndpoint, { params: { id } }, marketplace)
    expect((await testApp.refusal(getWebhookEndpoint, { params: { id } }, marketplace)).status).toBe(404)
    await book()
    await deliver()
    expect(receiver.deliveries).toEqual([])
  })

  it('is created once per idempotency key, up to the limit', async () => {
    const body = { url: receiver.url, types: ['booking.requested'] }
    const twice = { ...marketplace, headers: { 'idempotency-key': 'one endpoint' } }
    const [one, other] = [
      await testApp.call(createWebhookEndpoint, { body }, twice),
      await testApp.call(createWebhookEndpoint, { body }, twice),
    ]
    expect(other).toEqual(one)
    for (let n = 1; n < MAX_WEBHOOK_ENDPOINTS; n += 1) await listen()
    expect(await testApp.refusal(createWebhookEndpoint, { body }, marketplace)).toMatchObject({
      status: 409,
      code: 'WEBHOOK_LIMIT',
    })
  })

  it('can be tested', async () => {
    const { id, secret } = await listen()
    const well = await testApp.call(testWebhookEndpoint, { params: { id } }, marketplace)
    expect(well).toMatchObject({ delivered: true, attempt: { status: 204, error: null } })
    const [got] = receiver.deliveries
    expect(got && verifyWebhookAt(testApp.clock.now(), secret, got)).toMatchObject({
      type: 'webhook.test',
      data: { object: { id } },
    })
    receiver.answer = 500
    expect(await testApp.call(testWebhookEndpoint, { params: { id } }, marketplace)).toMatchObject({
      delivered: false,
      attempt: { status: 500, error: 'It answered 500.' },
    })
  })
})

it('a delivery counts as received whatever the body of its answer is', async () => {
  const partner = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(randomBytes(5_000)))
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const body = { url: `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`, types: ['booking.requested'] }
  const { id } = await testApp.call(createWebhookEndpoint, { body }, marketplace)
  expect(await testApp.call(testWebhookEndpoint, { params: { id } }, marketplace)).toMatchObject({
    delivered: true,
    attempt: { status: 200, error: null },
  })
  partner.closeAllConnections()
  partner.close()
})

describe('the secret of an endpoint', () => {
  it('changes by rotation, and both sign for a day', async () => {
    const { id, secret } = await listen()
    const rotated: WebhookEndpointWithSecret = await testApp.call(rotateWebhookSecret, { params: { id } }, marketplace)
    expect(rotated.secret).not.toBe(secret)
    await book()
    await deliver()
    const [during] = receiver.deliveries
    if (!during) throw new Error('Nothing came')
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const good of [secret, rotated.secret]) verifyWebhookAt(testApp.clock.now(), good, during)
    testApp.clock.advance(DAY_MS)
    await book()
    await deliver()
    const after = receiver.deliveries.at(-1)
    if (!after) throw new Error('Nothing came')
    verifyWebhookAt(testApp.clock.now(), rotated.secret, after)
    expect(() => verifyWebhookAt(testApp.clock.now(), secret, after)).toThrow('signature')
    expect((await read(id)).previousSecretUntil).toBeNull()
  })

  it('signs for a day after its rotation, also when the next one follows within that day', async () => {
    const { id, secret: first } = await listen()
    const rotate = () => testApp.call(rotateWebhookSecret, { params: { id } }, marketplace)
    const lastDelivery = async () => {
      await book()
      await deliver()
      const last = receiver.deliveries.at(-1)
      if (!last) throw new Error('Nothing came')
      return last
    }
    const { secret: second } = await rotate()
    testApp.clock.advance(HOUR_MS)
    const { secret: third } = await rotate()
    const during = await lastDelivery()
    for (const good of [first, second, third]) verifyWebhookAt(testApp.clock.now(), good, during)
    testApp.clock.advance(23 * HOUR_MS)
    const after = await lastDelivery()
    for (const good of [second, third]) verifyWebhookAt(testApp.clock.now(), good, after)
    expect(() => verifyWebhookAt(testApp.clock.now(), first, after)).toThrow('signature')
  })
})

describe('a failed webhook delivery', () => {
  it('is sent at once although the clock of the process that published it is ahead', async () => {
    await listen()
    await book()
    await testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
    const ahead = new Date(testApp.clock.now().getTime() + HOUR_MS)
    await testApp.db.execute(sql`update webhook_deliveries set next_at = ${ahead} where status = 'PENDING'`)
    await testApp.deps.jobs.runDue()
    expect(typesGot()).toEqual(['booking.requested'])
  })

  it('is retried ten times over three days, then given up; the next of its object follows', async () => {
    const { id } = await listen({ types: ['booking.requested', 'booking.declined'] })
    receiver.answer = 500
    const booking = await book()
    await testApp.call(declineBooking, { params: { id: booking.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    await deliver()
    for (const delay of RETRY_AFTER) {
      expect(new Set(typesGot())).toEqual(new Set(['booking.requested']))
      testApp.clock.advance(delay - 1)
      await deliver()
      const before = receiver.deliveries.length
      await waitAndDeliver(delay * 0.2 + 1)
      expect(receiver.deliveries.length).toBeGreaterThan(before)
    }
    const [later, first] = await deliveriesOf(id)
    expect(first).toMatchObject({ type: 'booking.requested', status: 'FAILED', nextAttemptAt: null })
    expect(first?.attempts).toHaveLength(10)
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(later).toMatchObject({ type: 'booking.declined', status: 'PENDING' })
  })

  it('is retried on the documented schedule', () => {
    const minutes = RETRY_AFTER.map((delay) => delay / 60_000)
    expect(minutes).toEqual([5 / 60, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60])
  })

  it('times out after ten seconds and is retried', async () => {
    const timeouts: number[] = []
    const silent = createServer()
    const timeUp = new AbortController()
    // Aborts once the request has arrived, so that the test need not wait for the timeout.
    silent.on('request', () => timeUp.abort(new DOMException('Time is up.', 'TimeoutError')))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const deadline = (milliseconds: number) => {
      timeouts.push(milliseconds)
      return timeUp.signal
    }
    const beside = await startTestApp({ sharesDatabaseWith: testApp, safeFetch: { deadline } })
    try {
      const body = { url: `http://127.0.0.1:${port}/`, types: ['booking.requested'] }
      const { id } = await testApp.call(createWebhookEndpoint, { body }, marketplace)
      await book()
      await testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
      await beside.deps.jobs.runDue()
      expect(timeouts).toEqual([10_000])
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'PENDING', attempts: [{ status: null, error: 'It did not answer within 10 seconds.' }] },
      ])
      expect((await deliveriesOf(id))[0]?.nextAttemptAt).not.toBeNull()
    } finally {
      await beside.close()
      silent.closeAllConnections()
      silent.close()
    }
  })

  it('delays later events of the same object only', async () => {
    await listen({ types: ['booking.requested', 'booking.declined'] })
    const stuck = await book()
    receiver.answer = ({ data }) => (data.object['id'] === stuck.id ? 503 : 200)
    await testApp.call(declineBooking, { params: { id: stuck.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    const other = await book()
    await deliver()
    const got = () => receiver.deliveries.map(({ event }) => `${event.type} ${String(event.data.object['id'])}`)
    expect(got()).toEqual([`booking.requested ${stuck.id}`, `booking.requested ${other.id}`])
    receiver.answer = 200
    await waitAndDeliver(5_000)
    expect(got().slice(2)).toEqual([`booking.requested ${stuck.id}`, `booking.declined ${stuck.id}`])
  })

  it('is retried in time although the next event of its object comes meanwhile', async () => {
    const { id } = await listen({ types: ['booking.requested', 'booking.declined'] })
    receiver.answer = 500
    const booking = await book()
    await deliver()
    await testApp.call(declineBooking, { params: { id: booking.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    await deliver()
    receiver.answer = 200
    await waitAndDeliver(5_000)
    expect(typesGot()).toEqual(['booking.requested', 'booking.requested', 'booking.declined'])
    expect((await deliveriesOf(id)).map((each) => each.status)).toEqual(['DELIVERED', 'DELIVERED'])
  })

  it('goes to the new address that its endpoint got while the one before was sent', async () => {
    const { id } = await listen({ types: ['booking.requested', 'booking.declined'] })
    const moved = await startWebhookReceiver()
    const partner = createServer((request, response) => {
      request.resume()
      const input = { params: { id }, body: { url: moved.url } }
      void testApp.call(patchWebhookEndpoint, input, marketplace).then(() => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`
    await testApp.call(patchWebhookEndpoint, { params: { id }, body: { url } }, marketplace)
    try {
      const booking = await book()
      await testApp.call(declineBooking, { params: { id: booking.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
      await deliver()
      expect(moved.deliveries.map(({ event }) => event.type)).toEqual(['booking.declined'])
    } finally {
      await moved.close()
      partner.closeAllConnections()
      partner.close()
    }
  })

  it('keeps the messages of a conversation in their order', async () => {
    await listen({ types: ['message.created'] })
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const write = (text: string) =>
      testApp.call(sendMarketplaceMessage, { params: { id }, body: { text } }, marketplace)
    receiver.answer = 503
    await write('One')
    await write('Two')
    await expect
      .poll(async () => {
        await deliver()
        return receiver.deliveries.length
      })
      .toBeGreaterThan(0)
    await write('Three')
    await deliver()
    receiver.answer = 200
    receiver.deliveries.length = 0
    const texts = () => receiver.deliveries.map(({ event }) => event.data.object['text'])
    await expect
      .poll(async () => {
        await waitAndDeliver(5_000)
        return texts()
      })
      .toEqual(['One', 'Two', 'Three'])
  })

  it('is repeated on request', async () => {
    const { id } = await listen()
    await book()
    await deliver()
    const [delivery] = await deliveriesOf(id)
    const input = { params: { id: delivery?.id ?? '' } }
    expect(await testApp.call(redeliverWebhook, input, marketplace)).toMatchObject({ status: 'PENDING' })
    await deliver()
    expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery?.eventId,
      delivery?.eventId,
    ])
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{}, {}] }])
    const nobody = { params: { id: `dlv_${'0'.repeat(26)}` } }
    expect((await testApp.refusal(redeliverWebhook, nobody, marketplace)).status).toBe(404)
  })

  it('is not sent twice at once if it is repeated while it is sent', async () => {
    const { id } = await listen()
    let requests = 0
    const partner = createServer((request, response) => {
      request.resume()
      requests += 1
      const repeat = async () => {
        const [delivery] = await deliveriesOf(id)
        await testApp.call(redeliverWebhook, { params: { id: delivery?.id ?? '' } }, marketplace)
        await testApp.deps.jobs.runDue()
      }
      void (requests === 1 ? repeat() : Promise.resolve()).then(() => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`
    await testApp.call(patchWebhookEndpoint, { params: { id }, body: { url } }, marketplace)
    try {
      await book()
      await deliver()
      expect(requests).toBe(1)
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ status: 204 }] }])
    } finally {
      partner.closeAllConnections()
      partner.close()
    }
  })

  it('does not follow redirects', async () => {
    const { id } = await listen()
    receiver.answer = 302
    await book()
    await deliver()
    expect(receiver.deliveries).toHaveLength(1)
    expect((await deliveriesOf(id))[0]?.attempts).toMatchObject([
      { status: 302, error: 'It answered 302: redirects are not followed.' },
    ])
  })
})

describe('a dead endpoint', () => {
  const mails = () => testApp.deps.outbox.list('ops@example.com')

  it('that answers 410 is disabled at once, with a notification', async () => {
    const { id } = await listen({ email: 'ops@example.com' })
    receiver.answer = 410
    await book()
    await deliver()
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' })
    expect(await mails()).toMatchObject([{ text: expect.stringContaining('410 Gone') }])
    const query = { types: 'webhook_endpoint.disabled' }
    expect(await testApp.call(listMarketplaceEvents, { query }, marketplace)).toMatchObject([
      { data: { object: { id, url: receiver.url, reason: 'GONE' } } },
    ])
    await book()
    await deliver()
    expect(receiver.deliveries).toHaveLength(1)
    const [delivery] = await deliveriesOf(id)
    expect(await testApp.refusal(redeliverWebhook, { params: { id: delivery?.id ?? '' } }, marketplace)).toMatchObject({
      status: 409,
      code: 'WEBHOOK_DISABLED',
    })
    // Pending deliveries are sent when it is enabled; events in between are only in the feed.
    receiver.answer = 204
    expect(await testApp.call(enableWebhookEndpoint, { params: { id } }, marketplace)).toMatchObject({
      status: 'ENABLED',
    })
    await deliver()
    expect(receiver.deliveries).toHaveLength(2)
  })

  it('that answers 410 to several deliveries at once is reported once', async () => {
    const beside = await startTestApp({ sharesDatabaseWith: testApp })
    let arrived = 0
    let answerAll = () => undefined as void
    const all = new Promise<void>((resolve) => (answerAll = resolve))
    const partner = createServer((request, response) => {
      request.resume()
      arrived += 1
      if (arrived === 2) answerAll()
      void all.then(() => response.writeHead(410).end())
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`
      const body = { url, types: ['booking.requested'], email: 'once@example.com' }
      const { id } = await testApp.call(createWebhookEndpoint, { body }, marketplace)
      await book()
      await book()
      await testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
      await Promise.all([testApp, beside].map(({ deps }) => deps.jobs.runDue()))
      expect(await read(id)).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' })
      expect(await testApp.deps.outbox.list('once@example.com')).toHaveLength(1)
      const disabled = await testApp.call(
        listMarketplaceEvents,
        { query: { types: 'webhook_endpoint.disabled', limit: 1000 } },
        marketplace,
      )
      expect(disabled.filter(({ data }) => data.object['id'] === id)).toHaveLength(1)
    } finally {
      await beside.close()
      partner.closeAllConnections()
      partner.close()
    }
  })

  it('stays enabled at its new address when the old one answers 410', async () => {
    const { id } = await listen()
    const moved = await startWebhookReceiver()
    let patching: Promise<unknown> = Promise.resolve()
    const partner = createServer((request, response) => {
      request.resume()
      const input = { params: { id }, body: { url: moved.url } }
      patching = testApp.call(patchWebhookEndpoint, input, marketplace).then(() => response.writeHead(410).end())
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`
    await testApp.call(patchWebhookEndpoint, { params: { id }, body: { url } }, marketplace)
    try {
      await book()
      await deliver()
      await patching
      expect(await read(id)).toMatchObject({ url: moved.url, status: 'ENABLED', failingSince: null })
      await waitAndDeliver(5_000)
      expect(moved.deliveries.map(({ event }) => event.type)).toEqual(['booking.requested'])
    } finally {
      await moved.close()
      partner.closeAllConnections()
      partner.close()
    }
  })

  it('that moved counts as failing from its first failure there', async () => {
    const { id } = await listen()
    receiver.answer = 500
    await book()
    await deliver()
    testApp.clock.advance(4 * DAY_MS)
    await testApp.call(patchWebhookEndpoint, { params: { id }, body: { url: `${receiver.url}new` } }, marketplace)
    for (let day = 0; day < 2; day += 1) {
      await book()
      await deliver()
      testApp.clock.advance(DAY_MS)
    }
    expect(await read(id)).toMatchObject({ status: 'ENABLED' })
  })

  it('failing for five days is disabled too', async () => {
    const { id } = await listen({ email: 'ops@example.com' })
    receiver.answer = 500
    await book()
    await deliver()
    const since = (await read(id)).failingSince
    expect(since).toBe(testApp.clock.now().toISOString())
    testApp.clock.advance(5 * DAY_MS - 1)
    await deliver()
    expect(await read(id)).toMatchObject({ status: 'ENABLED', failingSince: since })
    testApp.clock.advance(1)
    await book()
    await deliver()
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILING' })
    expect((await mails())[0]?.text).toContain('for five days')
  })

  it('that recovers restarts the count', () => {
    const now = new Date()
    const failed = { at: '', status: 500, durationMs: 1, error: 'It answered 500.' }
    const since = new Date(now.getTime() - 4 * DAY_MS)
    expect(stateAfter({ failingSince: since }, { ...failed, status: 200, error: null }, now)).toEqual({
      failingSince: null,
    })
    expect(stateAfter({ failingSince: null }, { ...failed, status: 200, error: null }, now)).toBeUndefined()
    expect(stateAfter({ failingSince: since }, failed, now)).toBeUndefined()
    expect(stateAfter({ failingSince: null }, failed, now)).toEqual({ failingSince: now })
  })
})

describe('silent endpoints', () => {
  let arrived = 0
  let answers: (() => void)[] = []
  const silent = createServer((request, response) => {
    request.resume()
    arrived += 1
    answers.push(() => response.writeHead(status).end())
    if (status !== 200) answerAll()
  })
  let status = 200
  const answerAll = () => answers.splice(0).forEach((answer) => answer())
  beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => {
    arrived = 0
    status = 200
    answers = []
  })
  afterAll(() => void silent.close())

  const listenSilently = () => {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    return testApp.call(createWebhookEndpoint, { body: { url, types: ['booking.requested'] } }, marketplace)
  }
  const publish = () => testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  /** Runs due jobs, several at a time, as a worker does. Says how many of these runs have ended. */
  const runInParallel = (count: number) => {
    const runs = { ended: 0, done: Promise.resolve() as Promise<unknown> }
    const run = () => testApp.deps.jobs.runDue().finally(() => (runs.ended += 1))
    runs.done = Promise.all(Array.from({ length: count }, run))
    return runs
  }
  const listJobs = () =>
    testApp.deps.db.query<{ id: number }>(sql`
      select id from graphile_worker.jobs where task_identifier = 'webhooks.send-deliveries' order by id`)

  it('leave time for other jobs, however many they are', async () => {
    for (let count = 0; count < 5; count += 1) await listenSilently()
    await book()
    await publish()
    const runs = runInParallel(5)
    await expect.poll(() => [arrived, runs.ended]).toEqual([3, 2])
    answerAll()
    await runs.done
    testApp.clock.advance(1_000)
    const others = runInParallel(1)
    await expect.poll(() => (answerAll(), others.ended)).toBe(1)
    expect(arrived).toBe(5)
  })

  it('that have failed leave time for other endpoints', async () => {
    for (let count = 0; count < 5; count += 1) await listenSilently()
    await book()
    status = 500
    await deliver()
    expect(arrived).toBe(5)
    status = 200
    testApp.clock.advance(10_000)
    const runs = runInParallel(5)
    await expect.poll(() => [arrived, runs.ended]).toEqual([7, 3])
    answerAll()
    await runs.done
    testApp.clock.advance(10_000)
    const others = runInParallel(1)
    await expect.poll(() => (answerAll(), others.ended)).toBe(1)
    expect(arrived).toBe(10)
  })

  it('have one job for each object, however long they take', async () => {
    const last = (await listJobs()).at(-1)?.id ?? 0
    await listenSilently()
    for (let count = 0; count < 4; count += 1) await book()
    await publish()
    const runs = runInParallel(4)
    await expect.poll(() => [arrived, runs.ended]).toEqual([3, 1])
    for (let count = 0; count < 3; count += 1) {
      testApp.clock.advance(6 * 60_000)
      await testApp.deps.jobs.runDue()
    }
    // That of the fourth. The others are being sent.
    expect((await listJobs()).filter(({ id }) => id > last)).toHaveLength(1)
    answerAll()
    await runs.done
    testApp.clock.advance(60_000)
    const others = runInParallel(1)
    await expect.poll(() => (answerAll(), others.ended)).toBe(1)
    expect(arrived).toBe(4)
  })
})

describe('the address of an endpoint', () => {
  it.each([
    ['https://hooks.example.com/fettle', undefined, undefined],
    ['https://hooks.example.com:8443/', undefined, undefined],
    ['http://hooks.example.com/', 'HTTPS_REQUIRED', 'HTTPS_REQUIRED'],
    ['http://127.0.0.1:4000/', 'HTTPS_REQUIRED', undefined],
    ['http://localhost:4000/', 'HTTPS_REQUIRED', undefined],
    ['https://localhost/', 'URL_NOT_PUBLIC', undefined],
    ['https://127.0.0.1/', 'URL_NOT_PUBLIC', undefined],
    ['https://[::1]/', 'URL_NOT_PUBLIC', undefined],
    ['https://10.0.0.1/', 'URL_NOT_PUBLIC', 'URL_NOT_PUBLIC'],
    ['https://2130706433/', 'URL_NOT_PUBLIC', undefined],
    ['https://169.254.169.254/', 'URL_NOT_PUBLIC', 'URL_NOT_PUBLIC'],
    ['https://[fd00::1]/', 'URL_NOT_PUBLIC', 'URL_NOT_PUBLIC'],
    ['https://user:secret@hooks.example.com/', 'URL_WITH_PASSWORD', 'URL_WITH_PASSWORD'],
    ['ftp://hooks.example.com/', 'HTTPS_REQUIRED', 'HTTPS_REQUIRED'],
    ['hooks', 'WEB_ADDRESS_INVALID', 'WEB_ADDRESS_INVALID'],
  ])('%s', (url, live, demo) => {
    for (const [expected, isDemo] of [
      [live, false],
      [demo, true],
    ] as const) {
      const why = whyNotUrl(url, isDemo)
      if (expected === undefined) expect(why).toBeUndefined()
      else expect(why).toMatch(expected)
    }
  })

  it('is refused when invalid', async () => {
    const body = { url: 'https://10.0.0.1/' }
    expect(await testApp.refusal(createWebhookEndpoint, { body }, marketplace)).toMatchObject({
      status: 422,
      issues: [{ field: 'url', code: 'NOT_ALLOWED' }],
    })
  })

  it('that resolves to an internal network, or changes, is not requested', async () => {
    const answers = [['93.184.216.34', '10.0.0.1'], ['127.0.0.1'], ['10.0.0.1']]
    const liveApp = await startTestApp({
      config: { demo: false },
      safeFetch: { resolve: async () => answers.shift() ?? [] },
    })
    try {
      const { key: token } = await createApiKey(liveApp.deps, liveApp.db, { name: 'Live', scopes: ['webhooks'] })
      const body = { url: 'https://hooks.example.com/' }
      const { id } = await liveApp.call(createWebhookEndpoint, { body }, { token })
      for (let n = 0; n < 3; n += 1) {
        expect(await liveApp.call(testWebhookEndpoint, { params: { id } }, { token })).toMatchObject({
          delivered: false,
          attempt: { status: null, error: "We can't connect to hooks.example.com. Use a public web address." },
        })
      }
      expect(answers).toEqual([])
    } finally {
      await liveApp.close()
    }
  })
})

describe('customer events', () => {
  it('are delivered like others', async () => {
    await listen({ types: ['customer.updated'] })
    const put = { params: { externalId: 'told-of' }, body: { name: 'Chidi' } }
    const { id } = await testApp.call(putCustomer, put, marketplace)
    await deliver()
    expect(receiver.deliveries.map(({ event }) => event.data.object['id'])).toEqual([id])
  })
})
