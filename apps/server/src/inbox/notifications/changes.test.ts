import type { Notification, Novu } from '@novu/js'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTestInbox } from '../../../testing/app/test-inbox.ts'

const testInbox = setUpTestInbox()
let novu: Novu
let subscriber: string
let ids: string[]
let visit = 0

// Each test has a subscriber of its own with three notifications.
beforeEach(async () => {
  subscriber = `reader-${(visit += 1)}`
  novu = testInbox.client(subscriber, { useCache: false })
  ids = await testInbox.notify(
    subscriber,
    { body: 'one', tags: ['a'] },
    { body: 'two', tags: ['b'], data: { type: 'job' } },
    { body: 'three', data: { type: 'chat' } },
  )
})

const list = async (filter = {}) => (await novu.notifications.list({ limit: 100, ...filter })).data?.notifications ?? []
const find = async (id: string | undefined) => (await list()).find((item) => item.id === id)
const bodies = (notifications: Notification[]) => notifications.map((item) => item.body)
const now = () => testInbox.clock.now().toISOString()
const inHours = (hours: number) => new Date(testInbox.clock.now().getTime() + hours * 3_600_000).toISOString()

type Result = { data?: unknown; error?: unknown }
/** HTTP status of a client's error. */
const statusOf = (result: Result) =>
  (result.error as { originalError?: { status?: number } } | undefined)?.originalError?.status

/** Advances the clock and runs due jobs; after an hour a new session is opened. */
async function comeBackAfter(milliseconds: number): Promise<void> {
  testInbox.clock.advance(milliseconds)
  await testInbox.deps.jobs.runDue()
  novu = testInbox.client(subscriber, { useCache: false })
}

describe('a single notification', () => {
  it('is marked read, which also marks it seen, and is returned', async () => {
    const { data } = await novu.notifications.read({ notificationId: ids[0] ?? '' })
    expect(data).toMatchObject({
      id: ids[0],
      isRead: true,
      isSeen: true,
      isArchived: false,
      readAt: now(),
      firstSeenAt: now(),
    })
    expect(await find(ids[0])).toMatchObject({ isRead: true, readAt: now() })
    expect(await find(ids[1])).toMatchObject({ isRead: false, isSeen: false })
  })

  it('is marked unread, which also unarchives it and keeps it seen', async () => {
    const item = (await list())[0]
    await item?.archive()
    const seenAt = now()
    testInbox.clock.advance(1000)
    const { data } = (await item?.unread()) ?? {}
    expect(data).toMatchObject({
      isRead: false,
      readAt: null,
      isArchived: false,
      archivedAt: null,
      isSeen: true,
      firstSeenAt: seenAt,
    })
  })

  it('is archived, which also marks it read, and is unarchived as read', async () => {
    const { data: archived } = await novu.notifications.archive({ notificationId: ids[1] ?? '' })
    expect(archived).toMatchObject({ isArchived: true, archivedAt: now(), isRead: true, isSeen: true })
    expect(bodies(await list({ archived: true }))).toEqual(['two'])
    const { data: back } = await novu.notifications.unarchive({ notificationId: ids[1] ?? '' })
    expect(back).toMatchObject({ isArchived: false, archivedAt: null, isRead: true })
  })

  it('read in the archive stays there', async () => {
    await novu.notifications.archive({ notificationId: ids[0] ?? '' })
    const { data } = await novu.notifications.read({ notificationId: ids[0] ?? '' })
    expect(data).toMatchObject({ isArchived: true, isRead: true })
  })

  it('is marked seen without further changes', async () => {
    const item = (await list())[0]
    await item?.seen()
    expect(await find(item?.id)).toMatchObject({
      isSeen: true,
      firstSeenAt: now(),
      isRead: false,
      readAt: null,
      isArchived: false,
    })
  })

  it('is deleted, once', async () => {
    expect(await novu.notifications.delete({ notificationId: ids[0] ?? '' })).toEqual({})
    expect(bodies(await list())).toEqual(['three', 'two'])
    expect(statusOf(await novu.notifications.delete({ notificationId: ids[0] ?? '' }))).toBe(404)
  })

  it('can be changed by its subscriber only, and an unknown id is refused', async () => {
    const stranger = testInbox.client('stranger', { useCache: false })
    const unknown = 'ntf_00000000000000000000000000'
    const calls = (client: Novu, notificationId: string): Promise<Result>[] => [
      client.notifications.read({ notificationId }),
      client.notifications.unread({ notificationId }),
      client.notifications.archive({ notificationId }),
      client.notifications.unarchive({ notificationId }),
      client.notifications.snooze({ notificationId, snoozeUntil: inHours(1) }),
      client.notifications.unsnooze({ notificationId }),
      client.notifications.completePrimary({ notificationId }),
      client.notifications.revertSecondary({ notificationId }),
      client.notifications.delete({ notificationId }),
    ]
    for (const [client, id, status] of [
      [stranger, ids[0] ?? '', 404],
      [novu, unknown, 404],
      [novu, 'nonsense', 404],
    ] as const) {
      expect((await Promise.all(calls(client, id))).map(statusOf)).toEqual(Array.from({ length: 9 }, () => status))
    }
    expect(await list()).toHaveLength(3)
  })
})

describe('a snoozed notification', () => {
  it('leaves the list seen but unread, and returns when unsnoozed', async () => {
    const until = inHours(2)
    const { data } = await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: until })
    expect(data).toMatchObject({ isSnoozed: true, snoozedUntil: until, isSeen: true, isRead: false, isArchived: false })
    expect(bodies(await list({ snoozed: true }))).toEqual(['one'])
    expect(bodies(await list({ snoozed: false }))).toEqual(['three', 'two'])
    const { data: back } = await novu.notifications.unsnooze({ notificationId: ids[0] ?? '' })
    expect(back).toMatchObject({ isSnoozed: false, snoozedUntil: null })
    expect(statusOf(await novu.notifications.unsnooze({ notificationId: ids[0] ?? '' }))).toBe(404)
  })

  it('returns by itself unread, at the top, with its delivery times', async () => {
    const [oldest] = (await list()).toReversed()
    await novu.notifications.read({ notificationId: ids[0] ?? '' })
    await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: inHours(2) })
    await comeBackAfter(2 * 3_600_000 - 1)
    expect(await find(ids[0])).toMatchObject({ isSnoozed: true })
    await comeBackAfter(1)
    expect((await list())[0]).toMatchObject({
      body: 'one',
      isSnoozed: false,
      isRead: false,
      readAt: null,
      createdAt: now(),
      deliveredAt: [oldest?.createdAt, now()],
    })

    await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: inHours(1) })
    const before = now()
    await comeBackAfter(3_600_000)
    expect((await list())[0]?.deliveredAt).toEqual([oldest?.createdAt, before, now()])
  })

  it('returns at its latest snooze time, and not once deleted or unsnoozed', async () => {
    for (const notificationId of ids) await novu.notifications.snooze({ notificationId, snoozeUntil: inHours(1) })
    await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: inHours(3) })
    await novu.notifications.unsnooze({ notificationId: ids[1] ?? '' })
    const { createdAt } = (await find(ids[1])) ?? {}
    await novu.notifications.delete({ notificationId: ids[2] ?? '' })
    await comeBackAfter(2 * 3_600_000)
    expect(await find(ids[0])).toMatchObject({ isSnoozed: true })
    expect(await find(ids[1])).toMatchObject({ createdAt })
    expect(await find(ids[2])).toBeUndefined()
    await comeBackAfter(3_600_000)
    expect(await find(ids[0])).toMatchObject({ isSnoozed: false, createdAt: now() })
  })

  it('leaves the archive when snoozed, and again when unsnoozed', async () => {
    const notificationId = ids[0] ?? ''
    await novu.notifications.archive({ notificationId })
    const { data } = await novu.notifications.snooze({ notificationId, snoozeUntil: inHours(1) })
    expect(data).toMatchObject({ isSnoozed: true, isArchived: false, archivedAt: null, isRead: true })
    const { data: archived } = await novu.notifications.archive({ notificationId })
    expect(archived).toMatchObject({ isSnoozed: true, snoozedUntil: inHours(1), isArchived: true })
    const { data: back } = await novu.notifications.unsnooze({ notificationId })
    expect(back).toMatchObject({ isSnoozed: false, isArchived: false, archivedAt: null, isSeen: true, isRead: true })
  })

  it('that was archived meanwhile stays in the archive', async () => {
    await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: inHours(1) })
    await novu.notifications.archive({ notificationId: ids[0] ?? '' })
    await comeBackAfter(3_600_000)
    expect(await find(ids[0])).toMatchObject({ isSnoozed: false, isArchived: true, isRead: true })
    expect((await list()).at(-1)?.id).toBe(ids[0])
  })

  it.each([
    ['too soon', 59 / 3600, 422],
    ['in the past', -1, 422],
    ['beyond ninety days', 90 * 24 + 1, 402],
  ])('is refused %s', async (_, hours, status) => {
    const result = await novu.notifications.snooze({ notificationId: ids[0] ?? '', snoozeUntil: inHours(hours) })
    expect(statusOf(result)).toBe(status)
  })
})

describe('bulk actions', () => {
  it('mark as read all, by tag or by data', async () => {
    expect(await novu.notifications.readAll({ tags: ['a'] })).toEqual({})
    expect(bodies(await list({ read: true }))).toEqual(['one'])
    await novu.notifications.readAll({ data: { type: ['chat', 'other'] } })
    expect(bodies(await list({ read: true }))).toEqual(['three', 'one'])
    await novu.notifications.readAll()
    expect(await list({ read: false })).toEqual([])
  })

  it('mark as seen by id, by filter or all', async () => {
    await novu.notifications.seenAll({ notificationIds: [ids[0] ?? '', 'ntf_00000000000000000000000000'], tags: ['b'] })
    expect(bodies(await list({ seen: true }))).toEqual(['one'])
    await novu.notifications.seenAll({ tags: { and: [{ or: ['b'] }] } })
    expect(bodies(await list({ seen: true }))).toEqual(['two', 'one'])
    await novu.notifications.seenAll()
    expect(await list({ seen: false })).toEqual([])
    expect(await list({ read: true })).toEqual([])
    expect(statusOf(await novu.notifications.seenAll({ notificationIds: ['nonsense'] }))).toBe(422)
  })

  it('archive all, by tag or read ones', async () => {
    await novu.notifications.read({ notificationId: ids[1] ?? '' })
    expect(await novu.notifications.archiveAllRead()).toEqual({})
    expect(bodies(await list({ archived: true }))).toEqual(['two'])
    await novu.notifications.archiveAll({ tags: ['a'] })
    expect(bodies(await list({ archived: true }))).toEqual(['two', 'one'])
    await novu.notifications.archiveAll()
    expect(await list({ archived: false })).toEqual([])
  })

  it('archive the read ones of a tag only', async () => {
    await novu.notifications.readAll()
    await novu.notifications.archiveAllRead({ tags: ['a'] })
    expect(bodies(await list({ archived: true }))).toEqual(['one'])
  })

  it('delete by data, by tag or all', async () => {
    expect(await novu.notifications.deleteAll({ data: { type: 'job' } })).toEqual({})
    expect(bodies(await list())).toEqual(['three', 'one'])
    await novu.notifications.deleteAll({ tags: ['a'] })
    expect(bodies(await list())).toEqual(['three'])
    await novu.notifications.deleteAll()
    expect(await list()).toEqual([])
  })

  it('include archived and snoozed ones', async () => {
    await novu.notifications.archive({ notificationId: ids[0] ?? '' })
    await novu.notifications.snooze({ notificationId: ids[1] ?? '', snoozeUntil: inHours(1) })
    await novu.notifications.readAll()
    expect(bodies(await list({ read: true }))).toEqual(['three', 'two', 'one'])
    await novu.notifications.archiveAll({ data: { type: 'job' } })
    expect(await find(ids[1])).toMatchObject({ isArchived: true, isSnoozed: true })
    await novu.notifications.deleteAll()
    expect(await list()).toEqual([])
  })

  it('mark nothing as seen without ids in the list', async () => {
    const token = await testInbox.token(subscriber)
    const answer = await testInbox.request('POST', '/inbox/notifications/seen', {
      token,
      body: { notificationIds: [], tags: ['a'] },
    })
    expect(answer.status).toBe(204)
    expect(await list({ seen: true })).toEqual([])
  })

  it('affect one subscriber only', async () => {
    await testInbox.notify('neighbour', 'Not yours')
    await novu.notifications.readAll()
    await novu.notifications.deleteAll()
    const { data } = await testInbox.client('neighbour').notifications.list()
    expect(data?.notifications[0]).toMatchObject({ isRead: false })
  })

  it('refuse data that is not JSON', async () => {
    const answer = await testInbox.request('POST', '/inbox/notifications/read', {
      token: await testInbox.token('neighbour'),
      body: { data: '{' },
    })
    expect(answer.status).toBe(400)
  })
})

describe('a repeated notification about the same record', () => {
  const sent = (more: object = {}) => ({
    workflow: 'job-offered',
    data: { type: 'job', id: 'j1' },
    mergeWithin: 60_000,
    ...more,
  })
  const notify = async (subscriber: string, ...notifications: object[]) => {
    await testInbox.notify(subscriber, ...notifications)
    const { data } = await testInbox.client(subscriber, { useCache: false }).notifications.list()
    return data?.notifications ?? []
  }

  it('is merged within the time window and shown again with the newer text', async () => {
    const [first] = await notify('merger', sent({ body: 'At nine' }))
    await first?.read()
    await testInbox.notify('merger', 'Something else')
    const items = await notify('merger', sent({ body: 'At ten' }))
    expect(bodies(items)).toEqual(['At ten', 'Something else'])
    expect(items[0]).toMatchObject({
      id: first?.id,
      isRead: false,
      createdAt: now(),
      deliveredAt: [first?.createdAt, now()],
    })
  })

  it('is separate when later, about another record, of another workflow or archived', async () => {
    const [first] = await notify('splitter', sent({ body: 'one' }))
    await notify(
      'splitter',
      sent({ body: 'two', data: { type: 'job', id: 'j2' } }),
      sent({ body: 'three', workflow: 'comment-added' }),
    )
    await first?.archive()
    await notify('splitter', sent({ body: 'four' }))
    testInbox.clock.advance(61_000)
    const items = await notify('splitter', sent({ body: 'five' }))
    expect(bodies(items)).toEqual(['five', 'four', 'three', 'two', 'one'])
  })

  it('is merged once, however late its job runs again', async () => {
    await notify('repeater', sent({ body: 'one' }), sent({ body: 'two', transactionId: 'txn_two' }))
    testInbox.clock.advance(120_000)
    const items = await notify('repeater', sent({ body: 'two', transactionId: 'txn_two' }))
    expect(bodies(items)).toEqual(['two'])
  })
})

describe('a translated notification', () => {
  const translate = (subscriberId: string, transactionId: string, texts: { subject: string; body: string }) =>
    testInbox.inbox.translate(subscriberId, [
      { subscriberId, transactionId, ...texts, primaryAction: { label: 'Ouvrir', redirect: { url: '/elsewhere' } } },
    ])

  it('has other texts and is otherwise the same', async () => {
    const sent = {
      transactionId: 'txn_translated',
      subject: 'New',
      body: 'One',
      primaryAction: { label: 'Open', redirect: { url: '/open' } },
    }
    const [id] = await testInbox.notify(subscriber, sent)
    await novu.notifications.read({ notificationId: id ?? '' })
    const before = await find(id)
    await translate(subscriber, 'txn_translated', { subject: 'Nouveau', body: 'Un' })
    const after = await find(id)
    expect(after).toMatchObject({ subject: 'Nouveau', body: 'Un', secondaryAction: undefined })
    expect(after?.primaryAction).toMatchObject({ label: 'Ouvrir', redirect: { url: '/open' } })
    expect(after).toMatchObject({ isRead: true, readAt: before?.readAt, createdAt: before?.createdAt })
  })

  it('keeps the texts of the last of those merged in it', async () => {
    const about = { workflow: 'job-offered', data: { type: 'job', id: 'j1' }, mergeWithin: 60_000 }
    const [id] = await testInbox.notify(
      subscriber,
      { ...about, transactionId: 'txn_nine', body: 'At nine' },
      { ...about, transactionId: 'txn_ten', body: 'At ten' },
    )
    await translate(subscriber, 'txn_nine', { subject: 'Travail', body: 'À neuf heures' })
    expect(await find(id)).toMatchObject({ body: 'At ten' })
    await translate(subscriber, 'txn_ten', { subject: 'Travail', body: 'À dix heures' })
    expect(await find(id)).toMatchObject({ subject: 'Travail', body: 'À dix heures' })
  })
})

describe('an action', () => {
  beforeEach(async () => {
    const subscriber = `actor-${visit}`
    novu = testInbox.client(subscriber, { useCache: false })
    ids = await testInbox.notify(
      subscriber,
      { body: 'both', primaryAction: { label: 'Accept' }, secondaryAction: { label: 'Decline' } },
      { body: 'primary only', primaryAction: { label: 'Open', redirect: { url: '/open' } } },
    )
  })

  it('is completed and reverted; completing it marks the notification read', async () => {
    const { data } = await novu.notifications.completePrimary({ notificationId: ids[0] ?? '' })
    expect(data).toMatchObject({
      isRead: true,
      isSeen: true,
      primaryAction: { isCompleted: true },
      secondaryAction: { isCompleted: false },
    })
    const { data: other } = await novu.notifications.completeSecondary({ notificationId: ids[0] ?? '' })
    expect(other).toMatchObject({ primaryAction: { isCompleted: false }, secondaryAction: { isCompleted: true } })
    const { data: reverted } = await novu.notifications.revertSecondary({ notificationId: ids[0] ?? '' })
    expect(reverted).toMatchObject({
      isRead: true,
      primaryAction: { isCompleted: false },
      secondaryAction: { isCompleted: false },
    })
  })

  it('is refused where there is no such button', async () => {
    expect(statusOf(await novu.notifications.completeSecondary({ notificationId: ids[1] ?? '' }))).toBe(400)
    expect(statusOf(await novu.notifications.revertSecondary({ notificationId: ids[1] ?? '' }))).toBe(400)
  })

  it('completes by itself when its record moves on, in every session and context', async () => {
    const about = { workflow: 'job-offered', data: { type: 'job', id: 'j1' }, primaryAction: { label: 'Accept' } }
    await testInbox.notify(
      'mover',
      about,
      { ...about, contextKeys: ['tenant:acme'] },
      { ...about, data: { type: 'job', id: 'j2' } },
    )
    await testInbox.inbox.complete('mover', { workflow: 'job-offered', type: 'job', id: 'j1', transactionIds: [] })
    const items = (await testInbox.client('mover').notifications.list()).data?.notifications ?? []
    expect(items.map((item) => [item.data?.id, item.primaryAction?.isCompleted, item.isRead])).toEqual([
      ['j2', false, false],
      ['j1', true, true],
    ])
    const within = testInbox.client('mover', { context: { tenant: 'acme' } })
    expect((await within.notifications.list()).data?.notifications[0]?.primaryAction?.isCompleted).toBe(true)
  })

  it('that completes by itself while snoozed returns at once, read, and not again', async () => {
    await testInbox.notify('sleeper', {
      workflow: 'job-offered',
      data: { type: 'job', id: 'j1' },
      primaryAction: { label: 'Accept' },
    })
    const client = testInbox.client('sleeper', { useCache: false })
    const [item] = (await client.notifications.list()).data?.notifications ?? []
    await client.notifications.snooze({ notificationId: item?.id ?? '', snoozeUntil: inHours(1) })
    const about = { workflow: 'job-offered', type: 'job', id: 'j1', transactionIds: [] }
    await testInbox.inbox.complete('sleeper', about)
    const listed = async () => {
      const { data } = await testInbox.client('sleeper', { useCache: false }).notifications.list({ snoozed: false })
      return data?.notifications
    }
    const done = { isSnoozed: false, isRead: true, createdAt: item?.createdAt, primaryAction: { isCompleted: true } }
    expect(await listed()).toMatchObject([done])
    await comeBackAfter(3_600_000)
    expect(await listed()).toMatchObject([done])
  })
})
