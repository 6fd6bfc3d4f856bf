import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { describe, expect, it, vi } from 'vitest'
import { createOfflineCache } from '../offline/offline-cache.ts'
import { createMemoryStorage } from '../ports.ts'
import { CID, createFakeService, toEvent } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'

describe('the channel list', () => {
  it("has ten of the user's conversations at a time, with their state, and watches them", async () => {
    const { client, service, connect } = createTestClient()
    const { 'channels.query': query = () => undefined } = service.answers
    service.answers['channels.query'] = (input) => ({ ...(query(input) as object), nextCursor: 'next' })
    await connect()
    await client.loadMoreChannels()
    const firstQuery = { filter: { type: 'messaging' }, state: true, watch: true, limit: 10 }
    expect(service.named('channels.query')).toEqual([firstQuery, { ...firstQuery, cursor: 'next' }])
  })

  it('loads an unknown channel from an event', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    const { 'channels.get': get } = service.answers
    await connect()
    await clock.advance(0)
    expect(client.getSnapshot().channels).toEqual([])
    service.answers['channels.query'] = (input) => ({ channels: [get?.(input)], nextCursor: null })
    const message = service.say({ message: { id: 'm1', text: 'New here' } }, 'tunde')
    service.frame({ ...toEvent(message), reading: { version: 1, lastReadSeq: 0, unreadCount: 1 } })
    await clock.advance(0)
    expect(service.named('channels.query').at(-1)).toMatchObject({ filter: { cids: [CID] }, watch: true })
    expect(client.getSnapshot()).toMatchObject({
      totalUnread: 1,
      unreadChannels: 1,
      channels: [{ cid: CID, unreadCount: 1 }],
    })
  })

  it('loads an unknown channel later when that is refused for now', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    const { 'channels.get': get } = service.answers
    await connect()
    await clock.advance(0)
    service.answers['channels.query'] = () => Promise.reject('RATE_LIMIT')
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'New here' } }, 'tunde')))
    await clock.advance(0)
    service.answers['channels.query'] = (input) => ({ channels: [get?.(input)], nextCursor: null })
    await clock.advance(10_000)
    expect(client.getSnapshot().channels).toMatchObject([{ cid: CID }])
  })

  it('loads all of many channels that become known at once', async () => {
    const { service, clock, connect } = createTestClient()
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    await connect()
    await clock.advance(0)
    const cids = Array.from({ length: 45 }, (_, n) => `messaging:new-${n}`)
    for (const cid of cids) {
      const message = { ...service.say({ message: { id: `m ${cid}`, text: 'Hi' } }, 'tunde'), cid, seq: 1 }
      service.frame({ ...toEvent(message), cid })
    }
    await clock.advance(0)
    const queriedCids = service
      .named('channels.query')
      .flatMap(({ filter }) => (filter as { cids?: string[] }).cids ?? [])
    expect(queriedCids.toSorted()).toEqual(cids.toSorted())
  })

  it('has no gap when it is loaded again while its next page is on the way', async () => {
    const { client, service, clock, connect } = createTestClient()
    const query = service.answers['channels.query'] ?? (() => undefined)
    const listed = query({}) as { channels: ChannelState[] }
    const states = listed.channels.flatMap((state) =>
      Array.from({ length: 50 }, (_, n) => ({ ...state, channel: { ...state.channel, cid: `messaging:${n}` } })),
    )
    const answer = ({ cursor = 0, limit }: Record<string, unknown>) => {
      const [from, to] = [Number(cursor), Number(cursor) + Number(limit)]
      return { channels: states.slice(from, to), nextCursor: to < states.length ? `${to}` : null }
    }
    service.answers['channels.query'] = answer
    await connect()
    for (let page = 2; page <= 4; page += 1) await client.loadMoreChannels()
    let arrive = (): void => undefined
    service.answers['channels.query'] = (input) =>
      new Promise((resolve) => {
        arrive = () => resolve(answer(input))
      })
    const more = client.loadMoreChannels()
    service.answers['channels.query'] = answer
    service.frame({ type: 'resync' })
    await clock.advance(0)
    arrive()
    await more
    for (let page = 1; page <= 5; page += 1) await client.loadMoreChannels()
    expect(client.getSnapshot().channels).toHaveLength(50)
  })

  describe('that is on the way while frames arrive', () => {
    /** A client whose list was made, but has not arrived. */
    async function connectSlowly({ isEmpty = false } = {}) {
      const test = createTestClient()
      const { service, clock, connect } = test
      const { 'channels.query': query = () => undefined } = service.answers
      const list = isEmpty ? { channels: [], nextCursor: null } : query({})
      let arrive = (): void => undefined
      service.answers['channels.query'] = (input) =>
        (input['filter'] as { cids?: string[] }).cids
          ? query(input)
          : new Promise((resolve) => (arrive = () => resolve(list)))
      const connected = connect()
      await clock.advance(0)
      const arrived = async () => {
        arrive()
        await connected
        await clock.advance(0)
        return test.client.getSnapshot().channels
      }
      return { ...test, arrived }
    }

    it('is shown as they change it', async () => {
      const { service, arrived } = await connectSlowly()
      const settings = { version: 1, pinnedAt: null, archivedAt: null, hiddenSince: null }
      const mutedUntil = '2100-01-01T00:00:00Z'
      service.frame({ type: 'settings.updated', cid: CID, settings: { ...settings, mutedUntil } })
      expect(await arrived()).toMatchObject([{ membership: { settings: { mutedUntil } } }])
    })

    it('does not show a channel that the user has left or was removed from', async () => {
      for (const leave of [
        ({ service }: Awaited<ReturnType<typeof connectSlowly>>) =>
          service.frame({ type: 'notification.removed_from_channel', cid: CID }),
        ({ service, client }: Awaited<ReturnType<typeof connectSlowly>>) => {
          service.answers['channels.leave'] = () => ({})
          return client.leaveChannel(CID)
        },
      ]) {
        const test = await connectSlowly()
        await leave(test)
        expect(await test.arrived()).toEqual([])
      }
    })

    it('keeps a channel that became known', async () => {
      const { service, clock, arrived } = await connectSlowly({ isEmpty: true })
      service.frame(toEvent(service.say({ message: { id: 'm1', text: 'New here' } }, 'tunde')))
      await clock.advance(0)
      expect(await arrived()).toMatchObject([{ cid: CID }])
    })
  })

  it('does not bring back a channel the user was removed from while it was caught up', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    let arrive = (): void => undefined
    const { 'channels.events': events } = service.answers
    service.answers['channels.events'] = (input) =>
      new Promise((resolve) => {
        arrive = () => resolve(events?.(input))
      })
    service.say({ message: { id: 'm1', text: 'One' } }, 'tunde')
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Two' } }, 'tunde')))
    await clock.advance(1_000)
    service.frame({ type: 'notification.removed_from_channel', cid: CID })
    arrive()
    await clock.advance(0)
    expect(service.named('channels.events')).toHaveLength(1)
    expect(client.getSnapshot().channels).toEqual([])
  })

  it('no longer shows an open channel that the user left or was removed from while they were offline', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    service.cut()
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    service.answers['channels.events'] = () => Promise.reject('DOES_NOT_EXIST')
    await clock.advance(5_000)
    expect(client.getSnapshot().channels).toEqual([])
  })

  it('reports repeated failures, unless there is something to show', async () => {
    const { client, service, clock, connect } = createTestClient()
    const { 'channels.query': query } = service.answers
    service.answers['channels.query'] = () => Promise.reject('INTERNAL')
    connect().catch(() => undefined)
    await clock.advance(5_000)
    expect(service.named('channels.query')).toHaveLength(3)
    expect(client.getSnapshot()).toMatchObject({ error: 'chat-client.listen-failed', isSynced: false })
    service.answers['channels.query'] = query ?? (() => undefined)
    await client.reloadChannels()
    service.answers['channels.query'] = () => Promise.reject('INTERNAL')
    const secondReload = client.reloadChannels().catch(() => undefined)
    await clock.advance(5_000)
    await secondReload
    expect(client.getSnapshot()).toMatchObject({ error: null, channels: [{ cid: CID }] })
  })

  it('reports the exact error when a channel cannot be created', async () => {
    const { client, service, connect } = createTestClient()
    await connect()
    service.answers['channels.create'] = () => Promise.reject('DOES_NOT_EXIST')
    await expect(client.openDirect('nobody')).rejects.toThrow('Failed to create or get channel')
  })

  it('keeps its identity while nothing changes', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await clock.advance(0)
    const before = client.getSnapshot()
    service.frame({ type: 'message.delivered', cid: 'messaging:other', userId: 'ada', deliveredSeq: 1 })
    expect(client.getSnapshot()).toBe(before)
  })
})

describe('the unread total', () => {
  const overview = (cid: string, unreadCount: number, others = 0) => ({
    totalUnread: unreadCount + others,
    unreadChannels: others > 0 ? 2 : 1,
    channels: [{ cid, version: unreadCount, lastReadSeq: 0, unreadCount }],
    complete: others === 0,
  })
  /** A client with 3 unread messages in a channel that is not listed. It has just received a message of another one. */
  async function openWithMany() {
    const test = createTestClient()
    test.service.unread = overview('messaging:a', 1, 3)
    await test.connect()
    await test.clock.advance(0)
    const hear = (cid: string, unreadCount: number) =>
      test.service.frame({
        type: 'reading.updated',
        cid,
        reading: { version: unreadCount, lastReadSeq: 0, unreadCount },
      })
    return { ...test, hear, total: () => test.client.getSnapshot().totalUnread }
  }

  it('keeps what arrives while it is counted', async () => {
    const { service, clock, hear, total } = await openWithMany()
    let answer = (): void => undefined
    service.answers['unread.get'] = () =>
      new Promise((resolve) => (answer = () => resolve(overview('messaging:a', 1, 3))))
    hear('messaging:b', 1)
    await clock.advance(0)
    hear('messaging:a', 2)
    answer()
    await clock.advance(0)
    expect(total()).toBe(5)
  })

  it('is counted again when counting was refused for now', async () => {
    const { service, clock, hear, total } = await openWithMany()
    service.answers['unread.get'] = () => Promise.reject('RATE_LIMIT')
    hear('messaging:b', 1)
    await clock.advance(0)
    service.answers['unread.get'] = () => overview('messaging:a', 1, 3)
    await clock.advance(10_000)
    expect(total()).toBe(4)
  })

  it('does not include what was read elsewhere since the device has stored the channel', async () => {
    const service = createFakeService()
    const kept = createMemoryStorage()
    service.say({ message: { id: 'm1', text: 'Read elsewhere' } }, 'tunde')
    await kept.set(`chat.kept.ada ${CID}`, JSON.stringify(service.answers['channels.get']?.({})))
    let arrive = (): void => undefined
    service.answers['channels.query'] = () =>
      new Promise((resolve) => (arrive = () => resolve({ channels: [], nextCursor: null })))
    const { client, clock, connect } = createTestClient(undefined, service, undefined, createOfflineCache(kept))
    const connected = connect()
    await clock.advance(0)
    service.frame({ type: 'user.presence.changed', userId: 'tunde', online: true, lastActiveAt: null })
    arrive()
    await connected
    expect(client.getSnapshot().totalUnread).toBe(0)
  })

  it('no longer includes a channel the user was removed from, loaded or not', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.unread = overview('messaging:far', 2)
    await connect()
    await clock.advance(0)
    expect(client.getSnapshot().totalUnread).toBe(2)
    service.frame({ type: 'notification.removed_from_channel', cid: 'messaging:far' })
    expect(client.getSnapshot()).toMatchObject({ totalUnread: 0, unreadChannels: 0 })
  })
})

describe('incoming frames', () => {
  it('trigger loading when earlier ones are missing', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    service.say({ message: { id: 'm1', text: 'Lost' } }, 'tunde')
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Found' } }, 'tunde')))
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'Found' }])
    await clock.advance(500)
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'Lost' }, { text: 'Found' }])
  })

  it('are loaded later when loading the missing ones fails', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    const { 'channels.events': events } = service.answers
    service.answers['channels.events'] = () => Promise.reject('RATE_LIMIT')
    service.say({ message: { id: 'm1', text: 'Lost' } }, 'tunde')
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Found' } }, 'tunde')))
    await clock.advance(500)
    service.answers['channels.events'] = events ?? (() => undefined)
    service.frame(toEvent(service.say({ message: { id: 'm3', text: 'Next' } }, 'tunde')))
    await clock.advance(10_000)
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([
      { text: 'Lost' },
      { text: 'Found' },
      { text: 'Next' },
    ])
  })

  it('include own messages sent elsewhere', async () => {
    const { client, service, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    const wrote = (input: Record<string, unknown>) =>
      service.say({ message: { id: String(input['id'] ?? input['messageId']), text: 'Written' } })
    service.answers['polls.create'] = (input) => ({ message: wrote(input), poll: {}, own: {} })
    service.answers['location.share'] = (input) => ({ message: wrote(input), share: null })
    service.answers['commands.run'] = (input) => ({ message: wrote(input), reply: null })
    service.answers['messages.forward'] = (input) => ({ message: wrote(input) })
    const poll = { name: 'When?', options: ['Now', 'Later'] }
    await client.call('polls.create', { cid: CID, messageId: 'm1', poll })
    await client.call('location.share', { cid: CID, messageId: 'm2', latitude: 6.4, longitude: 3.4, deviceId: 'd1' })
    await client.call('commands.run', { cid: CID, messageId: 'm3', name: 'weather' })
    await client.call('messages.forward', { cid: CID, messageId: 'm1', id: 'm4', to: CID })
    expect(
      client
        .channel(CID)
        .getSnapshot()
        .messages.map(({ id }) => id),
    ).toEqual(['m1', 'm2', 'm3', 'm4'])
  })

  it('are forwarded: app signals, and live messages of others', async () => {
    const { client, service, connect } = createTestClient()
    await connect()
    const signals = vi.fn<(signal: unknown) => void>()
    const onMessage = vi.fn<(message: Message) => void>()
    client.onSignal(signals)
    const stop = client.onMessage(onMessage)
    service.frame({
      type: 'user.signal',
      signal: { type: 'resource.updated', resource: { type: 'booking', id: 'b1' } },
    })
    expect(signals).toHaveBeenCalledWith({ type: 'resource.updated', resource: { type: 'booking', id: 'b1' } })
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'Mine' } })))
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Theirs' } }, 'tunde')))
    stop()
    service.frame(toEvent(service.say({ message: { id: 'm3', text: 'Unheard' } }, 'tunde')))
    expect(onMessage.mock.calls.map(([message]) => message.text)).toEqual(['Theirs'])
  })

  it('are forwarded from a muted channel too: the app decides what to notify of', async () => {
    const { client, service, connect } = createTestClient()
    await connect()
    const settings = { version: 1, pinnedAt: null, archivedAt: null, hiddenSince: null }
    service.frame({ type: 'settings.updated', cid: CID, settings: { ...settings, mutedUntil: '2100-01-01T00:00:00Z' } })
    const onMessage = vi.fn<(message: Message) => void>()
    client.onMessage(onMessage)
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'Are you there?' } }, 'tunde')))
    expect(onMessage.mock.calls).toMatchObject([[{ text: 'Are you there?', isMuted: true }]])
  })

  it('say that the channel is muted also where that was not loaded yet', async () => {
    const { client, service, clock, connect } = createTestClient()
    const query = service.answers['channels.query'] ?? (() => undefined)
    const { channels } = query({}) as { channels: ChannelState[] }
    const settings = { version: 1, pinnedAt: null, archivedAt: null, hiddenSince: null }
    const muted = channels.map((state) => ({
      ...state,
      membership: state.membership && {
        ...state.membership,
        settings: { ...settings, mutedUntil: '2100-01-01T00:00:00Z' },
      },
    }))
    service.answers['channels.query'] = ({ filter }) => ({
      channels: (filter as { cids?: string[] }).cids ? muted : [],
      nextCursor: null,
    })
    await connect()
    const onMessage = vi.fn<(message: Message) => void>()
    client.onMessage(onMessage)
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'One' } }, 'tunde')))
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Two' } }, 'tunde')))
    await clock.advance(0)
    expect(onMessage.mock.calls).toMatchObject([[{ text: 'One', isMuted: true }], [{ text: 'Two', isMuted: true }]])
  })

  it('do not announce a message that was read before the page was loaded', async () => {
    const { client, service, connect } = createTestClient()
    const old = service.say({ message: { id: 'm1', text: 'Read already' } }, 'tunde')
    await connect()
    service.frame({ type: 'reading.updated', cid: CID, reading: { version: 2, lastReadSeq: 1, unreadCount: 0 } })
    const onMessage = vi.fn<(message: Message) => void>()
    client.onMessage(onMessage)
    // Its sender did not get the answer, and sent it again.
    service.frame(toEvent(old))
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'New' } }, 'tunde')))
    expect(onMessage.mock.calls).toMatchObject([[{ text: 'New' }]])
  })

  it('mark messages as delivered at most once a second', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    for (let n = 1; n <= 4; n += 1)
      service.frame(toEvent(service.say({ message: { id: `m${n}`, text: 'x' } }, 'tunde')))
    await clock.advance(1_000)
    expect(service.named('channels.delivered')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 4 },
    ])
  })

  it('are reported as delivered again after a refusal that passes', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    service.answers['channels.delivered'] = () => Promise.reject('RATE_LIMIT')
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'x' } }, 'tunde')))
    await clock.advance(1_000)
    service.answers['channels.delivered'] = () => ({})
    await clock.advance(10_000)
    expect(service.named('channels.delivered')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 1 },
    ])
  })

  it('are reported as delivered after a drop that came before the report', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    for (const id of ['m1', 'm2']) service.frame(toEvent(service.say({ message: { id, text: 'x' } }, 'tunde')))
    service.cut()
    await clock.advance(10_000)
    expect(service.named('channels.delivered').at(-1)).toEqual({ cid: CID, seq: 2 })
  })

  it('are reported as delivered by each user who connects with the same client', async () => {
    const { client, service, clock, connect, credentials } = createTestClient()
    service.say({ message: { id: 'm1', text: 'x' } }, 'zoe')
    await connect()
    await clock.advance(1_000)
    await client.connect({ ...credentials, user: { id: 'tunde', name: 'Tunde' } })
    await clock.advance(1_000)
    expect(service.named('channels.delivered')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 1 },
    ])
  })
})
