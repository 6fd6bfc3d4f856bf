import {
  addMarketplaceDisputeEvidence,
  getCustomer,
  listMarketplaceBookings,
  putCustomer,
} from '@fettle/protocol/marketplace/calls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMarketplaceClient } from './client.ts'
import { MarketplaceError, MarketplaceUnreachable } from './errors.ts'

interface Sent {
  url: string
  method: string | undefined
  key: string | null
  customer: string | null
}

type Answer = Response | Error

const success = (data: unknown, meta?: object) =>
  Response.json({ success: true, status: 200, message: 'OK', data, ...(meta && { meta }) })

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, status, code, message: 'No.', requestId: 'req_1' }, { status, headers })

/** A client whose requests get these answers, in order. */
function clientOf(...answers: Answer[]) {
  const sent: Sent[] = []
  const waited: number[] = []
  let keys = 0
  const client = createMarketplaceClient({
    origin: 'https://fettle.example',
    apiKey: 'mk_test_1',
    newKey: () => `key-${(keys += 1)}`,
    wait: async (milliseconds) => waited.push(milliseconds),
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      expect(headers.get('authorization')).toBe('Bearer mk_test_1')
      const [key, customer] = [headers.get('idempotency-key'), headers.get('x-customer-id')]
      sent.push({ url: String(url), method: init?.method, key, customer })
      const answer = answers.shift()
      if (answer === undefined) throw new Error('no more answers')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { client, sent, waited }
}

const person = { params: { externalId: 'shop-42' }, body: { name: 'Yusuf Lawan' } }

describe('the marketplace client', () => {
  it('fills the path and names the acting customer', async () => {
    const { client, sent } = clientOf(success({ id: 'cus_1' }))
    await client.call(getCustomer, { params: { id: 'cus_1' } }, { customerId: 'cus_1' })
    const url = 'https://fettle.example/v2/marketplace/customers/cus_1'
    expect(sent).toEqual([{ url, method: 'GET', key: null, customer: 'cus_1' }])
  })

  it('repeats a write with its key after network errors, 5xx and a running request', async () => {
    const { client, sent, waited } = clientOf(
      new TypeError('connection reset'),
      refusal(500, 'INTERNAL'),
      refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '1' }),
      success({ id: 'cus_1' }),
    )
    await client.call(putCustomer, person)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-1'])
    expect(waited).toEqual([400, 800, 1600])
  })

  it('waits as long as Retry-After says', async () => {
    const { client, waited } = clientOf(refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }), success([]))
    await client.call(listMarketplaceBookings, {})
    expect(waited).toEqual([7000])
  })

  it('waits until the date that Retry-After names', async () => {
    const until = new Date(Date.now() + 60_000).toUTCString()
    const { client, waited } = clientOf(
      refusal(429, 'RATE_LIMITED', { 'retry-after': until }),
      refusal(429, 'RATE_LIMITED', { 'retry-after': 'soon' }),
      success([]),
    )
    await client.call(listMarketplaceBookings, {})
    expect(waited[0]).toBeGreaterThan(50_000)
    expect(waited[1]).toBe(800)
  })

  it('throws the refusal of a proxy at once, and repeats when it is temporary', async () => {
    const page = (status: number) => new Response('<h1>No</h1>', { status })
    const { client, sent } = clientOf(page(429), page(502), page(413))
    const error: unknown = await client.call(putCustomer, person).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MarketplaceError)
    expect(error).toMatchObject({ code: 'UNREADABLE', status: 413, requestId: '' })
    expect(sent).toHaveLength(3)
  })

  it('sends only the fields of a form that have a value', async () => {
    let form: unknown
    const client = createMarketplaceClient({
      origin: 'https://fettle.example',
      apiKey: 'mk_test_1',
      fetch: async (_url, init) => {
        form = init?.body
        return success({ id: 'upl_1' })
      },
    })
    await client.call(addMarketplaceDisputeEvidence, {
      params: { id: 'dsp_1' },
      body: { customerId: 'cus_1', note: undefined },
      file: new Blob(['abc']),
    })
    expect([...(form as FormData).keys()]).toEqual(['customerId', 'file'])
  })

  it('uses a new key for each write, or the given one', async () => {
    const { client, sent } = clientOf(success({}), success({}), success({}))
    await client.call(putCustomer, person)
    await client.call(putCustomer, person)
    await client.call(putCustomer, person, { idempotencyKey: 'order-17-accept' })
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'order-17-accept'])
  })

  it('throws a refusal at once, with its code and request id', async () => {
    const { client, sent } = clientOf(refusal(409, 'SLOT_CONFLICT'))
    const error: unknown = await client.call(putCustomer, person).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MarketplaceError)
    const about = { userMessage: 'No.', requestId: 'req_1', issues: [], details: {} }
    expect(error).toMatchObject({ code: 'SLOT_CONFLICT', status: 409, ...about })
    expect(sent).toHaveLength(1)
  })

  it('gives up after five attempts and says with which key the write can be repeated', async () => {
    const { client, sent } = clientOf(...Array.from({ length: 5 }, () => new TypeError('unreachable')))
    const error: unknown = await client.call(putCustomer, person).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MarketplaceUnreachable)
    expect(error).toMatchObject({ idempotencyKey: 'key-1' })
    expect(sent).toHaveLength(5)
  })

  it('reads every page of a list', async () => {
    const { client, sent } = clientOf(success([1, 2], { nextCursor: 'abc' }), success([3], { nextCursor: null }))
    const read: unknown[] = []
    for await (const entry of client.list(listMarketplaceBookings, { query: { limit: 2 } })) read.push(entry)
    expect(read).toEqual([1, 2, 3])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=abc'])
  })
})

it('ends at once when it is aborted while it waits to try again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  let attempts = 0
  const client = createMarketplaceClient({
    origin: 'https://fettle.example',
    apiKey: 'mk_test_1',
    fetch: async () => {
      attempts += 1
      return new Response('', { status: 503, headers: { 'retry-after': '3600' } })
    },
  })
  const reading = client.call(listMarketplaceBookings, { query: {} }, { signal: stop.signal })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  stop.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
  expect([attempts, vi.getTimerCount()]).toEqual([1, 0])
}, 10_000)
