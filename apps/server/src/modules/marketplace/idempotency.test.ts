import {
  createMarketplaceBooking,
  getMarketplaceBooking,
  cancelMarketplaceBooking,
  patchMarketplaceBooking,
} from '@fettle/protocol/marketplace/bookings'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { createWebhookEndpoint, type WebhookEndpointWithSecret } from '@fettle/protocol/marketplace/webhooks'
import { addMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import type { Success } from '@fettle/protocol'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../../testing/fixtures/files.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { dieBeforeCommit } from '../../../testing/suites/replay/crash-simulation.ts'
import { sql } from '../../platform/db/db.ts'
import { purgeResponses } from '../../platform/http/idempotency.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const withKey = (key: string, headers: Record<string, string> = {}): Caller => ({
  ...marketplace,
  headers: { 'idempotency-key': key, ...headers },
})
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'
const newBooking = async () => requestBooking(testApp, { provider, customer: await createCustomer(testApp) })
const cancelling = (id: string) => ({ params: { id }, body: { reasonCode: 'CHANGED_MIND' as const } })
const cancel = (id: string, key: string, through = testApp) =>
  through.send(cancelMarketplaceBooking, cancelling(id), withKey(key))
const timesCancelled = async (id: string) => {
  const { timeline } = await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
  return timeline.filter(({ event }) => event === 'booking.cancelled').length
}
/** Runs a call whose unit of work is committed while its connection seems to be lost. */
async function loseCommitResult<T>(call: () => Promise<T>): Promise<T> {
  const { unitOfWork } = testApp.deps.db
  testApp.deps.db.unitOfWork = async (work, finish) => {
    await unitOfWork(work, finish)
    throw new Error('Connection terminated unexpectedly')
  }
  try {
    return await call()
  } finally {
    testApp.deps.db.unitOfWork = unitOfWork
  }
}

/** Locks a booking while `work` runs, so that calls on it wait. */
const holding = (id: string, work: () => Promise<unknown>) =>
  testApp.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from bookings where id = ${id} for update`)
    await work()
  })

describe('a repeated write', () => {
  it('is replayed byte for byte after 47 hours, and is new after 48', async () => {
    const put = (name: string) =>
      testApp.send(putCustomer, { params: { externalId: 'aged' }, body: { name } }, withKey('an old key'))
    const first = await put('Chidi')
    testApp.clock.advance(47 * HOUR_MS)
    await purgeResponses(testApp.deps)
    const second = await put('Chidi')
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true])
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body))
    testApp.clock.advance(HOUR_MS)
    const later = await put('Somebody else')
    expect([later.status, isReplayed(later)]).toEqual([200, false])
    testApp.clock.advance(48 * HOUR_MS)
    await purgeResponses(testApp.deps)
    expect(await testApp.db.query(sql`select 1 from idempotency_keys where key = 'an old key'`)).toEqual([])
  })

  it('is refused, and not carried out again, once its response cannot be decrypted', async () => {
    const { id } = await newBooking()
    expect((await cancel(id, 'sealed before')).status).toBe(200)
    const { secrets } = testApp.deps
    const { responseKey } = secrets
    secrets.responseKey = Buffer.alloc(32, 1)
    try {
      expect((await cancel(id, 'sealed before')).body).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'This request was carried out before, and its response can no longer be read.',
      })
    } finally {
      secrets.responseKey = responseKey
    }
    expect(await timesCancelled(id)).toBe(1)
    expect(isReplayed(await cancel(id, 'sealed before'))).toBe(true)
  })

  it("waits for the first one's response", async () => {
    const { id } = await newBooking()
    let first: ReturnType<typeof cancel> | undefined
    await holding(id, async () => {
      first = cancel(id, 'while it runs')
      await waitForLocks(testApp)
      const second = await cancel(id, 'while it runs')
      expect([second.status, second.headers.get('retry-after'), second.body]).toMatchObject([
        409,
        '1',
        { code: 'IDEMPOTENCY_IN_PROGRESS' },
      ])
    })
    expect((await first)?.status).toBe(200)
    expect(isReplayed(await cancel(id, 'while it runs'))).toBe(true)
    expect(await timesCancelled(id)).toBe(1)
  })

  it('after a crash before the commit takes effect once, and after a minute', async () => {
    const { id } = await newBooking()
    expect((await dieBeforeCommit(testApp, () => cancel(id, 'died at the end'))).status).toBe(500)
    expect(await timesCancelled(id)).toBe(0)
    expect((await cancel(id, 'died at the end')).body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    testApp.clock.advance(60_000)
    const second = await cancel(id, 'died at the end')
    expect([second.status, second.body]).toMatchObject([200, { data: { status: 'CANCELLED' } }])
    expect(isReplayed(second)).toBe(false)
    expect(isReplayed(await cancel(id, 'died at the end'))).toBe(true)
    expect(await timesCancelled(id)).toBe(1)
    // A different request under the same key is refused.
    const other = { params: { id }, body: { reasonCode: 'OTHER' as const, note: 'Something else came up.' } }
    expect((await testApp.send(cancelMarketplaceBooking, other, withKey('died at the end'))).body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('after a crash of its process takes effect at once in another', async () => {
    const other = await startTestApp({ sharesDatabaseWith: testApp })
    const { id } = await newBooking()
    expect((await dieBeforeCommit(other, () => cancel(id, 'died with it', other))).status).toBe(500)
    expect((await cancel(id, 'died with it')).body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    // The lock of a process ends with its connections.
    await other.close()
    const second = await cancel(id, 'died with it')
    expect([second.status, isReplayed(second)]).toEqual([200, false])
    expect(await timesCancelled(id)).toBe(1)
  })

  it('after a restart of the database takes effect once it is back', async () => {
    const { id } = await newBooking()
    const { db } = testApp.deps
    const { unitOfWork, execute } = db
    const lost = async () => {
      throw new Error('Connection terminated unexpectedly')
    }
    Object.assign(db, { unitOfWork: lost, execute: lost })
    const [first, second] = [await cancel(id, 'cut off at work'), await cancel(id, 'cut off at work')]
    Object.assign(db, { unitOfWork, execute })
    expect([first.status, second.body]).toMatchObject([503, { code: 'IDEMPOTENCY_IN_PROGRESS' }])
    await expect.poll(async () => (await cancel(id, 'cut off at work')).status, { timeout: 60_000 }).toBe(200)
    expect(await timesCancelled(id)).toBe(1)
  })

  it('after a crash between commit and response returns the stored response', async () => {
    const { id } = await newBooking()
    const first = await cancel(id, 'lost on the way')
    const work = await testApp.db.one<{ transaction: string }>(
      sql`select xmin::text as transaction from events where subject_id = ${id} and type = 'booking.cancelled'`,
    )
    // Both were written by one transaction, so a crash leaves both or neither.
    expect(
      await testApp.db.one(sql`select xmin::text as transaction from idempotency_keys where key = 'lost on the way'`),
    ).toEqual(work)
    const second = await cancel(id, 'lost on the way')
    expect([isReplayed(second), second.body]).toEqual([true, first.body])
    expect(await timesCancelled(id)).toBe(1)
  })

  it('whose commit succeeded but seemed to fail returns the stored response', async () => {
    const { id } = await newBooking()
    const first = await loseCommitResult(() => cancel(id, 'lost on commit'))
    expect(first.status).toBeGreaterThanOrEqual(500)
    const second = await cancel(id, 'lost on commit')
    expect([second.status, isReplayed(second)]).toEqual([200, true])
    expect(await timesCancelled(id)).toBe(1)
  })

  it('after a refusal returns the refusal', async () => {
    const first = await cancel(`bkg_${'0'.repeat(26)}`, 'refused twice')
    expect(first.status).toBe(404)
    const second = await cancel(`bkg_${'0'.repeat(26)}`, 'refused twice')
    expect([isReplayed(second), second.body]).toEqual([true, first.body])
  })

  it('that lost its claim changes nothing once another attempt has it', async () => {
    const { id } = await newBooking()
    let slow: ReturnType<typeof cancel> | undefined
    let next: ReturnType<typeof cancel> | undefined
    await holding(id, async () => {
      slow = cancel(id, 'slow but alive')
      await waitForLocks(testApp)
      testApp.clock.advance(60_000)
      next = cancel(id, 'slow but alive')
      await waitForLocks(testApp, 2)
    })
    expect((await slow)?.body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' })
    expect((await next)?.body).toMatchObject({ status: 200, data: { status: 'CANCELLED' } })
    expect(await timesCancelled(id)).toBe(1)
    expect(isReplayed(await cancel(id, 'slow but alive'))).toBe(true)
  })

  it('is retried after a server error', async () => {
    const put = () =>
      testApp.send(putCustomer, { params: { externalId: 'unlucky' }, body: { name: 'Chidi' } }, withKey('unlucky key'))
    await testApp.db.execute(sql`alter table events rename to events_away`)
    expect((await put()).status).toBe(500)
    await testApp.db.execute(sql`alter table events_away rename to events`)
    const second = await put()
    expect([second.status, isReplayed(second)]).toEqual([200, false])
    expect(isReplayed(await put())).toBe(true)
  })

  it('keeps secrets of its response unreadable in the database', async () => {
    const create = () =>
      testApp.send(createWebhookEndpoint, { body: { url: 'https://shop.example/hook' } }, withKey('with a secret'))
    const { body } = await create()
    const { data } = body as Success<WebhookEndpointWithSecret>
    const { stored } = await testApp.db.one<{ stored: string }>(
      sql`select response_body::text as stored from idempotency_keys where key = 'with a secret'`,
    )
    expect(data.secret).toMatch(/^whsec_/)
    expect(stored).toMatch(/^"[A-Za-z0-9+/=]+"$/)
    expect((await create()).body).toEqual(body)
  })
})

describe('the same key', () => {
  it('for another customer is another request', async () => {
    const { id, customerId } = await newBooking()
    const stranger = await createCustomer(testApp)
    const notes = { params: { id }, body: { accessNotes: 'Ring twice' } }
    const key = `for ${id}`
    const own = await testApp.send(patchMarketplaceBooking, notes, withKey(key, { 'x-customer-id': customerId }))
    expect(own.status).toBe(200)
    const other = await testApp.send(patchMarketplaceBooking, notes, withKey(key, { 'x-customer-id': stranger.id }))
    expect(other.body).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('for one operation spelled in other ways is the same request', async () => {
    const { id } = await newBooking()
    const body = JSON.stringify(cancelling(id).body)
    const headers = {
      ...marketplace.headers,
      authorization: `Bearer ${marketplace.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'spelled in three ways',
    }
    const post = (path: string) => fetch(testApp.url + path, { method: 'POST', headers, body })
    const path = `/v2/marketplace/bookings/${id}/cancel`
    const answers = [await post(path), await post(`${path}/`), await post(path.replace('bookings', '%62ookings'))]
    expect(answers.map((answer) => [answer.status, isReplayed(answer)])).toEqual([
      [200, false],
      [200, true],
      [200, true],
    ])
    expect(await timesCancelled(id)).toBe(1)
  })

  it('with another file is another request', async () => {
    const { id } = await newBooking()
    const send = async (colour: string) => {
      const file = new Blob([new Uint8Array(await picture(200, 200, { colour }))], { type: 'image/jpeg' })
      return testApp.send(addMarketplacePhoto, { params: { id }, body: {}, file }, withKey(`photo of ${id}`))
    }
    expect((await send('teal')).status).toBe(201)
    expect(isReplayed(await send('teal'))).toBe(true)
    expect((await send('red')).body).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('at another address is another request', async () => {
    const customer = await createCustomer(testApp)
    const ask = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Fix the kitchen tap',
      startAt: new Date(testApp.clock.now().getTime() + 72 * HOUR_MS).toISOString(),
      durationMinutes: 60,
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const first = await testApp.send(createMarketplaceBooking, { body: ask }, withKey('one for all'))
    const put = await testApp.send(
      putCustomer,
      { params: { externalId: 'one' }, body: { name: 'X' } },
      withKey('one for all'),
    )
    expect([first.status, put.status, isReplayed(put)]).toEqual([201, 200, false])
  })
})
