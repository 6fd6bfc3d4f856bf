import { describe, expect, it } from 'vitest'
import type { ChannelStore } from './channel.ts'
import { CID, toEvent } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'

describe('marking a channel unread', () => {
  async function openWithMessage() {
    const test = createTestClient()
    const { client, service, clock, connect } = test
    service.answers['channels.read'] = ({ seq }) => ({
      reading: { version: 2 * Number(seq) + 1, lastReadSeq: seq, unreadCount: 0 },
    })
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    const receive = async (id: string) => {
      const message = service.say({ message: { id, text: 'Hello' } }, 'tunde')
      service.frame({
        ...toEvent(message),
        reading: { version: 2 * message.seq, lastReadSeq: message.seq - 1, unreadCount: 1 },
      })
      channel.markRead()
      await clock.advance(1_000)
    }
    await receive('m1')
    return { ...test, channel, receive, reads: () => service.named('channels.read').map(({ seq }) => seq) }
  }

  it('keeps it unread until it is opened again', async () => {
    const { service, channel, receive, reads } = await openWithMessage()
    service.answers['channels.unread'] = () => ({ reading: { version: 101, lastReadSeq: 0, unreadCount: 1 } })
    await channel.markUnread('m1')
    await receive('m2')
    expect(reads()).toEqual([1])
  })

  it('on another device keeps it unread here, until it is opened again', async () => {
    const { service, clock, channel, receive, reads } = await openWithMessage()
    const reading = { version: 101, lastReadSeq: 0, unreadCount: 1 }
    service.frame({ type: 'reading.updated', cid: CID, reading })
    channel.markRead()
    await clock.advance(1_000)
    await receive('m2')
    expect(reads()).toEqual([1])
    channel.close()
    await channel.open()
    await clock.advance(1_000)
    expect(reads()).toEqual([1, 2])
  })

  it('on another device while this one was closed does not keep it unread when it is opened', async () => {
    const { service, clock, channel, reads } = await openWithMessage()
    channel.close()
    service.frame({ type: 'reading.updated', cid: CID, reading: { version: 101, lastReadSeq: 0, unreadCount: 1 } })
    await channel.open()
    await clock.advance(1_000)
    expect(reads()).toEqual([1, 1])
  })

  it('changes nothing when it fails: later messages are marked read', async () => {
    const { service, channel, receive, reads } = await openWithMessage()
    service.answers['channels.unread'] = () => Promise.reject('INTERNAL')
    await expect(channel.markUnread('m1')).rejects.toThrow()
    await receive('m2')
    expect(reads()).toEqual([1, 2])
  })

  it('also drops a reading that was still to be reported', async () => {
    const { service, clock, channel, receive, reads } = await openWithMessage()
    service.answers['channels.unread'] = () => ({ reading: { version: 101, lastReadSeq: 0, unreadCount: 2 } })
    await receive('m2')
    channel.markRead()
    // The second within a second is reported later.
    const message = service.say({ message: { id: 'm3', text: 'Hello' } }, 'tunde')
    service.frame({ ...toEvent(message), reading: { version: 6, lastReadSeq: 2, unreadCount: 1 } })
    channel.markRead()
    await channel.markUnread('m1')
    await clock.advance(2_000)
    expect(reads()).toEqual([1, 2])
  })
})

it('what was seen is marked read again after a refusal that passes', async () => {
  const { client, service, clock, connect } = createTestClient()
  service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
  await connect()
  const { 'channels.read': read } = service.answers
  service.answers['channels.read'] = () => Promise.reject('RATE_LIMIT')
  await client.channel(CID).open()
  await clock.advance(1_000)
  service.answers['channels.read'] = read ?? (() => undefined)
  await clock.advance(10_000)
  expect(service.named('channels.read')).toEqual([
    { cid: CID, seq: 1 },
    { cid: CID, seq: 1 },
  ])
  expect(client.channel(CID).getSnapshot().membership?.reading.unreadCount).toBe(0)
})

describe('a channel closed while it was still being opened', () => {
  it('stays closed and unread', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
    const { 'channels.get': get } = service.answers
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    let answer = (): void => undefined
    service.answers['channels.get'] = (input) =>
      new Promise((resolve) => {
        answer = () => resolve(get?.(input))
      })
    await connect()
    const channel = client.channel(CID)
    const opening = channel.open().catch(() => undefined)
    await clock.advance(0)
    channel.close()
    answer()
    await opening
    await clock.advance(2_000)
    expect(channel.getSnapshot().status).toBe('closed')
    expect(service.named('channels.read')).toEqual([])
  })
})

describe('a channel whose old messages were shown', () => {
  /** A channel of 60 messages of somebody else, opened and left at the first ten. */
  async function leaveAtOldMessages() {
    const test = createTestClient()
    for (let n = 1; n <= 60; n += 1) test.service.say({ message: { id: `m${n}`, text: `${n}` } }, 'tunde')
    test.service.answers['messages.list'] = ({ around }) =>
      around === undefined
        ? { messages: test.service.messages.slice(-20), hasOlder: true, hasNewer: false }
        : { messages: test.service.messages.slice(0, 10), hasOlder: false, hasNewer: true }
    await test.connect()
    await test.clock.advance(0)
    const channel = test.client.channel(CID)
    await channel.open()
    await test.clock.advance(2_000)
    await channel.jumpTo(5)
    const texts = () => channel.getSnapshot().messages.map(({ text }) => text)
    return { ...test, channel, texts }
  }

  it('has its last message in the list all the same, as it is now', async () => {
    const { client, service, clock } = await leaveAtOldMessages()
    const lastText = () => client.getSnapshot().channels[0]?.lastMessage?.text
    expect(lastText()).toBe('60')
    const last = service.messages.at(-1)
    const change = { type: 'message.updated' as const, cid: CID, seq: 61, at: '2026-03-02T12:00:00Z', userId: 'tunde' }
    if (last) service.frame({ ...change, message: { ...last, text: 'Sixty', revision: 61 } })
    expect(lastText()).toBe('Sixty')
    const newest = { ...service.say({ message: { id: 'm62', text: '62' } }, 'tunde'), seq: 62 }
    service.frame(toEvent(newest))
    await clock.advance(0)
    expect(lastText()).toBe('62')
  })

  it('has its last message in the list again once it is closed', async () => {
    const { client, clock, channel } = await leaveAtOldMessages()
    channel.close()
    await clock.advance(0)
    expect(client.getSnapshot().channels[0]?.lastMessage).toMatchObject({ text: '60' })
  })

  it('opens at its newest messages, which are marked read', async () => {
    const { service, clock, channel, texts } = await leaveAtOldMessages()
    channel.close()
    const message = service.say({ message: { id: 'm61', text: '61' } }, 'tunde')
    service.frame({ ...toEvent(message), reading: { version: 200, lastReadSeq: 60, unreadCount: 1 } })
    await channel.open()
    await clock.advance(2_000)
    expect(texts().at(-1)).toBe('61')
    expect(service.named('channels.read').at(-1)).toEqual({ cid: CID, seq: 61 })
  })

  it.each([
    ['jumped to', (channel: ChannelStore) => channel.jumpToNewest()],
    ['reached by pages', (channel: ChannelStore) => channel.loadNewer()],
  ])('does not miss a message that arrives while the newest are %s', async (_, move) => {
    const { service, clock, channel, texts } = await leaveAtOldMessages()
    const newest = service.messages.slice(10)
    let answer = (): void => undefined
    service.answers['messages.list'] = () =>
      new Promise((resolve) => (answer = () => resolve({ messages: newest, hasOlder: true, hasNewer: false })))
    const moving = move(channel)
    await clock.advance(0)
    service.frame(toEvent(service.say({ message: { id: 'm61', text: '61' } }, 'tunde')))
    service.answers['messages.list'] = ({ after }) => ({
      messages: service.messages.slice(Number(after)),
      hasOlder: true,
      hasNewer: false,
    })
    answer()
    await moving
    if (channel.getSnapshot().hasNewer) await channel.loadNewer()
    expect(texts().slice(-2)).toEqual(['60', '61'])
    expect(channel.getSnapshot().hasNewer).toBe(false)
  })

  it('shows a message of its own address, although it opens at the newest ones', async () => {
    const { channel, texts } = await leaveAtOldMessages()
    channel.close()
    const opening = channel.open()
    await channel.jumpTo(5)
    await opening
    expect(texts().at(-1)).toBe('10')
  })
})

describe('jumping in a channel', () => {
  it('ends where the last jump leads, in whatever order the answers arrive', async () => {
    const { client, service, clock, connect } = createTestClient()
    const all = Array.from({ length: 60 }, (_, n) => service.say({ message: { id: `m${n + 1}`, text: `${n + 1}` } }))
    const answers: (() => void)[] = []
    service.answers['messages.list'] = ({ around }) =>
      new Promise((resolve) => {
        const isNewest = around === undefined
        answers.push(() =>
          resolve({
            messages: isNewest ? all.slice(40) : all.slice(0, 10),
            hasOlder: isNewest,
            hasNewer: !isNewest,
          }),
        )
      })
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    const first = channel.jumpTo(5)
    const second = channel.jumpToNewest()
    await clock.advance(0)
    answers[1]?.()
    await second
    answers[0]?.()
    await expect(first).rejects.toThrow('A later jump followed')
    expect(channel.getSnapshot().hasNewer).toBe(false)
    expect(channel.getSnapshot().messages.at(-1)).toMatchObject({ text: '60' })
  })
})

it('forwarding again after a lost answer does not send it twice', async () => {
  const { client, service, connect } = createTestClient()
  const sent: unknown[] = []
  service.answers['messages.forward'] = ({ id }) => {
    sent.push(id)
    return sent.length === 1 ? Promise.reject('INTERNAL') : { message: null }
  }
  await connect()
  const channel = client.channel(CID)
  await expect(channel.forward('m1', 'messaging:b')).rejects.toThrow()
  await channel.forward('m1', 'messaging:b')
  await channel.forward('m1', 'messaging:b')
  expect(sent[1]).toBe(sent[0])
  expect(sent[2]).not.toBe(sent[0])
})

describe('pinned messages', () => {
  async function openWithPins() {
    const test = createTestClient()
    const { client, service, clock, connect } = test
    const pin = (id: string) => ({
      ...service.say({ message: { id, text: id } }, 'tunde'),
      pinnedAt: '2026-03-02T11:00:00Z',
    })
    const pins = [pin('m1')]
    service.answers['messages.pinned'] = () => ({ messages: [...pins] })
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    await channel.loadPinned()
    const reconnect = async () => {
      service.cut()
      pins.push(pin('m2'))
      await clock.advance(6_000)
    }
    return { ...test, channel, pins, reconnect }
  }

  it('are loaded again after a drop', async () => {
    const { channel, reconnect } = await openWithPins()
    await reconnect()
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm1' }, { id: 'm2' }])
  })

  it('are loaded again after a drop also when that is refused for now', async () => {
    const { service, clock, channel, reconnect } = await openWithPins()
    const { 'messages.pinned': answer = () => undefined } = service.answers
    service.answers['messages.pinned'] = () => Promise.reject('RATE_LIMIT')
    await reconnect()
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm1' }])
    service.answers['messages.pinned'] = answer
    await clock.advance(10_000)
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm1' }, { id: 'm2' }])
  })

  it('do not include those the user has hidden, on any device, whatever happens to them later', async () => {
    const { service, clock, channel, pins } = await openWithPins()
    const second = { ...service.say({ message: { id: 'm2', text: 'm2' } }, 'tunde'), pinnedAt: '2026-03-02T11:00:00Z' }
    pins.push(second)
    await channel.loadPinned()
    service.answers['messages.delete'] = () => ({ message: null })
    await channel.hide('m1')
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm2' }])
    const at = { cid: CID, at: '2026-03-02T11:01:00Z' }
    service.frame({ type: 'message.hidden', ...at, seq: 3, messageId: 'm2', messageSeq: 2 })
    service.frame({ type: 'message.updated', ...at, seq: 4, userId: 'tunde', message: { ...second, revision: 4 } })
    await clock.advance(0)
    expect(channel.getSnapshot().pinned).toEqual([])
  })

  it('do not include those of a history the user has cleared', async () => {
    const { service, clock, channel } = await openWithPins()
    const settings = { version: 1, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null }
    service.frame({ type: 'settings.updated', cid: CID, settings: { ...settings, truncatedSeq: 1 } })
    await clock.advance(0)
    expect(channel.getSnapshot().pinned).toEqual([])
  })

  it('include one that is pinned while they are being loaded', async () => {
    const { service, clock, channel, pins } = await openWithPins()
    const second = service.say({ message: { id: 'm2', text: 'm2' } }, 'tunde')
    let answer = (): void => undefined
    service.answers['messages.pinned'] = () => {
      const messages = [...pins]
      return new Promise((resolve) => {
        answer = () => resolve({ messages })
      })
    }
    const loading = channel.loadPinned()
    const message = { ...second, pinnedAt: '2026-03-02T11:01:00Z', revision: 3 }
    service.frame({ type: 'message.updated', cid: CID, at: message.pinnedAt, seq: 3, userId: 'tunde', message })
    await clock.advance(0)
    answer()
    await loading
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm2' }, { id: 'm1' }])
  })

  it('are unknown again after a drop while the channel was closed', async () => {
    const { channel, reconnect } = await openWithPins()
    channel.close()
    await reconnect()
    expect(channel.getSnapshot().pinned).toBeNull()
  })
})

describe('a channel', () => {
  it('is closed and has no data of an earlier user when another one connects', async () => {
    const { client, service, credentials, connect } = createTestClient()
    const first = { ...service.say({ message: { id: 'm1', text: 'One' } }, 'tunde'), pinnedAt: '2026-03-02T11:00:00Z' }
    service.answers['messages.pinned'] = () => ({ messages: [first] })
    service.answers['messages.delete'] = () => ({ message: null })
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    await channel.loadPinned()
    expect(channel.getSnapshot()).toMatchObject({ status: 'ready', unreadAfter: 0, pinned: [{ id: 'm1' }] })
    await channel.hide('m1')

    await client.connect({ ...credentials, user: { id: 'bola' } })
    expect(channel.getSnapshot()).toMatchObject({ status: 'closed', unreadAfter: null, pinned: null })
    await channel.loadPinned()
    expect(channel.getSnapshot().pinned).toMatchObject([{ id: 'm1' }])
  })
})
