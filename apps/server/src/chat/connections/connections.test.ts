import { createMessageId, socketTransport } from '@fettle/chat-client'
import type { Handshake } from '@fettle/protocol/chat/connection/connection'
import { limits } from '@fettle/protocol/common/limits'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { countStatements } from '../../../testing/app/count-statements.ts'
import {
  appKey,
  ChatCallError,
  secret,
  setUpTestChat,
  startTestChat,
  type TestClient,
} from '../../../testing/app/test-chat.ts'
import { createPair } from '../../../testing/fixtures/chat-scenario.ts'
import { signToken } from '../core/token.ts'

const testChat = setUpTestChat()

/** Connects and returns the refusal. */
const refusalOf = (handshake: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    socketTransport(testChat.url).open(handshake as Handshake, {
      hello: () => reject(new Error('It was let in')),
      frame: () => undefined,
      closed: resolve,
    })
  })

describe('connecting', () => {
  it('returns the user, the unread counts and the server time first', async () => {
    const { me } = await createPair(testChat)
    const { hello } = await testChat.connect(me)
    expect(hello).toMatchObject({
      connectionId: expect.any(String),
      me: { id: me, online: true },
      unread: { totalUnread: 0, unreadChannels: 0 },
      serverTime: testChat.clock.now().toISOString(),
    })
  })

  it('creates an unknown user', async () => {
    const id = 'first-timer'
    const { hello } = await testChat.connect(id)
    expect(hello.me).toMatchObject({ id, role: 'customer' })
  })

  it('works over long polling too, with the same frames', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [poller, sender] = await Promise.all([testChat.connect(me, { polling: true }), testChat.connect(other)])
    await sender.call('messages.send', { cid, message: { id: createMessageId(), text: 'By post' } })
    expect(await poller.received('message.new')).toMatchObject({ message: { text: 'By post' } })
    expect((await poller.call('messages.list', { cid })).messages).toHaveLength(1)
  })

  it('is refused without the app key, with an invalid token, and as another user', async () => {
    const user = { id: 'ada' }
    const token = testChat.chat.signToken('ada')
    const now = testChat.clock.now().getTime() / 1000
    const signed = (claims: object) => signToken({ user_id: 'ada', ...claims }, secret)
    expect(await refusalOf({ appKey: 'other', token, user })).toMatchObject({ code: 2, statusCode: 401 })
    expect(await refusalOf({ appKey, user })).toMatchObject({ code: 3 })
    expect(await refusalOf({ appKey, token: signed({ exp: now - 1 }), user })).toMatchObject({ code: 40 })
    expect(await refusalOf({ appKey, token: signed({ nbf: now + 60 }), user })).toMatchObject({ code: 41 })
    expect(await refusalOf({ appKey, token: signed({ iat: now + 60 }), user })).toMatchObject({ code: 42 })
    expect(await refusalOf({ appKey, token: signToken({ user_id: 'ada' }, 'x'), user })).toMatchObject({ code: 43 })
    expect(await refusalOf({ appKey, token, user: { id: 'tunde' } })).toMatchObject({ code: 17 })
    expect(await refusalOf({ appKey, token: testChat.chat.signServerToken(), user })).toMatchObject({ code: 17 })
    expect(await refusalOf({ appKey, token })).toMatchObject({ code: 4 })
  })

  it.each([{}, { id: '' }])('is refused without a user id: %j', async (user) => {
    const refusal = await refusalOf({ appKey, token: testChat.chat.signToken('ada'), user })
    expect(refusal).toMatchObject({ code: 4, message: 'A user id is required to connect to chat.' })
  })

  it('takes two reads: the user with their restrictions, and what is unread', async () => {
    const { me } = await createPair(testChat)
    expect(await countStatements(testChat, () => testChat.connect(me))).toBe(2)
  })

  it('shares its reads among clients that connect together, and gives each its own', async () => {
    const { me, other, cid } = await createPair(testChat)
    await testChat.http('messages.send', { cid, message: { id: createMessageId(), text: 'Hello' } }, { actAs: other })
    const others = Array.from({ length: 30 }, (_, index) => `newcomer-${index}`)
    for (const id of others) await testChat.person(id)
    let clients: TestClient[] = []
    const connectAll = async () => {
      clients = await Promise.all([me, me, ...others].map((id) => testChat.connect(id)))
    }
    // Alone each takes two. How many arrive together depends on the machine.
    const statements = await countStatements(testChat, connectAll)
    expect(statements).toBeLessThan(2 * clients.length)
    expect(clients.map(({ hello }) => [hello.me.id, hello.unread.totalUnread])).toEqual([
      [me, 1],
      [me, 1],
      ...others.map((id) => [id, 0]),
    ])
  })

  it('is refused beyond twenty clients per user', async () => {
    const { me } = await createPair(testChat)
    await Promise.all(Array.from({ length: 20 }, () => testChat.connect(me)))
    await expect(testChat.connect(me)).rejects.toThrow(ChatCallError)
    expect(await refusalOf({ appKey, token: testChat.chat.signToken(me), user: { id: me } })).toMatchObject({
      code: 71,
      retryable: true,
    })
  })

  it('is refused beyond twenty clients per user that come at once', async () => {
    const { me } = await createPair(testChat)
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, () => testChat.connect(me)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })
})

describe('an open socket', () => {
  it('is refused calls once its token has expired', async () => {
    const { me, cid } = await createPair(testChat)
    const expiresAt = new Date(testChat.clock.now().getTime() + 60_000)
    const client = await testChat.connect(me, { token: testChat.chat.signToken(me, { expiresAt }) })
    await client.call('channels.get', { cid })
    testChat.clock.advance(61_000)
    expect(await client.refusal('channels.get', { cid })).toMatchObject({ code: 40 })
  })

  it('is closed at the next ping after its token has expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const own = await startTestChat({ rateLimits: false })
    try {
      const { id } = await own.person('expiring')
      const expiresAt = new Date(own.clock.now().getTime() + 60_000)
      const expiring = await own.connect(id, { token: own.chat.signToken(id, { expiresAt }) })
      const lasting = await own.connect(id)
      own.clock.advance(61_000)
      vi.advanceTimersByTime(limits.chatPingIntervalMs)
      await expiring.closed
      expect((await lasting.call('unread.get', {})).totalUnread).toBe(0)
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })

  it('answers malformed input with an error and stays open', async () => {
    const { me, cid } = await createPair(testChat)
    const client = await testChat.connect(me)
    const { answer } = client
    expect(await answer('no.such.call', {})).toMatchObject({ error: { code: 16 } })
    expect(await answer(7, {})).toMatchObject({ error: { code: 4 } })
    expect(await answer('channels.get', null)).toMatchObject({ error: { code: 4 } })
    expect(await answer('messages.send', { cid, message: [] })).toMatchObject({ error: { code: 4 } })
    expect(await answer('users.upsert', { users: [{ id: 'x' }] })).toMatchObject({ error: { code: 17 } })
    expect((await client.call('channels.get', { cid })).channel.cid).toBe(cid)
    const socket = await testChat.openWebSocket(me)
    socket.send(JSON.stringify({ 'something else': {} }))
    socket.send(JSON.stringify({ call: 'channels.get', ref: 1, input: { cid } }))
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).toMatchObject({ ref: 1, ok: { channel: { cid } } })
    socket.close()
  })

  it('is closed by an oversized packet without affecting others', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [client, them] = await Promise.all([testChat.connect(me), testChat.connect(other)])
    const message = { id: createMessageId(), text: 'x'.repeat(200_000) }
    await expect(client.call('messages.send', { cid, message })).rejects.toThrow('connection')
    await client.closed
    expect((await them.call('channels.get', { cid })).channel.lastSeq).toBe(0)
  })

  it('is rate limited', async () => {
    const { me, cid } = await createPair(testChat)
    const client = await testChat.connect(me)
    const refusals = await Promise.all(
      Array.from({ length: 40 }, () =>
        client.call('typing.set', { cid, typing: true }).catch((error: ChatCallError) => error.failure),
      ),
    )
    expect(refusals).toContainEqual(expect.objectContaining({ code: 9, retryable: true, details: { retryAfter: 1 } }))
    testChat.clock.advance(60_000)
    await client.call('typing.set', { cid, typing: true })
  })
})

describe('signals', () => {
  it('for typing reach watchers except the typist, and nobody else', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [writer, desktop, idle] = await Promise.all([
      testChat.connect(me),
      testChat.connect(other),
      testChat.connect(other),
    ])
    await Promise.all([writer, desktop].map((client) => client.call('channels.get', { cid, watch: true })))
    await writer.call('typing.set', { cid, typing: true })
    expect(await desktop.received('typing.start')).toEqual({ type: 'typing.start', cid, userId: me })
    await writer.call('typing.set', { cid, typing: false })
    await desktop.received('typing.stop')
    expect(writer.frames).toEqual([])
    expect(idle.frames).toEqual([])
    await desktop.call('channels.unwatch', { cid })
    await writer.call('typing.set', { cid, typing: true })
    await writer.call('messages.send', { cid, message: { id: createMessageId(), text: 'Done' } })
    await desktop.received('message.new')
    expect(desktop.frames.filter(({ type }) => type === 'typing.start')).toHaveLength(1)
  })

  it('for presence are sent when the first device connects and the last one disconnects', async () => {
    const { me, other, cid } = await createPair(testChat)
    const watcher = await testChat.connect(me)
    const before = await watcher.call('channels.get', { cid, watch: true })
    expect(before.channel.members.find(({ userId }) => userId === other)?.user.online).toBe(false)
    const [phone, desktop] = [await testChat.connect(other), await testChat.connect(other)]
    await watcher.received('user.presence.changed', ({ online }) => online)
    phone.close()
    desktop.close()
    await watcher.received('user.presence.changed', ({ online }) => !online)
    expect(watcher.frames.filter(({ type }) => type === 'user.presence.changed')).toHaveLength(2)
  })

  it("for presence can be set by the app on a user's behalf", async () => {
    const { me, other, cid } = await createPair(testChat)
    const watcher = await testChat.connect(me)
    await watcher.call('channels.get', { cid, watch: true })
    await testChat.http('users.presence', { userId: other, online: true })
    await watcher.received('user.presence.changed', ({ online }) => online)
    const { channel } = await watcher.call('channels.get', { cid })
    expect(channel.members.find(({ userId }) => userId === other)?.user.online).toBe(true)
    // Repeated, or the user connects: no new event.
    await testChat.http('users.presence', { userId: other, online: true })
    const desktop = await testChat.connect(other)
    desktop.close()
    await testChat.http('users.presence', { userId: other, online: false })
    await watcher.received('user.presence.changed', ({ online }) => !online)
    expect(watcher.frames.filter(({ type }) => type === 'user.presence.changed')).toHaveLength(2)
  })

  it('for presence follow who becomes a member of a watched channel, and no longer who was one', async () => {
    const { me, other } = await createPair(testChat)
    const { id: added } = await testChat.person(`added-${me}`)
    const id = `group-${me}`
    const { cid } = (await testChat.http('channels.create', { id, members: [me, other] })).channel
    const direct = (await testChat.http('channels.create', { members: [other, added] })).channel.cid
    const [watcher, friend] = await Promise.all([testChat.connect(me), testChat.connect(other)])
    await watcher.call('channels.get', { cid, watch: true })
    await friend.call('channels.get', { cid: direct, watch: true })
    await testChat.http('members.add', { cid, userIds: [added] })
    await testChat.http('users.presence', { userId: added, online: true })
    const presence = { type: 'user.presence.changed', userId: added }
    expect(await watcher.received('user.presence.changed')).toMatchObject({ ...presence, online: true })
    await testChat.http('members.remove', { cid, userIds: [added] })
    await testChat.http('users.presence', { userId: added, online: false })
    await friend.received('user.presence.changed', ({ online }) => !online)
    testChat.chat.signal(me, { type: 'resource.updated', resource: { type: 'booking', id: 'bkg_1' } })
    await watcher.received('user.signal')
    expect(watcher.frames).not.toContainEqual(expect.objectContaining({ ...presence, online: false }))
  })

  it("are watched by a connection named over HTTP, if it is the caller's own", async () => {
    const { me, other, cid } = await createPair(testChat)
    const [client, them] = await Promise.all([testChat.connect(me), testChat.connect(other)])
    const { connectionId } = client.hello
    await testChat.http('channels.query', { watch: true, connectionId }, { token: testChat.chat.signToken(me) })
    await them.call('typing.set', { cid, typing: true })
    await client.received('typing.start')
    const stolen = await testChat.httpRefusal('channels.get', { cid, watch: true, connectionId }, { actAs: other })
    expect(stolen).toMatchObject({ code: 46 })
  })

  it('from the app reach every device of one user and nobody else', async () => {
    const { me, other } = await createPair(testChat)
    const [phone, desktop, them] = await Promise.all([
      testChat.connect(me),
      testChat.connect(me),
      testChat.connect(other),
    ])
    const signal = { type: 'resource.updated', resource: { type: 'booking', id: 'bkg_1' } }
    testChat.chat.signal(me, signal)
    for (const client of [phone, desktop])
      expect(await client.received('user.signal')).toEqual({ type: 'user.signal', signal })
    await testChat.http('users.signal', { userId: other, signal: { type: 'thing.changed' } })
    expect(await them.received('user.signal')).toMatchObject({ signal: { type: 'thing.changed' } })
    expect(them.frames).toHaveLength(1)
  })

  it('for a changed name reach watchers, and later messages carry it', async () => {
    const { me, other, cid } = await createPair(testChat)
    const watcher = await testChat.connect(me)
    await watcher.call('channels.get', { cid, watch: true })
    await testChat.http('messages.send', { cid, message: { id: createMessageId(), text: 'Before' } }, { actAs: other })
    await testChat.http('users.upsert', { users: [{ id: other, name: 'New name' }] })
    expect(await watcher.received('user.updated')).toMatchObject({ user: { id: other, name: 'New name' } })
    const sent = await testChat.http(
      'messages.send',
      { cid, message: { id: createMessageId(), text: 'After' } },
      { actAs: other },
    )
    expect(sent.message.user?.name).toBe('New name')
  })
})

describe('a server', () => {
  it('may do what a user token may not', async () => {
    const { id, token } = await testChat.person('plain')
    expect(await testChat.httpRefusal('users.upsert', { users: [{ id }] }, { token })).toMatchObject({ code: 17 })
    const { token: userToken } = await testChat.http('users.token', { userId: 'plain', expiresInSeconds: 60 })
    expect(await testChat.http('unread.get', {}, { token: userToken })).toMatchObject({ totalUnread: 0 })
  })

  it("is refused without the app's key or with an invalid token", async () => {
    expect(await testChat.httpRefusal('unread.get', {}, { headers: { 'x-app-key': 'other' } })).toMatchObject({
      code: 2,
    })
    expect(await testChat.httpRefusal('unread.get', {}, { token: 'nonsense' })).toMatchObject({ code: 3 })
  })
})
