import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { getCustomer, putCustomer } from '@fettle/protocol/marketplace/customers'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { dieBeforeCommit } from '../../../testing/suites/replay/crash-simulation.ts'
import { sql } from '../../platform/db/db.ts'
import { createApiKey } from './index.ts'

const testApp = setUpTestApp()
let provider: TestProvider

beforeAll(async () => {
  provider = await createProvider(testApp)
})

const nobody = '00000000000000000000000000'

const withKey = (key: string, caller: Caller = marketplace): Caller => ({
  ...caller,
  headers: { ...caller.headers, 'idempotency-key': key },
})

describe('an API key', () => {
  it('is required', async () => {
    const callers: Caller[] = [{}, { token: 'mk_live_unknown' }, { token: provider.token }]
    for (const caller of callers) {
      expect(await testApp.refusal(listProviders, {}, caller)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })

  it('allows its scopes only', async () => {
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Reader', scopes: ['providers'] })
    expect(await testApp.call(listProviders, {}, { token: key })).not.toEqual([])
    const put = { params: { externalId: 'x' }, body: { name: 'X' } }
    expect(await testApp.refusal(putCustomer, put, { token: key })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'This key does not have the scope customers.',
      details: { scope: 'customers' },
    })
  })

  it('that is public works in a demo only', async () => {
    const liveApp = await startTestApp({ config: { demo: false } })
    try {
      expect((await liveApp.refusal(listProviders, {}, marketplace)).status).toBe(401)
    } finally {
      await liveApp.close()
    }
  })
})

describe('a marketplace write', () => {
  const body = { name: 'Chidi Okafor' }

  it('needs an Idempotency-Key', async () => {
    const bare = await fetch(`${testApp.url}/v2/marketplace/customers/bare`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${marketplace.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([bare.status, await bare.json()]).toMatchObject([400, { code: 'IDEMPOTENCY_KEY_REQUIRED' }])
    const put = { params: { externalId: 'keyed' }, body }
    for (const key of ['seven77', 'x'.repeat(256), 'grüße an alle', 'with a\ttab']) {
      const refusal = await testApp.refusal(putCustomer, put, withKey(key))
      expect([key, refusal]).toMatchObject([key, { status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' }])
    }
    for (const key of ['eight888', 'x'.repeat(255), '~!{ printable }!~'])
      expect([key, (await testApp.send(putCustomer, put, withKey(key))).status]).toEqual([key, 200])
  })

  it('returns the first response when repeated, and takes effect once', async () => {
    const customer = await createCustomer(testApp)
    const bookingCall = {
      body: {
        customerId: customer.id,
        providerId: provider.id,
        title: 'Fix the kitchen tap',
        startAt: testApp.inHours(24),
        durationMinutes: 60,
        location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
      },
    }
    const first = await testApp.send(createMarketplaceBooking, bookingCall, withKey('the same key'))
    const secondResponse = await testApp.send(createMarketplaceBooking, bookingCall, withKey('the same key'))
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(secondResponse.status).toBe(201)
    expect(secondResponse.headers.get('idempotency-replayed')).toBe('true')
    expect(secondResponse.body).toEqual(first.body)
    const { n } = await testApp.db.one<{ n: number }>(
      sql`select count(*) as n from bookings where customer_id = ${customer.id}`,
    )
    expect(n).toBe(1)

    const reordered = {
      body: Object.fromEntries(Object.entries(bookingCall.body).toReversed()) as typeof bookingCall.body,
    }
    expect((await testApp.send(createMarketplaceBooking, reordered, withKey('the same key'))).body).toEqual(first.body)
    const other = { body: { ...bookingCall.body, title: 'Another job' } }
    expect(await testApp.refusal(createMarketplaceBooking, other, withKey('the same key'))).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('separates keys by address and caller', async () => {
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Second', scopes: ['customers'] })
    const one = await testApp.call(putCustomer, { params: { externalId: 'apart-1' }, body }, withKey('shared key'))
    const two = await testApp.call(putCustomer, { params: { externalId: 'apart-2' }, body }, withKey('shared key'))
    expect(two.id).not.toBe(one.id)
    const reply = await testApp.send(
      putCustomer,
      { params: { externalId: 'apart-1' }, body },
      withKey('shared key', { token: key }),
    )
    expect(reply.headers.get('idempotency-replayed')).toBeNull()
  })

  it('repeats a refusal too', async () => {
    const put = { params: { externalId: 'refused' }, body: { name: '' } }
    const first = await testApp.send(putCustomer, put, withKey('a bad request'))
    const secondResponse = await testApp.send(putCustomer, put, withKey('a bad request'))
    expect(first.status).toBe(422)
    expect(secondResponse.headers.get('idempotency-replayed')).toBe('true')
    expect(secondResponse.body).toEqual(first.body)
  })

  it('takes effect once when sent ten times concurrently', async () => {
    const customer = await createCustomer(testApp)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        testApp.send(
          createMarketplaceBooking,
          {
            body: {
              customerId: customer.id,
              providerId: provider.id,
              title: 'Fix the kitchen tap',
              startAt: testApp.inHours(26),
              durationMinutes: 60,
              location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
            },
          },
          withKey(`ten at once ${customer.id}`),
        ),
      ),
    )
    for (const { status, body } of replies) {
      if (status !== 201) expect(body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' })
    }
    const { n } = await testApp.db.one<{ n: number }>(
      sql`select count(*) as n from bookings where customer_id = ${customer.id}`,
    )
    expect(n).toBe(1)
  })

  it('whose process crashed is taken over after a minute, and creates one booking', async () => {
    const customer = await createCustomer(testApp)
    const requestAgain = () => requestBookingWith(customer.id, withKey(`lost answer ${customer.id}`))
    expect((await dieBeforeCommit(testApp, requestAgain)).status).toBe(500)
    const early = await requestAgain()
    expect(early.body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    testApp.clock.advance(60_001)
    const late = await requestAgain()
    expect(late.status).toBe(201)
    expect((await requestAgain()).body).toEqual(late.body)
    const { n } = await testApp.db.one<{ n: number }>(
      sql`select count(*) as n from bookings where customer_id = ${customer.id}`,
    )
    expect(n).toBe(1)
  })

  it('is forgotten after two days', async () => {
    const put = { params: { externalId: 'forgotten' }, body }
    await testApp.call(putCustomer, put, withKey('two days old'))
    testApp.clock.advance(48 * 3_600_000 + 1)
    const reply = await testApp.send(putCustomer, put, withKey('two days old'))
    expect(reply.headers.get('idempotency-replayed')).toBeNull()
    await testApp.advance(49 * 3_600_000)
    const { n } = await testApp.db.one<{ n: number }>(sql`select count(*) as n from idempotency_keys`)
    expect(n).toBe(0)
  })
})

function requestBookingWith(customerId: string, caller: Caller) {
  const startAt = '2026-04-01T09:00:00.000Z'
  const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
  const body = { customerId, providerId: provider.id, title: 'Fix the tap', startAt, durationMinutes: 60, location }
  return testApp.send(createMarketplaceBooking, { body }, caller)
}

describe('a customer', () => {
  it('is created or replaced idempotently', async () => {
    const params = { externalId: 'chidi' }
    const first = await testApp.call(
      putCustomer,
      { params, body: { name: 'Chidi', phone: '+2348090001122' } },
      marketplace,
    )
    expect(first).toMatchObject({
      externalId: 'chidi',
      name: 'Chidi',
      phone: '+2348090001122',
      email: null,
      locale: 'en',
    })
    const second = await testApp.call(
      putCustomer,
      { params, body: { name: 'Chidi Okafor', email: 'C@Example.com' } },
      marketplace,
    )
    expect(second).toMatchObject({ id: first.id, name: 'Chidi Okafor', phone: null, email: 'c@example.com' })
    expect(await testApp.call(getCustomer, { params: { id: first.id } }, marketplace)).toEqual(second)
  })

  it('emits one event per change and none for a repetition', async () => {
    const put = { params: { externalId: 'events' }, body: { name: 'Efe' } }
    const { id } = await testApp.call(putCustomer, put, marketplace)
    await testApp.call(putCustomer, put, marketplace)
    await testApp.call(putCustomer, { ...put, body: { name: 'Efe Bello' } }, marketplace)
    const rows = await testApp.db.query<{ type: string }>(sql`select type from events where subject_id = ${id}`)
    expect(rows.map(({ type }) => type)).toEqual(['customer.updated', 'customer.updated'])
  })

  it('is refused with every invalid field', async () => {
    const body = { name: ' ', email: 'nobody', phone: '12', timeZone: 'Lagos', avatar: 'javascript:alert(1)' }
    const refusal = await testApp.refusal(putCustomer, { params: { externalId: 'wrong' }, body }, marketplace)
    expect(refusal.status).toBe(422)
    expect(refusal.issues?.map(({ field }) => field).sort()).toEqual(['avatar', 'email', 'name', 'phone', 'timeZone'])
  })

  it('is a 404 until created', async () => {
    const params = { id: `cus_${nobody}` }
    expect(await testApp.refusal(getCustomer, { params }, marketplace)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
  })
})
