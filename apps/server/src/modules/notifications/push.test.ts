import { logout } from '@fettle/protocol/accounts/auth'
import { declineBooking } from '@fettle/protocol/bookings/actions'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { listDeliveries } from '@fettle/protocol/marketplace/deliveries'
import { getPushAccess, subscribeToPush, unsubscribeFromPush } from '@fettle/protocol/notifications/notifications'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { startFakePushService } from '../../../testing/fakes/push-service.ts'
import { setUp } from '../../../testing/app/set-up.ts'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
const vendor = setUp(startFakePushService)
let customer: Awaited<ReturnType<typeof createCustomer>>
let me: TestProvider
beforeAll(async () => {
  customer = await createCustomer(testApp, { name: 'Ngozi Okafor' })
})
beforeEach(async () => {
  me = await createProvider(testApp)
  await testApp.deps.jobs.runDue()
})

const subscribed = async (who: TestProvider = me) => {
  const browser = vendor.browser()
  await testApp.call(subscribeToPush, { body: browser.subscription }, who)
  return browser
}
const requestJob = async (who: TestProvider = me) => requestBooking(testApp, { provider: who, customer })
const requestAndNotify = async (who: TestProvider = me) => {
  const booking = await requestJob(who)
  await testApp.deps.jobs.runDue()
  return booking
}
const titles = ({ arrived }: { arrived: { payload: { title: string } }[] }) =>
  arrived.map(({ payload }) => payload.title)

describe('a push message', () => {
  it("has the inbox's text for each browser, encrypted and signed", async () => {
    const [phone, desktop] = [await subscribed(), await subscribed()]
    const booking = await requestAndNotify()
    for (const { arrived } of [phone, desktop]) {
      expect(arrived).toHaveLength(1)
      expect(arrived[0]?.payload).toMatchObject({
        title: 'New booking request from Ngozi Okafor',
        url: `/bookings/${booking.id}`,
        tag: `booking-requested booking ${booking.id}`,
      })
      const { publicKey } = await testApp.call(getPushAccess, {}, me)
      expect(arrived[0]?.signedBy).toBe(publicKey)
      expect(arrived[0]?.claims).toMatchObject({ aud: vendor.origin, sub: 'mailto:no-reply@fettle.test' })
      expect(arrived[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
      expect(arrived[0]?.headers['topic']).toMatch(/^[\w-]{32}$/)
    }
    expect(JSON.stringify(phone.arrived)).not.toContain(me.token)
  })

  it('is shown in the outbox in development', async () => {
    await subscribed()
    await requestAndNotify()
    const pushes = (await testApp.deps.outbox.list(me.email)).filter(({ channel }) => channel === 'PUSH')
    expect(pushes).toMatchObject([{ subject: 'New booking request from Ngozi Okafor' }])
  })

  it('is sent once when the job runs twice', async () => {
    const browser = await subscribed()
    await requestAndNotify()
    const { id } = await testApp.db.one<{ id: string }>(sql`select id from notifications where provider_id = ${me.id}`)
    await testApp.deps.jobs.add(testApp.db, 'notifications.push', { id })
    await testApp.deps.jobs.runDue()
    expect(browser.arrived).toHaveLength(1)
  })

  it('waits for the end of quiet hours, unless resolved by then', async () => {
    const browser = await subscribed()
    testApp.clock.advance(11 * HOUR_MS)
    const settled = await requestJob()
    await requestJob()
    await testApp.deps.jobs.runDue()
    expect(browser.arrived).toEqual([])
    const body = { version: settled.version, reasonCode: 'TOO_FAR' as const }
    await testApp.call(declineBooking, { params: { id: settled.id }, body }, me)
    await testApp.advance(9 * HOUR_MS)
    expect(titles(browser).filter((title) => title.startsWith('New booking request'))).toHaveLength(1)
    testApp.clock.advance(4 * HOUR_MS)
  })

  it('is retried while the push service is down, without repeating it to other browsers', async () => {
    const [lost, well] = [await subscribed(), await subscribed()]
    lost.status = 503
    await requestJob()
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('The push service answered 503')
    expect(well.arrived).toHaveLength(1)
    lost.status = 201
    await testApp.advance(60_000)
    expect([lost.arrived.length, well.arrived.length]).toEqual([1, 1])
  })

  it("goes to one of a provider's browsers at a time, whose push services may be silent", async () => {
    const other = await createProvider(testApp)
    const browsers = [await subscribed(), await subscribed(), await subscribed(other)]
    for (const browser of browsers) browser.status = 503
    await requestJob()
    await requestJob(other)
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('jobs failed')
    const queues = await testApp.db.query<{ queue: string; jobs: number }>(sql`
      select queue_name as queue, count(*) as jobs from graphile_worker.jobs
      where task_identifier = 'notifications.push-to' group by queue_name order by jobs desc`)
    expect(queues).toEqual([
      { queue: `push:${me.id}`, jobs: 2 },
      { queue: `push:${other.id}`, jobs: 1 },
    ])
    for (const browser of browsers) browser.status = 201
    await testApp.advance(60_000)
  })

  it('leaves time for other jobs while push services are silent', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => createProvider(testApp)))
    const browsers = []
    for (const who of [me, ...others]) browsers.push(await subscribed(who))
    for (const browser of browsers) browser.silent = true
    for (const who of [me, ...others]) await requestJob(who)
    let ended = 0
    // Several at a time, as a worker does.
    const run = () => testApp.deps.jobs.runDue().finally(() => (ended += 1))
    const runs = Array.from({ length: 5 }, run)
    await expect.poll(() => [vendor.waiting(), ended]).toEqual([3, 2])
    for (const browser of browsers) browser.silent = false
    vendor.answer()
    await Promise.all(runs)
    await testApp.advance(10_000)
    expect(browsers.map(({ arrived }) => arrived.length)).toEqual([1, 1, 1, 1, 1])
  })

  it.each([404, 410])('to a subscription unknown to the push service (%d) removes it', async (status) => {
    const browser = await subscribed()
    browser.status = status
    await requestAndNotify()
    browser.status = 201
    await requestAndNotify()
    expect(browser.arrived).toEqual([])
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*)::int as count from push_subscriptions where endpoint = ${browser.subscription.endpoint}`,
    )
    expect(count).toBe(0)
  })

  it('that was given up is in the list of deliveries for a week', async () => {
    const browser = await subscribed()
    browser.status = 503
    await requestJob()
    const advance = async (hours: number) => {
      testApp.clock.advance(hours * HOUR_MS)
      await testApp.deps.jobs.runDue().catch(() => undefined)
    }
    for (let attempt = 0; attempt < 9; attempt += 1) await advance(1)
    const listed = async () =>
      (await testApp.call(listDeliveries, { query: {} }, marketplace)).filter(({ to }) => to === me.id)
    expect(await listed()).toMatchObject([{ channel: 'PUSH', attempts: 9, status: 'GIVEN_UP' }])
    await advance(6 * 24)
    expect(await listed()).toHaveLength(1)
    await advance(2 * 24)
    expect(await listed()).toEqual([])
    // To the time of day at which the others begin.
    await advance(15)
  })

  it('that is refused is not retried', async () => {
    const browser = await subscribed()
    browser.status = 400
    await requestAndNotify()
    browser.status = 201
    await testApp.advance(60_000)
    expect(browser.arrived).toEqual([])
  })
})

describe('a push subscription', () => {
  it('ends by unsubscribing, repeatably', async () => {
    const browser = await subscribed()
    const { endpoint } = browser.subscription
    expect(await testApp.call(unsubscribeFromPush, { body: { endpoint } }, me)).toEqual({ removed: true })
    expect(await testApp.call(unsubscribeFromPush, { body: { endpoint } }, me)).toEqual({ removed: false })
    await requestAndNotify()
    expect(browser.arrived).toEqual([])
  })

  it('ends with its session', async () => {
    const browser = await subscribed()
    await testApp.call(logout, {}, me)
    await requestAndNotify()
    expect(browser.arrived).toEqual([])
  })

  it('belongs to the last signed-in provider, and cannot be removed by others', async () => {
    const browser = await subscribed()
    const other = await createProvider(testApp)
    const { endpoint } = browser.subscription
    expect(await testApp.call(unsubscribeFromPush, { body: { endpoint } }, other)).toEqual({ removed: false })
    await testApp.call(subscribeToPush, { body: browser.subscription }, other)
    await requestAndNotify(me)
    expect(browser.arrived).toEqual([])
    await requestAndNotify(other)
    expect(browser.arrived).toHaveLength(1)
  })

  it('is one of at most ten: the least recently used is replaced', async () => {
    const first = await subscribed()
    for (let count = 0; count < 10; count += 1) {
      testApp.clock.advance(1_000)
      await subscribed()
    }
    await requestAndNotify()
    expect(first.arrived).toEqual([])
  })

  it.each([
    ['an invalid address', { endpoint: 'javascript:alert(1)' }],
    ['an invalid key', { keys: { p256dh: 'short', auth: 'short' } }],
  ])('is refused with %s', async (_, wrong) => {
    const body = { ...vendor.browser().subscription, ...wrong }
    expect(await testApp.refusal(subscribeToPush, { body }, me)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('cannot point into our network', async () => {
    const { keys } = vendor.browser().subscription
    await testApp.call(subscribeToPush, { body: { endpoint: 'https://10.0.0.7/push', keys } }, me)
    await requestAndNotify()
    const waiting = await testApp.db.query(
      sql`select id from graphile_worker.jobs where task_identifier = 'notifications.push-to'`,
    )
    expect(waiting).toEqual([])
  })
})

describe('in production', () => {
  it('push needs VAPID keys, as the settings explain', async () => {
    const beside = await startTestApp({ sharesDatabaseWith: testApp, config: { production: true } })
    try {
      expect(await beside.call(getPushAccess, {}, me)).toEqual({ publicKey: null })
      const body = vendor.browser().subscription
      expect(await beside.refusal(subscribeToPush, { body }, me)).toMatchObject({ code: 'NOT_FOUND' })
    } finally {
      await beside.close()
    }
  })

  it('no push waits for keys that were taken away', async () => {
    const browser = await subscribed()
    const beside = await startTestApp({ sharesDatabaseWith: testApp, config: { production: true } })
    try {
      await requestBooking(beside, { provider: me, customer })
      await expect(beside.deps.jobs.runDue()).rejects.toThrow('No transport for EMAIL')
      const waiting = await testApp.db.query(
        sql`select id from graphile_worker.jobs where task_identifier like 'notifications.push%'`,
      )
      expect(waiting).toEqual([])
      expect(browser.arrived).toEqual([])
    } finally {
      await beside.close()
    }
  })
})
