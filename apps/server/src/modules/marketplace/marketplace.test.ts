import { createChatClient, socketTransport } from '@fettle/chat-client'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { getStreamToken } from '@fettle/protocol/workspace/channels'
import {
  cancelMarketplaceBooking,
  createMarketplaceBooking,
  listMarketplaceBookings,
  getMarketplaceBooking,
} from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
  getMarketplaceFile,
  sendMarketplaceFile,
  setMarketplacePresence,
} from '@fettle/protocol/marketplace/chat'
import { getCustomer, putCustomer } from '@fettle/protocol/marketplace/customers'
import { listProviders, getProvider } from '@fettle/protocol/marketplace/providers'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { asFile, pdf, picture } from '../../../testing/fixtures/files.ts'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { crashBeforeCommit, dieBeforeCommit } from '../../../testing/suites/replay/crash-simulation.ts'
import { sql } from '../../platform/db/db.ts'
import { addToRating } from '../profile/index.ts'
import { createApiKey } from './index.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * 3_600_000).toISOString()
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
        startAt: inHours(24),
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
              startAt: inHours(26),
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

describe('providers', () => {
  it('are listed by service once onboarded', async () => {
    const painter = await createProvider(testApp, { firstName: 'Bisi', professional: { serviceType: 'PAINTING' } })
    await createSignedInAccount(testApp, { firstName: 'Newcomer' })
    const all = await testApp.call(listProviders, {}, marketplace)
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([provider.id, painter.id]))
    expect(all.map(({ name }) => name)).not.toContain('Newcomer Eze')
    const painters = await testApp.call(listProviders, { query: { service: 'PAINTING' } }, marketplace)
    expect(painters.map(({ id }) => id)).toEqual([painter.id])
  })

  it('are filtered by rating, which needs a review', async () => {
    const rate = (id: string, sum: number, count: number) =>
      testApp.db.transaction((tx) => addToRating(tx, id, { sum, count }))
    const [good, fair] = [await createProvider(testApp), await createProvider(testApp)]
    await rate(good.id, 14, 3)
    await rate(fair.id, 7, 2)
    const found = async (minRating: number) =>
      (await testApp.call(listProviders, { query: { minRating } }, marketplace)).map(({ id }) => id)
    expect(await found(1)).toEqual([good.id, fair.id])
    expect(await found(3.5)).toEqual([good.id, fair.id])
    expect(await found(3.6)).toEqual([good.id])
    const shown = await testApp.call(getProvider, { params: { id: good.id } }, marketplace)
    expect(shown.rating).toEqual({ average: 4.7, count: 3 })
    expect((await testApp.call(getProvider, { params: { id: provider.id } }, marketplace)).rating).toBeNull()
    const refusal = await testApp.refusal(listProviders, { query: { minRating: 6 } }, marketplace)
    expect(refusal.issues).toMatchObject([{ field: 'minRating', code: 'TOO_BIG' }])
  })

  it('are paged without repeats, with any filter', async () => {
    const all = await testApp.call(listProviders, { query: { limit: 200 } }, marketplace)
    const nearby = { lat: 6.5, lng: 3.35 }
    for (const query of [{}, nearby]) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const reply = await testApp.send(listProviders, { query: { ...query, limit: 2, cursor } }, marketplace)
        if (!reply.body.success) throw new Error('refused')
        seen.push(...reply.body.data.map(({ id }) => id))
        cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
      } while (cursor)
      expect(seen).toEqual(all.map(({ id }) => id))
    }
  })
})

describe('a booking request', () => {
  it('shows the customer everything, including the timeline', async () => {
    const customer = await createCustomer(testApp)
    const booking = await requestBooking(testApp, { provider, customer })
    expect(booking).toMatchObject({
      status: 'REQUESTED',
      awaitingParty: 'PROVIDER',
      customerId: customer.id,
      providerId: provider.id,
      provider: { id: provider.id, name: 'Ada Obi' },
      serviceCategory: 'PLUMBING',
      customer: { phone: '+2348090001122' },
      location: { line1: '5 Adeniran Ogunsanya' },
      price: { model: 'TO_QUOTE' },
      allowedActions: ['withdraw', 'reschedule', 'edit-site'],
    })
    expect(booking.timeline).toMatchObject([
      { seq: 1, event: 'booking.requested', actor: { type: 'CUSTOMER', id: customer.id, name: 'Chidi Okafor' } },
    ])
    expect(booking.reference).toMatch(/^BK-2026-\d{6}$/)
  })

  it('is refused with unknown people, in the past, or too far ahead', async () => {
    const customer = await createCustomer(testApp)
    const newcomer = await createSignedInAccount(testApp)
    const { accountId } = await testApp.db.one<{ accountId: string }>(
      sql`select id as "accountId" from accounts where email = ${newcomer.email}`,
    )
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const good = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Tap',
      startAt: inHours(24),
      durationMinutes: 60,
      location,
    }
    const refused = async (change: Partial<typeof good>) =>
      testApp.refusal(createMarketplaceBooking, { body: { ...good, ...change } }, marketplace)
    expect(await refused({ customerId: `cus_${nobody}` })).toMatchObject({
      status: 404,
      details: { thing: 'customer' },
    })
    expect(await refused({ providerId: `usr_${nobody}` })).toMatchObject({
      status: 404,
      details: { thing: 'provider' },
    })
    expect(await refused({ providerId: accountId })).toMatchObject({ status: 404, details: { thing: 'provider' } })
    expect((await refused({ startAt: inHours(-1) })).issues).toMatchObject([
      { field: 'startAt', message: 'Choose a start in the future.' },
    ])
    expect((await refused({ startAt: inHours(61 * 24) })).issues).toMatchObject([
      { field: 'startAt', message: 'Choose a start within the next 60 days.' },
    ])
    expect((await refused({ durationMinutes: 10 })).issues).toMatchObject([{ field: 'durationMinutes' }])
  })

  it('needs a price unless it is to be quoted', async () => {
    const customer = await createCustomer(testApp)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const body = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Tap',
      startAt: inHours(24),
      durationMinutes: 60,
      location,
    }
    const refusal = await testApp.refusal(
      createMarketplaceBooking,
      { body: { ...body, price: { model: 'FIXED' } } },
      marketplace,
    )
    expect(refusal.issues).toMatchObject([{ path: ['price', 'amount'], message: 'Enter the price.' }])
    const asNumber = { ...body, price: { model: 'FIXED', amount: 1_500_000 } } as never
    expect((await testApp.refusal(createMarketplaceBooking, { body: asNumber }, marketplace)).issues).toMatchObject([
      { path: ['price', 'amount'], message: 'Send a value of type { amount: integer, currency: string }.' },
    ])
    const amount = { amount: 1_500_000, currency: 'NGN' }
    const priced = await testApp.call(
      createMarketplaceBooking,
      { body: { ...body, price: { model: 'FIXED', amount } } },
      marketplace,
    )
    expect(priced.price).toEqual({ model: 'FIXED', amount })
  })

  it('is for one customer: the body and the header cannot name two', async () => {
    const [customer, other] = [await createCustomer(testApp), await createCustomer(testApp)]
    const { id } = await requestBooking(testApp, { provider, customer })
    const asOther = { ...marketplace, headers: { 'x-customer-id': other.id } }
    const mismatch = {
      status: 422,
      issues: [{ field: 'customerId', code: 'MISMATCH', message: 'The header X-Customer-Id names another customer.' }],
    }
    const pair = { customerId: customer.id, providerId: provider.id }
    expect(await testApp.refusal(createMarketplaceChannel, { body: pair }, asOther)).toMatchObject(mismatch)
    const cancelling = { params: { id }, body: { customerId: customer.id } }
    expect(await testApp.refusal(cancelMarketplaceBooking, cancelling, asOther)).toMatchObject(mismatch)
    const listed = { query: { customerId: customer.id } }
    expect(await testApp.refusal(listMarketplaceBookings, listed, asOther)).toMatchObject(mismatch)
    const asCustomer = { ...marketplace, headers: { 'x-customer-id': customer.id } }
    expect((await testApp.call(listMarketplaceBookings, listed, asCustomer)).map((each) => each.id)).toEqual([id])
  })

  it('can be withdrawn until answered, and is a 404 for other customers', async () => {
    const customer = await createCustomer(testApp)
    const stranger = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer })
    const params = { id }
    const asStranger = { ...marketplace, headers: { 'x-customer-id': stranger.id } }
    expect((await testApp.refusal(getMarketplaceBooking, { params }, asStranger)).status).toBe(404)
    const body = { customerId: stranger.id }
    expect((await testApp.refusal(cancelMarketplaceBooking, { params, body }, marketplace)).status).toBe(404)
    const withdrawn = await testApp.call(
      cancelMarketplaceBooking,
      { params, body: { customerId: customer.id } },
      marketplace,
    )
    expect(withdrawn).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    expect(withdrawn.timeline.map(({ event }) => event)).toEqual(['booking.requested', 'booking.cancelled'])

    const second = await requestBooking(testApp, { provider, customer, startAt: inHours(500) })
    await testApp.call(acceptBooking, { params: { id: second.id }, body: {} }, provider)
    // A confirmed booking is cancelled with a reason instead.
    const refusal = await testApp.refusal(
      cancelMarketplaceBooking,
      { params: { id: second.id }, body: {} },
      marketplace,
    )
    expect(refusal).toMatchObject({ status: 422, issues: [{ field: 'reasonCode', message: 'Choose a reason.' }] })
  })
})

describe("a customer's side of the chat", () => {
  it('sends and reads in order, each message once', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    expect(await testApp.call(createMarketplaceChannel, { body: people }, marketplace)).toEqual({ id, cid })

    const sendMessage = (text: string, key: string) =>
      testApp.call(sendMarketplaceMessage, { params: { id }, body: { text } }, withKey(key))
    const hello = await sendMessage('Good morning', `hello ${customer.id}`)
    await sendMessage('Good morning', `hello ${customer.id}`)
    await sendMessage('Can you come on Tuesday?', `question ${customer.id}`)
    expect(hello).toMatchObject({ channelId: id, authorId: customer.id, kind: 'regular', text: 'Good morning' })
    const read = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
    expect(read.map(({ text }) => text)).toEqual(['Good morning', 'Can you come on Tuesday?'])
    const query = { after: hello.seq, customerId: customer.id }
    expect(await testApp.call(listMarketplaceMessages, { params: { id }, query }, marketplace)).toEqual(read.slice(1))
  })

  it('sends photos without their location, and reads them', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const photo = await picture(300, 200)
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const body = { text: 'It looks like this.' }
    const send = (file: File) => testApp.send(sendMarketplaceFile, { params: { id }, body, file }, marketplace)
    const { body: sent } = await send(asFile(photo, 'tap.jpg'))
    const [message] = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
    expect(sent).toMatchObject({ data: message })
    expect(message).toMatchObject({
      authorId: customer.id,
      text: 'It looks like this.',
      attachments: [{ kind: 'image', name: 'tap.jpg', mime: 'image/jpeg', width: 300, height: 200 }],
    })
    const params = { id, fileId: message?.attachments[0]?.id ?? '' }
    const { url } = await testApp.call(getMarketplaceFile, { params }, marketplace)
    const { pathname, search, origin } = new URL(url)
    expect(origin).toBe(testApp.deps.config.origin)
    const kept = Buffer.from(await (await fetch(testApp.url + pathname + search)).arrayBuffer())
    const { width, exif } = await sharp(kept).metadata()
    expect([width, exif]).toEqual([300, undefined])
    // The file name does not make it a picture.
    expect(await send(asFile('MZ, as a program begins', 'tap.jpg'))).toMatchObject({
      status: 415,
      body: { code: 'FILE_TYPE_NOT_ALLOWED' },
    })
    const stranger = { params, query: { customerId: (await createCustomer(testApp)).id } }
    expect((await testApp.refusal(getMarketplaceFile, stranger, marketplace)).code).toBe('NOT_FOUND')
  })

  it('keeps one file of a message whose first attempt was sent but not answered', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const caller = { ...marketplace, headers: { 'idempotency-key': 'a file sent twice' } }
    const send = () =>
      testApp.send(sendMarketplaceFile, { params: { id }, body: {}, file: asFile(pdf(), 'plan.pdf') }, caller)
    expect((await crashBeforeCommit(testApp, send)).status).toBe(500)
    const { body } = await send()
    const [attachment] = body.success ? body.data.attachments : []
    const files = await testApp.db.query(sql`select id from chat.attachments where user_id = ${customer.id}`)
    expect(files).toEqual([{ id: attachment?.id }])
  })

  it('cannot request a job or write while blocked by the provider', async () => {
    const customer = await createCustomer(testApp)
    const own = await createProvider(testApp)
    const people = { customerId: customer.id, providerId: own.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const { appKey, userId, token } = await testApp.call(getStreamToken, {}, own)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: userId }, token: async () => token })
    await client.blockChannel(cid, true)
    const body = {
      ...people,
      title: 'Kitchen tap drips',
      startAt: inHours(60),
      durationMinutes: 60,
      location: { line1: '12 Marina Road', city: 'Lagos', country: 'NG' },
      price: { model: 'TO_QUOTE' as const },
    }
    expect(await testApp.refusal(createMarketplaceBooking, { body }, withKey(`blocked ${customer.id}`))).toMatchObject({
      status: 422,
      issues: [{ field: 'providerId', code: 'NOT_ALLOWED' }],
    })
    const input = { params: { id }, body: { text: 'Hello?' } }
    const refused = { status: 422, issues: [{ field: 'id', code: 'NOT_ALLOWED' }] }
    expect(await testApp.refusal(sendMarketplaceMessage, input, marketplace)).toMatchObject(refused)
    const sent = { params: { id }, body: {}, file: asFile(pdf(), 'plan.pdf') }
    expect(await testApp.refusal(sendMarketplaceFile, sent, marketplace)).toMatchObject(refused)
    expect(await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)).toEqual([])
    // Also after the provider has put the conversation out of sight.
    for (const change of [{ archived: true }, { archived: false, hidden: true }]) {
      await client.setChannel(cid, change)
      const keyed = withKey(`${Object.keys(change).join(' ')} ${customer.id}`)
      expect(await testApp.refusal(createMarketplaceBooking, { body }, keyed)).toMatchObject({
        issues: [{ field: 'providerId', code: 'NOT_ALLOWED' }],
      })
    }
    await client.blockChannel(cid, false)
    client.disconnect()
    const booking = await testApp.call(createMarketplaceBooking, { body }, withKey(`let in ${customer.id}`))
    expect(booking.status).toBe('REQUESTED')
  })

  it('reports presence', async () => {
    const { id } = await createCustomer(testApp)
    const setPresence = (body: { online?: boolean }) =>
      testApp.call(setMarketplacePresence, { params: { id }, body }, marketplace)
    expect([await setPresence({}), await setPresence({ online: false })]).toEqual([{ online: true }, { online: false }])
    const unknown = { params: { id: `cus_${nobody}` }, body: {} }
    expect((await testApp.refusal(setMarketplacePresence, unknown, marketplace)).status).toBe(404)
  })

  it('is a 404 for other customers, and before it was opened', async () => {
    const customer = await createCustomer(testApp)
    const stranger = await createCustomer(testApp)
    const body = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const asStranger = { ...marketplace, headers: { 'x-customer-id': stranger.id } }
    expect((await testApp.refusal(listMarketplaceMessages, { params: { id } }, asStranger)).status).toBe(404)
    expect(
      (await testApp.refusal(sendMarketplaceMessage, { params: { id }, body: { text: 'Hi' } }, asStranger)).status,
    ).toBe(404)
    expect((await testApp.refusal(listMarketplaceMessages, { params: { id: 'nowhere' } }, marketplace)).status).toBe(
      404,
    )
    const unknown = { customerId: `cus_${nobody}`, providerId: provider.id }
    expect((await testApp.refusal(createMarketplaceChannel, { body: unknown }, marketplace)).status).toBe(404)
  })

  it('refuses an empty message and one that is too long', async () => {
    const customer = await createCustomer(testApp)
    const body = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    for (const text of ['', '  ', 'x'.repeat(5001)]) {
      expect(
        (await testApp.refusal(sendMarketplaceMessage, { params: { id }, body: { text } }, marketplace)).status,
      ).toBe(422)
    }
  })
})
