import { HOUR_MS } from '@fettle/protocol/core/durations'
import { devNotify, getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { Novu } from '@novu/js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestInbox, type TestInbox } from '../../../testing/app/test-inbox.ts'
import { sql, type Tx } from '../../platform/db/db.ts'
import { createRouter, type Catalogue } from '../../platform/http/router.ts'
import { createMessageSender } from '../../platform/mail/outgoing-messages.ts'
import type { SentMessage } from '../../platform/mail/outgoing-messages.types.ts'
import { deriveSecrets } from '../../platform/secrets.ts'
import { resolveFor, notify, registerNotifications } from './index.ts'

let testInbox: TestInbox
let mailed: (to: string) => Promise<SentMessage[]>
beforeAll(async () => {
  const operations: Catalogue = []
  testInbox = await startTestInbox({
    join({ http, deps, inbox, config }) {
      const actor = { id: 'usr_ada', name: 'Ada', sessionId: 'ses_1', isOnboarded: true }
      const account = createRouter(http, operations, { audiences: ['account'], authenticate: async () => actor })
      const development = createRouter(http, operations, { audiences: ['development'], authenticate: async () => null })
      const outbox = createMessageSender({ ...deps, config })
      mailed = (to) => outbox.list(to)
      const findRecipient = async (id: string) =>
        id === 'usr_gone'
          ? undefined
          : { email: `${id}@example.com`, firstName: 'Ada', locale: 'en' as const, timeZone: 'Africa/Lagos' }
      const secrets = deriveSecrets('a master secret, for tests only')
      registerNotifications(
        { ...deps, config, outbox, secrets },
        { account, development },
        { inbox, findRecipient, pages: http },
      )
    },
  })
})
afterAll(() => testInbox.close())

const params = {
  customerName: 'Ngozi Okafor',
  title: 'Leaking tap',
  city: 'Lekki',
  startAt: '2026-03-04T13:00:00.000Z',
  timeZone: 'Africa/Lagos',
  respondBy: null,
}
const request = (providerId: string, id: string) =>
  ({ workflow: 'booking-requested', providerId, params, data: { type: 'booking', id } }) as const

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => testInbox.deps.db.transaction(work)
const inboxOf = async (subscriberId: string) =>
  (await testInbox.client(subscriberId).notifications.list()).data?.notifications ?? []

describe('notifying a provider', () => {
  it('happens in a job after commit', async () => {
    await inTransaction((tx) => notify(testInbox.deps, tx, request('usr_1', 'bkg_1')))
    expect(await inboxOf('usr_1')).toEqual([])
    await testInbox.deps.jobs.runDue()
    expect(await inboxOf('usr_1')).toMatchObject([
      {
        subject: 'New booking request from Ngozi Okafor',
        severity: 'high',
        tags: ['bookings'],
        data: { type: 'booking', id: 'bkg_1' },
        workflow: { identifier: 'booking-requested', name: 'Booking requested' },
        primaryAction: { label: 'Review', isCompleted: false },
      },
    ])
  })

  it('does not happen after a rollback', async () => {
    const failing = inTransaction(async (tx) => {
      await notify(testInbox.deps, tx, request('usr_2', 'bkg_2'))
      throw new Error('no booking after all')
    })
    await expect(failing).rejects.toThrow('no booking after all')
    await testInbox.deps.jobs.runDue()
    expect(await inboxOf('usr_2')).toEqual([])
  })

  it('happens once when the job runs twice', async () => {
    await inTransaction((tx) => notify(testInbox.deps, tx, request('usr_3', 'bkg_3')))
    const { id } = await testInbox.deps.db.one<{ id: string }>(
      sql`select id from notifications where provider_id = 'usr_3'`,
    )
    await testInbox.deps.jobs.add(testInbox.deps.db, 'notifications.deliver', { id, providerId: 'usr_3' })
    expect(await testInbox.deps.jobs.runDue()).toBe(3)
    expect(await inboxOf('usr_3')).toHaveLength(1)
  })
})

describe('a notification mail', () => {
  const notifyProvider = async (id: string) => {
    await inTransaction((tx) => notify(testInbox.deps, tx, request(id, `bkg_${id}`)))
    await testInbox.deps.jobs.runDue()
  }
  const mailsTo = async (id: string) => (await mailed(`${id}@example.com`)).map(({ subject }) => subject)
  const subject = 'New booking request from Ngozi Okafor'

  it('has the same text with a link, once', async () => {
    await notifyProvider('usr_mail')
    expect(await mailed('usr_mail@example.com')).toMatchObject([
      { channel: 'EMAIL', subject, text: expect.stringContaining('/bookings/bkg_usr_mail') },
    ])
    const { id } = await testInbox.deps.db.one<{ id: string }>(
      sql`select id from notifications where provider_id = 'usr_mail'`,
    )
    await testInbox.deps.jobs.add(testInbox.deps.db, 'notifications.deliver', { id, providerId: 'usr_mail' })
    await testInbox.deps.jobs.runDue()
    expect(await mailsTo('usr_mail')).toEqual([subject])
  })

  it('is not sent when switched off or after the account was closed', async () => {
    await testInbox
      .client('usr_off')
      .preferences.update({ workflowId: 'booking-requested', channels: { email: false } })
    await notifyProvider('usr_off')
    expect(await inboxOf('usr_off')).toHaveLength(1)
    expect(await mailsTo('usr_off')).toEqual([])
    await notifyProvider('usr_gone')
    expect(await mailsTo('usr_gone')).toEqual([])
  })

  it('waits for the end of quiet hours, unless resolved by then', async () => {
    testInbox.clock.advance(11 * HOUR_MS)
    await notifyProvider('usr_night')
    await notifyProvider('usr_settled')
    await inTransaction((tx) =>
      resolveFor(testInbox.deps, tx, { type: 'booking', id: 'bkg_usr_settled' }, 'booking-requested'),
    )
    expect(await inboxOf('usr_night')).toHaveLength(1)
    expect(await mailsTo('usr_night')).toEqual([])
    testInbox.clock.advance(8 * HOUR_MS)
    await testInbox.deps.jobs.runDue()
    expect(await mailsTo('usr_night')).toEqual([subject])
    expect(await mailsTo('usr_settled')).toEqual([])
  })
})

describe('the daily summary', () => {
  /** Stores offers that customers viewed, without mails so far. */
  const insertViewed = (providerId: string, count: number) =>
    testInbox.deps.db.execute(sql`
      insert into notifications (id, provider_id, workflow, params, subject_type, subject_id, at)
      select 'ntc_' || ${providerId}::text || n, ${providerId}, 'offer-viewed',
        ${JSON.stringify({ reference: 'OFF-1', customerName: 'Ngozi Okafor', customerId: 'cus_1', title: 'New tap' })}::jsonb, 'offer',
        'off_' || n, ${testInbox.clock.now()} from generate_series(1, ${count}::int) as n`)
  const notifyOfReview = (providerId: string, id: string) =>
    inTransaction((tx) =>
      notify(testInbox.deps, tx, {
        workflow: 'review-received',
        providerId,
        params: { customerName: 'Ngozi Okafor', title: 'Leaking tap', rating: 5, comment: '' },
        data: { type: 'review', id },
      }),
    )
  const nextMorning = async () => {
    await testInbox.deps.jobs.runDue()
    testInbox.clock.advance(24 * HOUR_MS)
    await testInbox.deps.jobs.runDue()
  }

  it('has what is of low severity, however much else was not mailed', async () => {
    await testInbox.deps.db.execute(sql`
      insert into notifications (id, provider_id, workflow, params, subject_type, subject_id, at)
      select 'ntc_busy_' || n, 'usr_busy', 'booking-requested', ${JSON.stringify(params)}::jsonb, 'booking', 'bkg_' || n,
        ${testInbox.clock.now()} from generate_series(1, 200) as n`)
    testInbox.clock.advance(1_000)
    await notifyOfReview('usr_busy', 'rev_1')
    await nextMorning()
    expect(await mailed('usr_busy@example.com')).toMatchObject([
      { text: expect.stringContaining('/reviews?review=rev_1') },
    ])
  })

  it('has what is wanted by mail, however much else is not', async () => {
    await testInbox.client('usr_picky').preferences.update({ workflowId: 'offer-viewed', channels: { email: false } })
    await insertViewed('usr_picky', 200)
    testInbox.clock.advance(1_000)
    await notifyOfReview('usr_picky', 'rev_3')
    await nextMorning()
    expect(await mailed('usr_picky@example.com')).toMatchObject([
      { text: expect.stringContaining('/reviews?review=rev_3') },
    ])
  })

  it('comes in several mails if it is long', async () => {
    await insertViewed('usr_much', 200)
    testInbox.clock.advance(1_000)
    await notifyOfReview('usr_much', 'rev_4')
    await nextMorning()
    expect((await mailed('usr_much@example.com')).map(({ subject }) => subject).toSorted()).toEqual([
      '200 updates',
      'Ngozi Okafor gave you 5 stars',
    ])
    const { waiting } = await testInbox.deps.db.one<{ waiting: number }>(sql`
      select count(*) as waiting from notifications where provider_id = 'usr_much' and mailed_at is null`)
    expect(waiting).toBe(0)
  })

  it('has what happened before quiet hours of several days', async () => {
    const openedAt = new Date(testInbox.clock.now().getTime() + 5 * 24 * HOUR_MS)
    const day = openedAt.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
    const weeklySchedule = { [day]: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } }
    await testInbox.client('usr_away').preferences.schedule.update({ isEnabled: true, weeklySchedule })
    await notifyOfReview('usr_away', 'rev_2')
    await testInbox.deps.jobs.runDue()
    for (let quarters = 0; quarters < 6 * 4; quarters += 1) {
      testInbox.clock.advance(6 * HOUR_MS)
      await testInbox.deps.jobs.runDue()
    }
    expect(await mailed('usr_away@example.com')).toMatchObject([
      { text: expect.stringContaining('/reviews?review=rev_2') },
    ])
  })
})

describe('a record that moves on', () => {
  it('completes its notifications only', async () => {
    await inTransaction(async (tx) => {
      await notify(testInbox.deps, tx, request('usr_4', 'bkg_4'))
      await notify(testInbox.deps, tx, request('usr_4', 'bkg_other'))
    })
    await testInbox.deps.jobs.runDue()
    await inTransaction((tx) => resolveFor(testInbox.deps, tx, { type: 'booking', id: 'bkg_4' }, 'booking-requested'))
    await testInbox.deps.jobs.runDue()
    const items = await inboxOf('usr_4')
    expect(items.map((item) => [item.data?.id, item.primaryAction?.isCompleted])).toEqual([
      ['bkg_other', false],
      ['bkg_4', true],
    ])
  })

  it('before delivery is delivered as done', async () => {
    await inTransaction((tx) => notify(testInbox.deps, tx, request('usr_5', 'bkg_5')))
    await inTransaction((tx) => resolveFor(testInbox.deps, tx, { type: 'booking', id: 'bkg_5' }, 'booking-requested'))
    await testInbox.deps.jobs.runDue()
    expect(await inboxOf('usr_5')).toMatchObject([{ primaryAction: { isCompleted: true } }])
  })
})

describe('the inbox connection', () => {
  const session = async (headers: Record<string, string> = {}) => {
    const answer = (await (await fetch(testInbox.url + getNotificationSession.path, { headers })).json()) as {
      data: Record<string, string>
    }
    return answer.data
  }

  it('is usable by the official client', async () => {
    const opened = await session()
    expect(opened).toMatchObject({
      subscriberId: 'usr_ada',
      apiUrl: `${testInbox.url}/inbox`,
      socketUrl: testInbox.url,
      socketPath: '/inbox/socket.io',
    })
    await testInbox.notify('usr_ada', 'Good morning')
    const { applicationIdentifier = '', subscriberId = '', subscriberHash, apiUrl, socketUrl } = opened
    const options = { applicationIdentifier, subscriber: { subscriberId }, subscriberHash, apiUrl, socketUrl }
    const novu = new Novu(options)
    expect((await novu.notifications.list()).data?.notifications[0]?.body).toBe('Good morning')
  })

  it("uses the caller's address and ignores untrusted proxies", async () => {
    const { port } = new URL(testInbox.url)
    const opened = await session({ 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' })
    expect(opened.apiUrl).toBe(`http://127.0.0.1:${port}/inbox`)
  })
})

describe('seeding an inbox', () => {
  const seed = (body: object) =>
    fetch(testInbox.url + devNotify.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('stores and publishes every notification', async () => {
    const novu = testInbox.client('usr_seed')
    const received: string[] = []
    const connected = new Promise((resolve) => novu.on('socket.connect.resolved', resolve))
    novu.on('notifications.notification_received', ({ result }) => received.push(result.body))
    await connected
    const notifications = [
      {
        subject: 'One',
        body: 'First',
        tags: ['a'],
        severity: 'high',
        redirect: '/bookings',
        primaryAction: { label: 'Open', redirect: '/bookings/1' },
      },
      {
        subject: 'Two',
        body: 'Second',
        data: { type: 'x' },
        redirect: { url: 'https://example.com', target: '_blank' },
        secondaryAction: { label: 'No' },
      },
    ]
    const answer = await seed({ subscriberId: 'usr_seed', notifications })
    expect(answer.status).toBe(201)
    const { data } = (await answer.json()) as { data: { ids: string[] } }
    const items = await inboxOf('usr_seed')
    expect(items.map((item) => item.id)).toEqual(data.ids.toReversed())
    expect(items).toMatchObject([
      {
        subject: 'Two',
        data: { type: 'x' },
        redirect: { url: 'https://example.com', target: '_blank' },
        secondaryAction: { label: 'No' },
      },
      {
        subject: 'One',
        severity: 'high',
        redirect: { url: '/bookings', target: '_self' },
        primaryAction: { label: 'Open', isCompleted: false },
      },
    ])
    await expect.poll(() => received).toEqual(['First', 'Second'])
  })

  it('refuses unsafe links and stores nothing', async () => {
    const answer = await seed({
      subscriberId: 'usr_none',
      notifications: [
        { subject: 'a', body: 'b' },
        { subject: 'c', body: 'd', redirect: 'javascript:alert(1)' },
      ],
    })
    expect(answer.status).toBe(422)
    expect(await inboxOf('usr_none')).toEqual([])
  })
})
