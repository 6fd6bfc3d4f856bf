import type { Novu } from '@novu/js'
import { describe, expect, it, vi } from 'vitest'
import { createLocalBus } from '../../platform/redis/bus.ts'
import { setUpTestInbox, startTestInbox } from '../../../testing/app/test-inbox.ts'
import { startRedis } from '../../../testing/app/test-redis.ts'
import { openRedis } from '../../platform/redis/redis.ts'
import { createRedisBus } from '../../platform/redis/redis-bus.ts'

/** Timeout for events through a real Redis. */
const waitOptions = { timeout: 60_000, interval: 20 }

const testInbox = setUpTestInbox()

/** A client with an open socket and its recorded events. */
async function listen(subscriberId: string, at = testInbox) {
  const novu = at.client(subscriberId, { useCache: false })
  const events: { event: string; result: unknown }[] = []
  const connected = new Promise<void>((resolve, reject) => {
    novu.on('socket.connect.resolved', ({ error }) => (error ? reject(error as Error) : resolve()))
  })
  novu.on('notifications.notification_received', ({ result }) => events.push({ event: 'received', result }))
  novu.on('notifications.unread_count_changed', ({ result }) => events.push({ event: 'unread', result }))
  novu.on('notifications.unseen_count_changed', ({ result }) => events.push({ event: 'unseen', result }))
  await connected
  /** Waits for the next event of a kind, after those already taken. */
  const next = async (event: string) => {
    const at = await vi.waitUntil(() => events.findIndex((item) => item.event === event) + 1, {
      timeout: 3000,
      interval: 5,
    })
    return events.splice(at - 1, 1)[0]?.result
  }
  return { novu, events, next }
}

const unread = (total: number, severity: object = {}) => ({
  total,
  severity: { high: 0, medium: 0, low: 0, none: total, ...severity },
})

describe('the socket', () => {
  it('is found by the official client at the default path too', async () => {
    const novu = testInbox.client('plain', { socketOptions: {} })
    const connected = new Promise((resolve) => novu.on('socket.connect.resolved', resolve))
    const received = new Promise((resolve) => {
      novu.on('notifications.notification_received', ({ result }) => resolve(result.body))
    })
    expect(await connected).not.toHaveProperty('error')
    await testInbox.notify('plain', 'Hello')
    expect(await received).toBe('Hello')
  })

  it('is closed with its login session only', async () => {
    const client = (sessionId: string) => {
      const novu = testInbox.client('leaver', { subscriberHash: testInbox.hashOf('leaver', sessionId) })
      const seen: string[] = []
      novu.on('socket.connect.resolved', ({ error }) => {
        seen.push(error ? (error as Error).message : 'connected')
      })
      novu.on('socket.disconnect.resolved', () => seen.push('disconnected'))
      novu.on('notifications.notification_received', ({ result }) => seen.push(result.body))
      return seen
    }
    const [leaving, staying] = [client('ses_leaving'), client('ses_staying')]
    await vi.waitFor(() => expect([leaving, staying]).toEqual([['connected'], ['connected']]), waitOptions)
    testInbox.endLogin('leaver', 'ses_leaving')
    await vi.waitFor(() => expect(leaving).toEqual(['connected', 'disconnected', 'Unauthorized']), waitOptions)
    await testInbox.notify('leaver', 'For who stayed')
    await vi.waitFor(() => expect(staying).toEqual(['connected', 'For who stayed']), waitOptions)
    expect(leaving).toHaveLength(3)
  })

  it('connects by itself after its login session could not be checked for a moment', async () => {
    const novu = testInbox.client('patient')
    await new Promise((resolve) => novu.on('session.initialize.resolved', resolve))
    const failing = vi.spyOn(testInbox.endedLogins, 'has').mockImplementationOnce(() => {
      throw new Error('no connection to the database')
    })
    const seen: string[] = []
    novu.on('socket.connect.resolved', ({ error }) => {
      seen.push(error ? (error as Error).message : 'connected')
    })
    novu.on('notifications.notification_received', ({ result }) => seen.push(result.body))
    await vi.waitFor(() => expect(failing).toHaveBeenCalled(), waitOptions)
    await vi.waitFor(() => expect(seen).toEqual(['connected']), waitOptions)
    await testInbox.notify('patient', 'Still there')
    await vi.waitFor(() => expect(seen).toEqual(['connected', 'Still there']), waitOptions)
    failing.mockRestore()
  })

  it('receives nothing more once its token has expired', async () => {
    const { novu, events } = await listen('late')
    const closed = new Promise<void>((resolve) => novu.on('socket.disconnect.resolved', () => resolve()))
    testInbox.clock.advance(60 * 60 * 1000)
    await testInbox.notify('late', 'Too late')
    await closed
    expect(events).toEqual([])
  })

  it('delivers a new notification as the list shows it, then the counts', async () => {
    const { novu, events, next } = await listen('ada')
    await testInbox.notify('ada', {
      workflow: 'job-offered',
      subject: 'A job',
      avatar: '/a.png',
      data: { type: 'job', id: 'j1' },
      redirect: { url: '/jobs/j1' },
      primaryAction: { label: 'Accept', redirect: { url: 'https://desktop.example.com/j1', target: '_blank' } },
      secondaryAction: { label: 'Decline' },
      isCompleted: true,
    })
    const received = await next('received')
    expect(await next('unread')).toEqual(unread(1, { high: 1, none: 0 }))
    expect(await next('unseen')).toBe(1)
    const listed = (await novu.notifications.list()).data?.notifications[0]
    const plain = JSON.parse(JSON.stringify(listed)) as object
    expect(JSON.parse(JSON.stringify(received))).toEqual(without(plain, 'snoozedUntil'))
    expect(events).toEqual([])
  })

  it('reports every change to all sessions of the subscriber only', async () => {
    const [phone, desktop, stranger] = [await listen('bola'), await listen('bola'), await listen('someone-else')]
    const [first = '', second = ''] = await testInbox.notify('bola', 'one', 'two')
    for (const session of [phone, desktop]) {
      await vi.waitUntil(() => session.events.some((item) => (item.result as { total?: number }).total === 2), {
        timeout: 60_000,
      })
      session.events.length = 0
    }
    const { notifications } = phone.novu
    const soon = new Date(testInbox.clock.now().getTime() + 3_600_000).toISOString()
    const steps: [() => Promise<unknown>, number][] = [
      [() => notifications.read({ notificationId: first }), 1],
      [() => notifications.unread({ notificationId: first }), 2],
      [() => notifications.archive({ notificationId: first }), 1],
      [() => notifications.unarchive({ notificationId: first }), 1],
      [() => notifications.snooze({ notificationId: second, snoozeUntil: soon }), 0],
      [() => notifications.unsnooze({ notificationId: second }), 1],
      [() => notifications.seenAll(), 1],
      [() => notifications.delete({ notificationId: second }), 0],
      [() => notifications.unread({ notificationId: first }), 1],
      [() => notifications.readAll(), 0],
      [() => notifications.unread({ notificationId: first }), 1],
      [() => notifications.archiveAll(), 0],
      [() => notifications.unread({ notificationId: first }), 1],
      [() => notifications.deleteAll(), 0],
    ]
    // Changes without effect publish nothing.
    for (const [index, [change, total]] of steps.entries()) {
      await change()
      if (index === 6) continue
      for (const session of [phone, desktop]) expect(await session.next('unread')).toEqual(unread(total))
    }
    expect(stranger.events).toEqual([])
  })

  it('delivers snoozed notifications when they return', async () => {
    const [id = ''] = await testInbox.notify('chi', 'Later')
    const { novu, next, events } = await listen('chi')
    await novu.notifications.snooze({
      notificationId: id,
      snoozeUntil: new Date(testInbox.clock.now().getTime() + 60_000).toISOString(),
    })
    expect(await next('unread')).toEqual(unread(0))
    await next('unseen')
    testInbox.clock.advance(60_000)
    await testInbox.deps.jobs.runDue()
    expect(await next('received')).toMatchObject({ id, isRead: false, isSnoozed: false, isArchived: false })
    expect(await next('unread')).toEqual(unread(1))
    await next('unseen')
    expect(events).toEqual([])
  })

  it('batches counts during a burst, and ends with the right number', async () => {
    const { events } = await listen('efe')
    await Promise.all(
      Array.from({ length: 50 }, (_, item) => testInbox.inbox.trigger({ subscriberId: 'efe', body: `${item}` })),
    )
    // A count may include a notification whose event is still on its way.
    await vi.waitFor(() => {
      expect(events.some((item) => (item.result as { total?: number }).total === 50)).toBe(true)
      expect(events.filter((item) => item.event === 'received')).toHaveLength(50)
    }, waitOptions)
    expect(events.filter((item) => item.event === 'unread').length).toBeLessThan(10)
  })

  it('refuses a wrong token with an error the app receives', async () => {
    const { token } = { token: `${await testInbox.token('ada')}x` }
    const novu = testInbox.client('ada', { socketOptions: { path: '/inbox/socket.io', query: { token } } })
    const refusal = new Promise((resolve) => novu.on('socket.connect.resolved', ({ error }) => resolve(error)))
    await novu.socket.connect()
    expect(await refusal).toMatchObject({ message: 'Unauthorized' })
  })

  it('releases a subscriber when the last socket closes', async () => {
    const other = await startTestInbox({ sharesDatabaseWith: testInbox })
    const open = async () => /fettle_inbox_sockets (\d+)/.exec(await other.deps.metrics.metrics())?.[1]
    const subscribe = vi.spyOn(testInbox.deps.bus, 'subscribe')
    const [first, second] = [await listen('leaver', other), await listen('leaver', other)]
    expect(subscribe.mock.calls.map(([topic]) => topic)).toEqual(['inbox:leaver'])
    expect(await open()).toBe('2')
    await first.novu.socket.disconnect()
    await testInbox.notify('leaver', 'Heard')
    await second.next('received')
    await second.novu.socket.disconnect()
    await vi.waitUntil(async () => (await open()) === '0', { timeout: 60_000 })
    await listen('leaver', other)
    expect(subscribe).toHaveBeenCalledTimes(2)
    subscribe.mockRestore()
    await other.close()
  })
})

describe('several processes', () => {
  it('exchange events over the bus', async () => {
    const other = await startTestInbox({ sharesDatabaseWith: testInbox })
    try {
      const { novu, next } = await listen('far', other)
      const [id = ''] = await testInbox.notify('far', 'From elsewhere')
      expect(await next('received')).toMatchObject({ id })
      expect(await next('unread')).toEqual(unread(1))
      const near: Novu = testInbox.client('far', { useCache: false })
      await near.notifications.read({ notificationId: id })
      expect(await next('unread')).toEqual(unread(0))
      expect((await novu.notifications.list()).data?.notifications[0]?.isRead).toBe(true)
    } finally {
      await other.close()
    }
  })

  it('exchange events over Redis and count correctly, also after Redis was down', async () => {
    const redis = await startRedis()
    const opened = await Promise.all([0, 1].map(() => openRedis(redis.url, { log: testInbox.deps.log })))
    const ready = () =>
      vi.waitUntil(
        () => opened.every(({ commands, subscriber }) => commands.isReady && subscriber.isReady),
        waitOptions,
      )
    const [one, other] = await Promise.all(
      opened.map(async (connection) =>
        startTestInbox({ sharesDatabaseWith: testInbox, bus: createRedisBus(connection) }),
      ),
    )
    try {
      if (!one || !other) throw new Error('Two processes are needed')
      await ready()
      const [firstListener, secondListener] = [await listen('several', one), await listen('several', other)]
      const ids = await one.notify('several', { workflow: 'job-offered' }, 'Another', 'A third')
      for (const { events } of [firstListener, secondListener])
        await vi.waitFor(() => {
          expect(
            events.flatMap(({ event, result }) => (event === 'received' ? (result as { id: string }).id : [])),
          ).toEqual(ids)
          expect(events.findLast(({ event }) => event === 'unread')?.result).toEqual(unread(3, { high: 1, none: 2 }))
          expect(events.findLast(({ event }) => event === 'unseen')?.result).toBe(3)
        }, waitOptions)
      const lastUnread = () => firstListener.events.findLast(({ event }) => event === 'unread')?.result
      await secondListener.novu.notifications.read({ notificationId: ids[0] ?? '' })
      await vi.waitFor(() => expect(lastUnread()).toEqual(unread(2)), waitOptions)

      await redis.kill()
      firstListener.events.length = 0
      await other.notify('several', 'While nobody carries it')
      expect(firstListener.events).toEqual([])
      await redis.start()
      await ready()
      await vi.waitFor(() => expect(lastUnread()).toEqual(unread(3)), waitOptions)
    } finally {
      await Promise.all([one?.close(), other?.close()])
      await Promise.all(opened.map((connection) => connection.close()))
      await redis.kill()
    }
  })

  it('publish the counts again after reconnecting', async () => {
    const gaps = new Set<() => void>()
    const onGap = (listener: () => void) => {
      gaps.add(listener)
      return () => void gaps.delete(listener)
    }
    const other = await startTestInbox({ sharesDatabaseWith: testInbox, bus: { ...createLocalBus(), onGap } })
    const { events, next } = await listen('cut-off', other)
    await testInbox.notify('cut-off', 'Nobody hears this')
    expect(events).toEqual([])
    for (const reportGap of gaps) reportGap()
    expect(await next('unread')).toEqual(unread(1))
    await other.close()
    expect(gaps.size).toBe(0)
  })
})

const without = (value: object, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
