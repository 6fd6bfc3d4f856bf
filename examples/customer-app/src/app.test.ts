import { createMarketplaceClient } from '@fettle/marketplace'
import * as calls from '@fettle/protocol/marketplace/calls'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLiveUpdates } from './live-updates.ts'

const secret = `whsec_${btoa('a secret of thirty-two characters')}`
const customerId = 'cus_1'

interface Sent {
  method: string | undefined
  path: string
  customer: string | null
  key: string | null
  body: Record<string, unknown>
}

/** What reached Fettle. */
const sent: Sent[] = []
let refusal: object | undefined
/** Payments of the invoice so far. */
let payments: object[] = []
let subscribed: unknown
let app: ReturnType<typeof createApp>
let url: string

const marketplace = createMarketplaceClient({
  origin: 'https://fettle.example',
  apiKey: 'mk_test_1',
  fetch: async (address, init) => {
    const { pathname, search } = new URL(String(address))
    const headers = new Headers(init?.headers)
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    const [customer, key] = [headers.get('x-customer-id'), headers.get('idempotency-key')]
    sent.push({ method: init?.method, path: pathname + search, customer, key, body })
    if (refusal) return Response.json(refusal)
    const data = pathname.includes('/invoices/')
      ? { id: 'inv_1', due: { amount: 4_500, currency: 'NGN' }, payments }
      : pathname.endsWith('webhook-endpoints') && init?.method === 'GET'
        ? []
        : { secret }
    return Response.json({ success: true, status: 200, message: 'OK', data })
  },
})

beforeAll(async () => {
  const live = createLiveUpdates()
  const home = { line1: '8 Admiralty Way', city: 'Lekki', state: 'Lagos', country: 'NG' }
  const customer = { customerId, name: 'Sarah Mensah', avatar: null, home }
  const publicUrl = 'https://shop.example/app/'
  const config = readConfig({ PUBLIC_URL: publicUrl })
  app = createApp({ config, marketplace, live, customer, webFolder: import.meta.dirname })
  url = `${await app.listen()}/app`
  await live.subscribe(marketplace, `${publicUrl}webhooks`)
  expect(sent.at(-1)).toMatchObject({ path: calls.createWebhookEndpoint.path, body: { url: `${publicUrl}webhooks` } })
  subscribed = sent.at(-1)?.body['types']
})
afterAll(() => app.close())
beforeEach(() => {
  sent.length = 0
  refusal = undefined
})

const call = async (name: string, input: object, headers: Record<string, string> = {}) => {
  const json = { 'content-type': 'application/json', 'idempotency-key': 'press-0001' }
  const request = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(input) }
  const response = await fetch(`${url}/api/calls/${name}`, request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a call of the browser', () => {
  it('acts for the signed-in customer, whatever the browser names, with its key', async () => {
    const body = { customerId: 'cus_2', title: 'Tap' }
    expect(await call('createBooking', { body })).toMatchObject({ status: 200 })
    const { method, path } = calls.createMarketplaceBooking
    expect(sent).toEqual([{ method, path, customer: customerId, key: 'press-0001', body: { ...body, customerId } }])
  })

  it('names the person and the device where it binds the customer', async () => {
    const onBehalf = { ip: '203.0.113.9', userAgent: 'forged', timeZone: 'UTC' }
    await call('acceptOffer', { params: { id: 'off_1' }, body: { onBehalf } }, { 'x-time-zone': 'Africa/Lagos' })
    expect(sent[0]?.body['onBehalf']).toEqual({ ip: '127.0.0.1', userAgent: 'node', timeZone: 'Africa/Lagos' })
  })

  it.each(['signContract', 'signAmendment'])('repeats a signature as it was: %s', async (name) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const sign = async (key: string) => {
      vi.setSystemTime(Date.now() + 1_000)
      await call(name, { params: { id: 'ctr_1', amendmentId: 'amd_1' }, body: {} }, { 'idempotency-key': key })
      return sent.at(-1)?.body
    }
    const first = await sign(`${name} 1`)
    expect(first).toMatchObject({ onBehalf: { authMethod: 'PASSWORD' } })
    expect(await sign(`${name} 1`)).toEqual(first)
    expect(await sign(`${name} 2`)).not.toEqual(first)
  })

  it('reads lists of the customer, and providers as everybody', async () => {
    await call('listBookings', { query: { customerId: 'cus_2', limit: 5 } })
    await call('listProviders', { query: { service: 'PLUMBING' } })
    const [list, providers] = sent
    expect(list?.path).toBe(`${calls.listMarketplaceBookings.path}?customerId=cus_1&limit=5`)
    expect(providers).toMatchObject({ customer: null, path: `${calls.listProviders.path}?service=PLUMBING` })
  })

  it('is refused if it is not one of those for browsers, or comes from another site', async () => {
    expect((await call('deleteCustomer', { params: { id: 'cus_2' } })).status).toBe(404)
    const elsewhere = { origin: 'https://evil.example' }
    expect((await call('createBooking', { body: {} }, elsewhere)).status).toBe(403)
    expect(sent).toEqual([])
  })

  it('answers a refusal of Fettle with its code and message', async () => {
    refusal = { success: false, status: 409, code: 'SLOT_CONFLICT', message: 'That time is taken.', requestId: 'req_1' }
    const answer = await call('createBooking', { body: {} })
    expect(answer).toMatchObject({ status: 409, body: { code: 'SLOT_CONFLICT', message: 'That time is taken.' } })
  })

  it('answers what is wrong with each field', async () => {
    const issues = ['Describe what happened.', 'Choose a reason.'].map((message) => ({ message }))
    const message = 'Please check the following fields:'
    refusal = { success: false, status: 422, code: 'VALIDATION_FAILED', message, issues, requestId: 'req_1' }
    const answer = await call('openDispute', { body: {} })
    expect(answer).toMatchObject({ status: 422, body: { message: 'Describe what happened. Choose a reason.' } })
  })

  it('is refused with the limit if its file is too large', async () => {
    const body = new FormData()
    body.set('input', '{}')
    body.set('file', new File([new Uint8Array(12 * 1024 * 1024 + 1)], 'large.jpg'))
    const response = await fetch(`${url}/api/calls/addEvidence`, { method: 'POST', body })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ message: 'The file is larger than 12 MB.' })
    expect(sent).toEqual([])
  })
})

describe('paying an invoice', () => {
  const pay = async () => {
    await fetch(`${url}/api/payments/inv_1`, { method: 'POST', body: JSON.stringify({ amount: 1 }) })
    return sent.at(-1)
  }

  it('pays what the invoice says, once per amount', async () => {
    const payment = await pay()
    expect(payment).toMatchObject({ body: { invoiceId: 'inv_1', amount: 4_500, customerId } })
    expect((await pay())?.key).toBe(payment?.key)
  })

  it('pays again what is due again after a refund', async () => {
    const { key } = (await pay()) ?? {}
    payments = [{ id: 'pay_1', status: 'REFUNDED' }]
    onTestFinished(() => void (payments = []))
    expect((await pay())?.key).not.toBe(key)
  })
})

it.each(['amendment.created', 'milestone.submitted', 'payment.refunded', 'review.replied'])(
  'hears of what a screen shows: %s',
  (type) => expect(subscribed).toContain(type),
)

it('passes genuine webhooks on to the browsers of their customer', async () => {
  const deliver = (id: string, data: object, key = secret) => {
    const body = JSON.stringify({ id, type: `booking.${id}`, seq: 1, data })
    const at = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, at, body),
    }
    return fetch(`${url}/webhooks`, { method: 'POST', headers, body })
  }
  const stream = await fetch(`${url}/api/events`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toMatchObject({ value: ': connected\n\n' })
  const forged = await deliver('forged', { object: { customerId } }, `whsec_${btoa('another secret')}`)
  expect(forged.status).toBe(401)
  expect((await deliver('foreign', { object: { customerId: 'cus_2' } })).status).toBe(204)
  expect((await deliver('confirmed', { object: {}, parent: { customer: { id: customerId } } })).status).toBe(204)
  expect(await reader?.read()).toMatchObject({ value: 'data: {"type":"booking.confirmed"}\n\n' })
  await reader?.cancel()
})
