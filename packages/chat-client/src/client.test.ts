import type { ChannelState, Member } from '@fettle/protocol/chat/channels/channels'
import type { Handshake, Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { chatFailure } from './testing/chat-failure.ts'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { CallAnswer } from '@fettle/protocol/chat/connection/socket'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createChatClient, type ChatClient } from './client.ts'
import type { Credentials } from './connection/connection.ts'
import {
  createMemoryStorage,
  type ClientClock,
  type LinkEvents,
  type Storage,
  type TabLock,
  type Transport,
} from './ports.ts'
import { ChatError, connectionLost } from './errors.ts'

const CID = 'messaging:test'
const NOON = Date.UTC(2026, 2, 2, 11)

/** A clock that is turned; what falls due on the way is done in order. */
function createManualClock() {
  let now = NOON
  const due = new Set<{ at: number; work: () => void }>()
  const clock: ClientClock = {
    now: () => now,
    after(milliseconds, work) {
      const entry = { at: now + milliseconds, work }
      due.add(entry)
      return () => void due.delete(entry)
    },
  }
  return {
    clock,
    async advance(milliseconds: number) {
      const until = now + milliseconds
      for (;;) {
        await settle()
        const [next] = [...due].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.work()
      }
      now = until
      await settle()
    },
    back(milliseconds: number) {
      now -= milliseconds
    },
  }
}

/** Lets everything that is ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

type Answer = (input: Record<string, unknown>) => unknown

/** A service that does as it is told: what it refuses, answers and forgets is up to the test. */
function createFakeService() {
  const opened: Handshake[] = []
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const messages: Message[] = []
  let refusal: ChatErrorName | undefined
  let isReachable = true
  let current: { events: LinkEvents; pending: Set<(error: Error) => void> } | undefined

  const say = (input: Record<string, unknown>, userId = 'ada'): Message => {
    const draft = input['message'] as { id: string; text: string }
    const known = messages.find(({ id }) => id === draft.id)
    if (known) return known
    const seq = messages.length + 1
    const message: Message = {
      ...draft,
      cid: CID,
      seq,
      user: { id: userId, name: userId, image: null },
      kind: 'regular',
      createdAt: new Date(NOON + seq).toISOString(),
    }
    messages.push(message)
    return message
  }

  const answers: Record<string, Answer> = {
    'channels.query': () => ({ channels: [snapshot()], nextCursor: null }),
    'channels.get': () => snapshot(),
    'channels.events': ({ after }) => ({
      events: messages.slice(Number(after)).map(toEvent),
      reset: false,
      lastSeq: messages.length,
      members: snapshot().channel.members,
      membership: snapshot().membership,
    }),
    'channels.read': ({ seq }) => ({
      reading: { version: 100, lastReadSeq: seq, unreadCount: 0 },
      lastReadAt: new Date(NOON).toISOString(),
    }),
    'channels.delivered': () => ({}),
    'typing.set': () => ({}),
    'messages.list': () => ({ messages: [], hasOlder: false, hasNewer: false }),
    'messages.send': (input) => ({ message: say(input) }),
  }

  const snapshot = (): ChannelState => ({
    channel: {
      cid: CID,
      type: 'messaging',
      id: 'test',
      name: null,
      image: null,
      createdBy: null,
      createdAt: new Date(NOON).toISOString(),
      lastMessageAt: messages.at(-1)?.createdAt ?? null,
      lastSeq: messages.length,
      members: ['ada', 'tunde'].map(member),
      custom: {},
    },
    membership: {
      reading: {
        version: messages.length,
        lastReadSeq: 0,
        unreadCount: messages.filter(({ user }) => user?.id !== 'ada').length,
      },
      settings: { version: 0, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null },
    },
    messages: [...messages],
    hasOlder: false,
  })

  const transport: Transport = {
    open(handshake, events) {
      opened.push(handshake)
      const link = { events, pending: new Set<(error: Error) => void>() }
      current = link
      void Promise.resolve().then(() => {
        if (!isReachable) events.closed(undefined)
        else if (refusal) events.closed(chatFailure(refusal))
        else events.hello(helloFor(handshake))
      })
      return {
        call: (name, input) =>
          new Promise<CallAnswer>((resolve, reject) => {
            const fields = input as Record<string, unknown>
            calls.push({ name, input: fields })
            link.pending.add(reject)
            void Promise.resolve(answers[name]?.(fields)).then(
              (ok) => link.pending.delete(reject) && resolve({ ok }),
              (error: unknown) =>
                link.pending.delete(reject) && resolve({ error: chatFailure(error as ChatErrorName) }),
            )
          }),
        close: () => (current = undefined),
      }
    },
  }

  return {
    transport,
    opened,
    calls,
    answers,
    messages,
    say,
    named: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    refuse: (name: ChatErrorName | undefined) => (refusal = name),
    reachable: (is: boolean) => (isReachable = is),
    frame: (frame: ChatFrame) => current?.events.frame(frame),
    /** The line breaks: nothing that is under way is answered. */
    cut({ isRestart = false } = {}) {
      const link = current
      current = undefined
      for (const reject of link?.pending ?? []) reject(connectionLost())
      link?.pending.clear()
      link?.events.closed(undefined, isRestart)
    },
  }
}

function helloFor({ user }: Handshake): Hello {
  return {
    connectionId: 'c1',
    me: { id: user.id, name: user.id, image: null, role: 'provider', online: true, lastActiveAt: null, custom: {} },
    unread: { totalUnread: 0, unreadChannels: 0, channels: [], complete: true },
    serverTime: new Date(NOON).toISOString(),
  }
}

function member(userId: string): Member {
  const user = {
    id: userId,
    name: userId,
    image: null,
    role: 'customer' as const,
    online: true,
    lastActiveAt: null,
    custom: {},
  }
  return {
    userId,
    user,
    role: 'member',
    joinedAt: new Date(NOON).toISOString(),
    lastReadSeq: 0,
    lastReadAt: null,
    deliveredSeq: 0,
  }
}

const toEvent = (message: Message) => ({
  type: 'message.new' as const,
  cid: CID,
  seq: message.seq,
  at: message.createdAt,
  message,
})

const clients: ChatClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})

function setUp(storage: Storage = createMemoryStorage(), service = createFakeService(), withTabLock?: TabLock) {
  const time = createManualClock()
  const log = { warn: vi.fn<(message: string, error: unknown) => void>() }
  const lock = withTabLock ? { withTabLock } : {}
  const client = createChatClient({ transport: service.transport, clock: time.clock, storage, log, ...lock })
  clients.push(client)
  const token = vi.fn<(options: { reload: boolean }) => Promise<string>>(async ({ reload }) =>
    reload ? 'newer' : 'first',
  )
  const credentials: Credentials = { appKey: 'key', user: { id: 'ada', name: 'Ada' }, token }
  return { client, service, time, log, token, credentials, connect: () => client.connect(credentials) }
}

const flagsOf = (client: ChatClient) => {
  const { connected, connecting, reconnecting, isSetUp } = client.getSnapshot()
  return { connected, connecting, reconnecting, isSetUp }
}

describe('connecting', () => {
  it('needs a user id and a token', async () => {
    const { client, credentials } = setUp()
    await expect(client.connect({ ...credentials, user: { id: '' } })).rejects.toThrow(
      'A user id is required to connect to chat.',
    )
    await expect(client.connect({ ...credentials, token: () => '' })).rejects.toThrow('User token can not be empty')
    await expect(client.call('unread.get', {})).rejects.toThrow('Stream Chat client not initialized')
  })

  it('reports connecting, connected and ready', async () => {
    const { client, time, connect } = setUp()
    const connected = connect()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: true, reconnecting: false, isSetUp: false })
    await connected
    expect(flagsOf(client)).toMatchObject({ connected: true, connecting: false })
    await time.advance(0)
    expect(flagsOf(client)).toEqual({ connected: true, connecting: false, reconnecting: false, isSetUp: true })
    client.disconnect()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: false, reconnecting: false, isSetUp: false })
  })

  it('as the same user, or during an attempt, does nothing; as another user it reconnects', async () => {
    const { client, service, credentials, connect } = setUp()
    await Promise.all([connect(), connect()])
    await connect()
    expect(service.opened).toHaveLength(1)
    await client.connect({ ...credentials, user: { id: 'bola' } })
    expect(service.opened.map(({ user }) => user.id)).toEqual(['ada', 'bola'])
    expect(client.getSnapshot().me?.id).toBe('bola')
  })

  it('with an expired token reloads it once and retries', async () => {
    const { client, service, token, connect } = setUp()
    service.refuse('TOKEN_EXPIRED')
    token.mockImplementation(async ({ reload }) => {
      if (reload) service.refuse(undefined)
      return reload ? 'newer' : 'first'
    })
    await connect()
    expect(service.opened.map((handshake) => handshake.token)).toEqual(['first', 'newer'])
    expect(client.getSnapshot().connected).toBe(true)
  })

  it('gives up when the newer token is expired too, and reports it', async () => {
    const { client, service, log, connect } = setUp()
    service.refuse('TOKEN_EXPIRED')
    await expect(connect()).rejects.toMatchObject({ failure: { code: 40 } })
    expect(service.opened).toHaveLength(2)
    expect(log.warn).toHaveBeenCalledWith('Connecting to chat failed', expect.anything())
    expect(client.getSnapshot()).toMatchObject({
      connecting: false,
      reconnecting: false,
      connectionError: { failure: { code: 40 } },
    })
  })

  it('logs and rethrows token failures', async () => {
    const { log, token, connect } = setUp()
    token.mockRejectedValue(new Error('No token today'))
    await expect(connect()).rejects.toThrow('No token today')
    expect(log.warn).toHaveBeenCalledWith('Connecting to chat failed', new Error('No token today'))
  })

  it.each(['TOKEN_NOT_YET_VALID', 'TOKEN_USED_BEFORE_ISSUE', 'TOKEN_SIGNATURE_INVALID'] as const)(
    'does not retry after %s',
    async (name) => {
      const { service, time, connect } = setUp()
      service.refuse(name)
      await expect(connect()).rejects.toThrow(ChatError)
      await time.advance(20_000)
      expect(service.opened).toHaveLength(1)
    },
  )
})

describe('a dropped chat connection', () => {
  it('is retried every 5000 ms until it succeeds', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    service.reachable(false)
    service.cut()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: false, reconnecting: true, isSetUp: false })
    await time.advance(4_999)
    expect(service.opened).toHaveLength(1)
    await time.advance(1)
    expect(service.opened).toHaveLength(2)
    await time.advance(10_000)
    expect(service.opened).toHaveLength(4)
    service.reachable(true)
    await time.advance(5_000)
    expect(flagsOf(client)).toMatchObject({ connected: true, reconnecting: false, isSetUp: true })
    await time.advance(60_000)
    expect(service.opened).toHaveLength(5)
  })

  it('is retried at a random moment within 5000 ms when the service restarts, then every 5000 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.3)
    const { service, time, connect } = setUp()
    await connect()
    service.reachable(false)
    service.cut({ isRestart: true })
    vi.restoreAllMocks()
    await time.advance(1_499)
    expect(service.opened).toHaveLength(1)
    await time.advance(1)
    expect(service.opened).toHaveLength(2)
    await time.advance(4_999)
    expect(service.opened).toHaveLength(2)
    await time.advance(1)
    expect(service.opened).toHaveLength(3)
  })

  it('is retried at once when the device is online, and not after disconnecting', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    service.cut()
    client.retryNow()
    await time.advance(0)
    expect(client.getSnapshot().connected).toBe(true)
    service.cut()
    client.disconnect()
    await time.advance(60_000)
    expect(service.opened).toHaveLength(2)
  })

  it("reloads the list, fills the open channel's gap, and notifies listeners", async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    const recovered = vi.fn<() => void>()
    client.onRecovery(recovered)
    service.cut()
    service.say({ message: { id: 'm1', text: 'While you were away' } }, 'tunde')
    await time.advance(6_000)
    expect(service.named('channels.events')).toEqual([{ cid: CID, after: 0 }])
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'While you were away' }])
    expect(recovered).toHaveBeenCalledTimes(1)
  })

  it('keeps retrying while no token is available', async () => {
    const { client, service, time, token, connect } = setUp()
    await connect()
    service.refuse('TOKEN_EXPIRED')
    token.mockRejectedValueOnce(new Error('The API is down too'))
    service.cut()
    await time.advance(5_000)
    service.refuse(undefined)
    await time.advance(5_000)
    expect(client.getSnapshot().connected).toBe(true)
  })
})

describe('a call with an expired token', () => {
  it('is repeated once with a new token', async () => {
    const { client, service, token, connect } = setUp()
    await connect()
    let tries = 0
    service.answers['unread.get'] = () => ((tries += 1) === 1 ? Promise.reject('TOKEN_EXPIRED') : { totalUnread: 3 })
    expect(await client.call('unread.get', {})).toEqual({ totalUnread: 3 })
    expect(token.mock.calls.map(([options]) => options.reload)).toEqual([false, true])
    expect(service.opened.at(-1)?.token).toBe('newer')
  })
})

describe('the chat outbox', () => {
  const textsOf = (client: ChatClient) =>
    client
      .channel(CID)
      .getSnapshot()
      .messages.map(({ text, state }) => `${text} ${state}`)

  it('keeps offline messages across a reload, and sends them in order', async () => {
    const storage = createMemoryStorage()
    const before = setUp(storage)
    before.service.reachable(false)
    void before.connect().catch(() => undefined)
    await before.time.advance(0)
    for (const text of ['One', 'Two', 'Three']) before.client.channel(CID).send(text)
    expect(textsOf(before.client)).toEqual(['One queued', 'Two queued', 'Three queued'])
    await before.time.advance(0)
    before.client.disconnect()

    const after = setUp(storage)
    await after.connect()
    await after.client.channel(CID).open()
    await after.time.advance(0)
    expect(after.service.messages.map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
    expect(textsOf(after.client)).toEqual(['One sent', 'Two sent', 'Three sent'])
    expect(await storage.list('')).toEqual([])
  })

  it('duplicates nothing when a send is interrupted', async () => {
    for (const point of ['before', 'after'] as const) {
      const { client, service, time, connect } = setUp()
      await connect()
      await client.channel(CID).open()
      const { 'messages.send': answer } = service.answers
      let cuts = 0
      service.answers['messages.send'] = (input) => {
        if (cuts++ > 0) return answer?.(input)
        if (point === 'after') service.say(input)
        service.cut()
        return undefined
      }
      client.channel(CID).send('Once')
      await time.advance(20_000)
      expect(service.messages.map(({ text }) => text)).toEqual(['Once'])
      expect(textsOf(client)).toEqual(['Once sent'])
    }
  })

  it('shows one message when the event precedes the response', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    let release = () => undefined as void
    service.answers['messages.send'] = (input) => {
      const message = service.say(input)
      service.frame(toEvent(message))
      return new Promise((resolve) => (release = () => resolve({ message })))
    }
    client.channel(CID).send('Hello')
    await time.advance(0)
    expect(textsOf(client)).toEqual(['Hello sent'])
    release()
    await time.advance(0)
    expect(textsOf(client)).toEqual(['Hello sent'])
  })

  it('respects wait times, gives up on permanent failures, and continues', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    const { 'messages.send': answer } = service.answers
    let slow = true
    service.answers['messages.send'] = (input) => {
      const { text } = input['message'] as { text: string }
      if (text === 'Too long') return Promise.reject('MESSAGE_TOO_LONG')
      return slow ? Promise.reject('RATE_LIMIT') : answer?.(input)
    }
    const failed = client.channel(CID).send('Too long')
    client.channel(CID).send('Fine')
    await time.advance(0)
    expect(textsOf(client)).toEqual(['Too long failed', 'Fine sending'])
    slow = false
    await time.advance(2_000)
    expect(textsOf(client)).toEqual(['Fine sent', 'Too long failed'])
    expect(client.channel(CID).getSnapshot().messages[1]?.failure).toMatchObject({ code: 20 })
    service.answers['messages.send'] = answer ?? (() => undefined)
    client.channel(CID).retry(failed)
    await time.advance(0)
    expect(textsOf(client)).toEqual(['Fine sent', 'Too long sent'])
  })

  it('discards a failed message', async () => {
    const storage = createMemoryStorage()
    const { client, service, time, connect } = setUp(storage)
    await connect()
    service.answers['messages.send'] = () => Promise.reject('NOT_ALLOWED')
    const id = client.channel(CID).send('Never mind')
    await time.advance(0)
    client.channel(CID).cancel(id)
    await time.advance(0)
    expect(textsOf(client)).toEqual([])
    expect(await storage.list('')).toEqual([])
  })

  it('sends each message from one of several tabs', async () => {
    const storage = createMemoryStorage()
    const offline = setUp(storage)
    offline.service.reachable(false)
    void offline.connect().catch(() => undefined)
    await offline.time.advance(0)
    for (const text of ['One', 'Two']) offline.client.channel(CID).send(text)
    await offline.time.advance(0)
    offline.client.disconnect()

    let lock = Promise.resolve()
    const withTabLock: TabLock = (run) => (lock = lock.then(run))
    const tabs = [1, 2].map(() => setUp(storage, createFakeService(), withTabLock))
    for (const tab of tabs) await tab.connect()
    for (const tab of tabs) await tab.time.advance(0)
    const sent = tabs.flatMap(({ service }) => service.messages.map(({ text }) => text))
    expect(sent.toSorted()).toEqual(['One', 'Two'])
    expect(await storage.list('')).toEqual([])
  })

  it('sends what an earlier version of the app has stored', async () => {
    const storage = createMemoryStorage()
    const store = (id: string, state: string) => {
      const entry = { id, cid: CID, message: { id, text: id }, createdAt: new Date(NOON).toISOString(), state }
      return storage.set(`chat.outbox.ada.${id}`, JSON.stringify({ ...entry, failure: null }))
    }
    await store('m1', 'queued')
    await store('m2', 'failed')
    const { client, service, time, connect } = setUp(storage)
    await connect()
    await client.channel(CID).open()
    await time.advance(0)
    expect(service.messages.map(({ id }) => id)).toEqual(['m1'])
    expect(textsOf(client)).toEqual(['m1 sent', 'm2 failed'])
  })

  it('keeps its order with a wrong clock', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    time.back(600_000)
    client.channel(CID).send('First')
    time.back(600_000)
    client.channel(CID).send('Second')
    await time.advance(0)
    expect(service.messages.map(({ text }) => text)).toEqual(['First', 'Second'])
    expect(textsOf(client)).toEqual(['First sent', 'Second sent'])
  })
})

describe('chat throttling', () => {
  it('sends typing at most every 2000 ms, and its end after silence or the message', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    const channel = client.channel(CID)
    const typingSent = () => service.named('typing.set').map(({ typing }) => typing)
    for (let stroke = 0; stroke < 41; stroke += 1) {
      channel.keystroke()
      await time.advance(100)
    }
    expect(typingSent()).toEqual([true, true, true])
    await time.advance(5_000)
    expect(typingSent()).toEqual([true, true, true, false])
    channel.keystroke()
    channel.send('Done')
    await time.advance(0)
    expect(typingSent()).toEqual([true, true, true, false, true, false])
  })

  it('marks a channel read at most once a second, including the latest message', async () => {
    const { client, service, time, connect } = setUp()
    service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
    await connect()
    await client.channel(CID).open()
    const hear = (id: string, version: number) => {
      const message = service.say({ message: { id, text: id } }, 'tunde')
      service.frame({ ...toEvent(message), reading: { version, lastReadSeq: 1, unreadCount: 1 } })
      client.channel(CID).markRead()
    }
    for (let n = 2; n <= 6; n += 1) hear(`m${n}`, 100 + n)
    await time.advance(999)
    expect(service.named('channels.read')).toEqual([{ cid: CID, seq: 1 }])
    await time.advance(1)
    expect(service.named('channels.read')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 6 },
    ])
  })

  it('never marks messages read that arrived after the last request', async () => {
    const { client, service, time, connect } = setUp()
    service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    channel.markRead()
    const unseen = service.say({ message: { id: 'm2', text: 'Behind your back' } }, 'tunde')
    service.frame({ ...toEvent(unseen), reading: { version: 102, lastReadSeq: 1, unreadCount: 1 } })
    await time.advance(1_000)
    expect(service.named('channels.read')).toEqual([{ cid: CID, seq: 1 }])
  })

  it('clears typing after 7 s, on a message, and when the channel is opened', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await time.advance(0)
    const typing = () => client.channel(CID).getSnapshot().typing
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    service.frame({ type: 'typing.start', cid: CID, userId: 'ada' })
    expect(typing()).toEqual(['tunde'])
    await time.advance(7_000)
    expect(typing()).toEqual([])
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'Hi' } }, 'tunde')))
    expect(typing()).toEqual([])
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    await client.channel(CID).open()
    expect(typing()).toEqual([])
  })
})

describe('the channel list', () => {
  it('loads an unknown channel from an event', async () => {
    const { client, service, time, connect } = setUp()
    service.answers['channels.query'] = () => ({ channels: [], nextCursor: null })
    const { 'channels.get': get } = service.answers
    await connect()
    await time.advance(0)
    expect(client.getSnapshot().channels).toEqual([])
    service.answers['channels.query'] = (input) => ({ channels: [get?.(input)], nextCursor: null })
    const message = service.say({ message: { id: 'm1', text: 'New here' } }, 'tunde')
    service.frame({ ...toEvent(message), reading: { version: 1, lastReadSeq: 0, unreadCount: 1 } })
    await time.advance(0)
    expect(service.named('channels.query').at(-1)).toMatchObject({ filter: { cids: [CID] }, watch: true })
    expect(client.getSnapshot()).toMatchObject({
      totalUnread: 1,
      unreadChannels: 1,
      channels: [{ cid: CID, unreadCount: 1 }],
    })
  })

  it('reports repeated failures, unless there is something to show', async () => {
    const { client, service, time, connect } = setUp()
    const { 'channels.query': query } = service.answers
    service.answers['channels.query'] = () => Promise.reject('INTERNAL')
    await connect()
    await time.advance(5_000)
    expect(service.named('channels.query')).toHaveLength(3)
    expect(client.getSnapshot()).toMatchObject({ error: 'chat-client.listen-failed', isSetUp: false })
    service.answers['channels.query'] = query ?? (() => undefined)
    await client.reloadChannels()
    service.answers['channels.query'] = () => Promise.reject('INTERNAL')
    const again = client.reloadChannels().catch(() => undefined)
    await time.advance(5_000)
    await again
    expect(client.getSnapshot()).toMatchObject({ error: null, channels: [{ cid: CID }] })
  })

  it('reports the exact error when a channel cannot be created', async () => {
    const { client, service, connect } = setUp()
    await connect()
    service.answers['channels.create'] = () => Promise.reject('DOES_NOT_EXIST')
    await expect(client.openDirect('nobody')).rejects.toThrow('Failed to create or get channel')
  })

  it('keeps its identity while nothing changes', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await time.advance(0)
    const before = client.getSnapshot()
    service.frame({ type: 'message.delivered', cid: 'messaging:other', userId: 'ada', deliveredSeq: 1 })
    expect(client.getSnapshot()).toBe(before)
  })
})

describe('incoming frames', () => {
  it('trigger loading when earlier ones are missing', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    service.say({ message: { id: 'm1', text: 'Lost' } }, 'tunde')
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Found' } }, 'tunde')))
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'Found' }])
    await time.advance(500)
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'Lost' }, { text: 'Found' }])
  })

  it('include own messages sent elsewhere', async () => {
    const { client, service, connect } = setUp()
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
    const { client, service, connect } = setUp()
    await connect()
    const signals = vi.fn<(signal: unknown) => void>()
    const heard = vi.fn<(message: Message) => void>()
    client.onSignal(signals)
    const stop = client.onMessage(heard)
    service.frame({
      type: 'user.signal',
      signal: { type: 'resource.updated', resource: { type: 'booking', id: 'b1' } },
    })
    expect(signals).toHaveBeenCalledWith({ type: 'resource.updated', resource: { type: 'booking', id: 'b1' } })
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'Mine' } })))
    service.frame(toEvent(service.say({ message: { id: 'm2', text: 'Theirs' } }, 'tunde')))
    stop()
    service.frame(toEvent(service.say({ message: { id: 'm3', text: 'Unheard' } }, 'tunde')))
    expect(heard.mock.calls.map(([message]) => message.text)).toEqual(['Theirs'])
  })

  it('mark messages as delivered at most once a second', async () => {
    const { client, service, time, connect } = setUp()
    await connect()
    await client.channel(CID).open()
    for (let n = 1; n <= 4; n += 1)
      service.frame(toEvent(service.say({ message: { id: `m${n}`, text: 'x' } }, 'tunde')))
    await time.advance(1_000)
    expect(service.named('channels.delivered')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 4 },
    ])
  })
})
