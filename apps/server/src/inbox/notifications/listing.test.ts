import type { Notification, NotificationFilter, Novu } from '@novu/js'
import { checkNotificationMatchesFilter } from '@novu/js'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestInbox } from '../../../testing/app/test-inbox.ts'

const testInbox = setUpTestInbox()

const bodies = (notifications: Notification[] | undefined) => notifications?.map((item) => item.body)

describe('a list item', () => {
  it('contains everything that was sent', async () => {
    const [id] = await testInbox.notify('ada', {
      transactionId: 'txn_one',
      workflow: 'job-offered',
      subject: 'A job',
      body: 'In Lekki',
      avatar: '/a.png',
      data: { type: 'job', id: 'j1' },
      redirect: { url: '/jobs/j1' },
      primaryAction: { label: 'Accept', redirect: { url: 'https://desk.example.com/jobs/j1', target: '_blank' } },
      secondaryAction: { label: 'Decline' },
    })
    const { data } = await testInbox.client('ada').notifications.list()
    expect(JSON.parse(JSON.stringify(data?.notifications[0]))).toEqual({
      id,
      transactionId: 'txn_one',
      subject: 'A job',
      body: 'In Lekki',
      avatar: '/a.png',
      to: { id: expect.stringMatching(/^sub_/), subscriberId: 'ada' },
      isRead: false,
      isSeen: false,
      isArchived: false,
      isSnoozed: false,
      snoozedUntil: null,
      deliveredAt: [],
      createdAt: testInbox.clock.now().toISOString(),
      readAt: null,
      firstSeenAt: null,
      archivedAt: null,
      channelType: 'in_app',
      tags: ['work'],
      data: { type: 'job', id: 'j1' },
      severity: 'high',
      redirect: { url: '/jobs/j1', target: '_self' },
      primaryAction: {
        label: 'Accept',
        isCompleted: false,
        redirect: { url: 'https://desk.example.com/jobs/j1', target: '_blank' },
      },
      secondaryAction: { label: 'Decline', isCompleted: false },
      workflow: {
        id: 'job-offered',
        identifier: 'job-offered',
        name: 'Job offered',
        critical: false,
        tags: ['work'],
        severity: 'high',
      },
    })
  })

  it('is stored once per transaction id', async () => {
    const sent = { subscriberId: 'once', transactionId: 'txn_same', body: 'Once' }
    const ids = await Promise.all(Array.from({ length: 5 }, () => testInbox.inbox.trigger(sent)))
    expect(new Set(ids).size).toBe(1)
    const { data } = await testInbox.client('once').notifications.list()
    expect(data?.notifications).toHaveLength(1)
  })

  it('cannot link to an unsafe URL', async () => {
    for (const url of ['javascript:alert(1)', '//evil.example.com', 'mailto:a@b.c', 'bookings/1']) {
      await expect(testInbox.inbox.trigger({ subscriberId: 'ada', body: 'x', redirect: { url } })).rejects.toThrow(
        'neither http(s)',
      )
    }
  })
})

describe('pages', () => {
  let novu: Novu
  beforeAll(async () => {
    novu = testInbox.client('pager', { useCache: false })
    await testInbox.notify('pager', ...Array.from({ length: 25 }, (_, number) => `${number + 1}`))
  })
  const newestFirst = Array.from({ length: 25 }, (_, number) => `${25 - number}`)

  it('have ten items, newest first, by default', async () => {
    const { data } = await novu.notifications.list()
    expect(bodies(data?.notifications)).toEqual(newestFirst.slice(0, 10))
    expect(data?.hasMore).toBe(true)
    // The official client always names a limit.
    const plain = await testInbox.request('GET', '/inbox/notifications', { token: await testInbox.token('pager') })
    expect(await plain.json()).toMatchObject({ data: { length: 10 }, hasMore: true, filter: {} })
    const all = await novu.notifications.list({ limit: 25 })
    expect(all.data).toMatchObject({ hasMore: false, notifications: { length: 25 } })
  })

  it('continue after an item, or after an offset', async () => {
    const first = await novu.notifications.list({ limit: 10 })
    const after = first.data?.notifications.at(-1)?.id ?? ''
    const second = await novu.notifications.list({ limit: 10, after })
    const third = await novu.notifications.list({ limit: 10, offset: 20 })
    expect(bodies(second.data?.notifications)).toEqual(newestFirst.slice(10, 20))
    expect(bodies(third.data?.notifications)).toEqual(newestFirst.slice(20))
    expect(third.data?.hasMore).toBe(false)
  })

  it('continue after an item that no longer matches the filter or was deleted', async () => {
    const { data } = await novu.notifications.list({ limit: 5, archived: false })
    const last = data?.notifications.at(-1)
    await last?.archive()
    const next = await novu.notifications.list({ limit: 2, archived: false, after: last?.id ?? '' })
    expect(bodies(next.data?.notifications)).toEqual(newestFirst.slice(5, 7))
    await last?.delete()
    const still = await novu.notifications.list({ limit: 2, archived: false, after: last?.id ?? '' })
    expect(bodies(still.data?.notifications)).toEqual(newestFirst.slice(5, 7))
  })

  it('neither skip nor repeat items of the same millisecond', async () => {
    const burst = Array.from({ length: 9 }, (_, number) => ({ subscriberId: 'burst', body: `${number}` }))
    for (const sent of burst) await testInbox.inbox.trigger(sent)
    const client = testInbox.client('burst', { useCache: false })
    const seen: string[] = []
    for (let after: string | undefined, more = true; more;) {
      const { data } = await client.notifications.list({ limit: 2, ...(after ? { after } : {}) })
      seen.push(...(bodies(data?.notifications) ?? []))
      after = data?.notifications.at(-1)?.id
      more = data?.hasMore ?? false
    }
    expect(seen).toEqual(burst.map(({ body }) => body).toReversed())
  })

  it('with invalid parameters are refused', async () => {
    const token = await testInbox.token('pager')
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'after=nonsense']) {
      expect((await testInbox.request('GET', `/inbox/notifications?${query}`, { token })).status).toBe(422)
    }
    expect((await testInbox.request('GET', '/inbox/notifications?read=false&archived=true', { token })).status).toBe(
      400,
    )
  })
})

describe('filters', () => {
  let novu: Novu
  let all: Notification[]

  beforeAll(async () => {
    novu = testInbox.client('sifter', { useCache: false })
    const ids = await testInbox.notify(
      'sifter',
      { body: 'plain' },
      { body: 'read', tags: ['a'], severity: 'low', data: { type: 'job', n: 1 } },
      { body: 'archived', tags: ['a', 'b'], severity: 'high', data: { type: 'job', n: 2, flags: ['x', 'y'] } },
      { body: 'snoozed', tags: ['c'], severity: 'medium', data: { type: 'chat', nested: { by: 'ada', at: null } } },
      { body: 'seen', tags: ['b', 'c'], data: { n: 1, open: true, flags: [] } },
      {
        body: 'fresh',
        tags: ['a', 'c'],
        severity: 'high',
        data: { type: 'chat', nested: { by: 'bola' }, flags: ['y', 1] },
      },
    )
    const [, read = '', archived = '', snoozed = '', seen = ''] = ids
    await novu.notifications.read({ notificationId: read })
    await novu.notifications.archive({ notificationId: archived })
    const tomorrow = new Date(testInbox.clock.now().getTime() + 86_400_000).toISOString()
    await novu.notifications.snooze({ notificationId: snoozed, snoozeUntil: tomorrow })
    await novu.notifications.seenAll({ notificationIds: [seen] })
    all = (await novu.notifications.list({ limit: 100 })).data?.notifications ?? []
    expect(all).toHaveLength(6)
  })

  const matching = async (filter: NotificationFilter) =>
    bodies((await novu.notifications.list({ ...filter, limit: 100 })).data?.notifications)

  it.each<[NotificationFilter, string[]]>([
    [{ read: false }, ['fresh', 'seen', 'snoozed', 'plain']],
    [{ read: true }, ['archived', 'read']],
    [{ archived: true }, ['archived']],
    [{ snoozed: true }, ['snoozed']],
    [{ seen: false }, ['fresh', 'plain']],
    [{ read: true, archived: false }, ['read']],
    [{ archived: false, snoozed: false }, ['fresh', 'seen', 'read', 'plain']],
    [{ tags: ['a', 'b'] }, ['fresh', 'seen', 'archived', 'read']],
    [{ tags: { or: ['b'] } }, ['seen', 'archived']],
    [{ tags: { and: [{ or: ['a', 'b'] }, { or: ['c'] }] } }, ['fresh', 'seen']],
    [{ tags: [] }, ['fresh', 'seen', 'snoozed', 'archived', 'read', 'plain']],
    [{ severity: 'high' }, ['fresh', 'archived']],
    [{ severity: ['low', 'medium'] }, ['snoozed', 'read']],
    [{ severity: 'none' }, ['seen', 'plain']],
    [{ data: {} }, ['fresh', 'seen', 'snoozed', 'archived', 'read', 'plain']],
    [{ data: { type: 'job' } }, ['archived', 'read']],
    [{ data: { type: ['job', 'chat'], n: 1 } }, ['read']],
    [{ data: { nested: { by: 'ada' } } }, ['snoozed']],
    [{ data: { nested: { at: null } } }, ['snoozed']],
    [{ data: { flags: 'y' } }, ['fresh', 'archived']],
    [{ data: { flags: { and: [{ or: ['x'] }, { or: ['y', 'z'] }] } } }, ['archived']],
    [{ data: { missing: null } }, []],
  ] as [NotificationFilter, string[]][])('%j', async (filter, expected) => {
    expect(await matching(filter)).toEqual(expected)
  })

  it('by time are in milliseconds and inclusive', async () => {
    const at = (body: string) => new Date(all.find((item) => item.body === body)?.createdAt ?? 0).getTime()
    expect(await matching({ createdGte: at('archived'), createdLte: at('seen') })).toEqual([
      'seen',
      'snoozed',
      'archived',
    ])
  })

  it('are echoed by the list', async () => {
    const filter = {
      tags: { and: [{ or: ['a', 'b'] }, { or: ['c'] }] },
      data: { type: 'chat' },
      severity: ['high'],
      archived: false,
    }
    const { data } = await novu.notifications.list(filter as NotificationFilter)
    expect(data?.filter).toEqual(filter)
  })

  it("agree with the client's own filtering", async () => {
    const flag = fc.option(fc.boolean(), { nil: undefined })
    const tag = fc.constantFrom('a', 'b', 'c', 'd')
    const tags = fc.oneof(
      fc.array(tag, { maxLength: 3 }),
      fc.record({ or: fc.array(tag, { maxLength: 3 }) }),
      fc.record({ and: fc.array(fc.record({ or: fc.array(tag, { minLength: 1, maxLength: 3 }) }), { maxLength: 3 }) }),
    )
    const scalar = fc.constantFrom<(string | number | boolean | null)[]>(
      'job',
      'chat',
      1,
      2,
      true,
      null,
      'x',
      'y',
      'ada',
    )
    const group = fc.record({ or: fc.array(scalar, { minLength: 1, maxLength: 2 }) })
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      group,
      fc.record({ and: fc.array(group, { maxLength: 2 }) }),
    )
    const data = fc.record(
      {
        type: value,
        n: value,
        open: value,
        flags: value,
        nested: fc.record({ by: value, at: value }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    )
    const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const filters = fc.record({
      read: flag,
      archived: flag,
      snoozed: flag,
      seen: flag,
      tags: option(tags),
      data: option(data),
    })
    await fc.assert(
      fc.asyncProperty(filters, async (criteria) => {
        const filter = Object.fromEntries(
          Object.entries(criteria).filter(([, fieldValue]) => fieldValue !== undefined),
        ) as NotificationFilter
        fc.pre(!(filter.read === false && filter.archived === true))
        const expected = bodies(all.filter((item) => checkNotificationMatchesFilter(item, filter)))
        expect(await matching(filter)).toEqual(expected)
        const counted = await novu.notifications.count({ filters: [filter] })
        expect(counted.data).toEqual({
          counts: [{ count: expected?.length, filter: JSON.parse(JSON.stringify(filter)) }],
        })
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    'tags[]=' + 'a&tags[]='.repeat(100),
    `data=${encodeURIComponent('{"a":')}`,
    `data=${encodeURIComponent('{"a":{"b":{"c":1}}}')}`,
    `data=${encodeURIComponent(JSON.stringify({ a: 'x'.repeat(257) }))}`,
    `data=${encodeURIComponent('{"$where":1}')}`,
    'severity=dire',
    'read=perhaps',
    'createdGte=soon',
  ])('that are invalid are refused: %.40s', async (query) => {
    const answer = await testInbox.request('GET', `/inbox/notifications?${query}`, {
      token: await testInbox.token('sifter'),
    })
    expect([400, 422]).toContain(answer.status)
    expect(await answer.json()).toHaveProperty('message')
  })
})

describe('counts', () => {
  let novu: Novu
  beforeAll(async () => {
    novu = testInbox.client('counter')
    const [first = ''] = await testInbox.notify(
      'counter',
      { tags: ['a'] },
      { tags: ['a', 'b'], severity: 'high' },
      'three',
    )
    await novu.notifications.read({ notificationId: first })
  })

  it('answer several filters in order, each echoed', async () => {
    const filters = [
      {},
      { read: false },
      { tags: ['a'], read: true },
      { data: {}, archived: false, snoozed: false },
      { severity: 'none' },
    ]
    const { data } = await novu.notifications.count({ filters: filters as NotificationFilter[] })
    const counts = [3, 2, 1, 3, 2].map((count, index) => ({ count, filter: filters[index] }))
    expect(data).toEqual({ counts })
  })

  it('stop at a hundred', async () => {
    await testInbox.notify('busy', ...Array.from({ length: 105 }, () => 'More'))
    const client = testInbox.client('busy')
    expect((await client.notifications.count()).data).toMatchObject({ count: 100 })
    const token = await testInbox.token('busy')
    expect(token).toBeTruthy()
  })

  it('are refused for unread and archived, for too many filters, and for invalid input', async () => {
    const token = await testInbox.token('counter')
    for (const filters of [
      '[{"read":false,"archived":true}]',
      JSON.stringify(Array.from({ length: 31 }, () => ({}))),
      '{}',
      '[1]',
      '[',
    ]) {
      const answer = await testInbox.request(
        'GET',
        `/inbox/notifications/count?filters=${encodeURIComponent(filters)}`,
        {
          token,
        },
      )
      expect(answer.status).toBe(400)
    }
  })
})
