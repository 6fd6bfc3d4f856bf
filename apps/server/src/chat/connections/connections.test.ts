import { createMessageId } from '@fettle/chat-client'
import { chatSocketPath } from '@fettle/protocol/chat/socket'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appKey, Refused, secret, startChat, type ChatTown } from '../../../testing/chat.ts'
import { signToken } from '../core/token.ts'

let town: ChatTown
beforeAll(async () => {
  town = await startChat()
})
afterAll(() => town.close())

let pairs = 0
async function pair() {
  pairs += 1
  const [me, other] = [(await town.person(`me-${pairs}`)).id, (await town.person(`other-${pairs}`)).id]
  const { channel } = await town.http('channels.create', { members: [other] }, { actAs: me })
  return { me, other, cid: channel.cid }
}

/** The refusal of a handshake. */
async function refusalOf(auth: Record<string, unknown>): Promise<unknown> {
  const socket = io(town.url, {
    path: chatSocketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
  })
  try {
    return await new Promise((resolve, reject) => {
      socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data))
      socket.once('connect', () => reject(new Error('It was let in')))
    })
  } finally {
    socket.close()
  }
}

describe('connecting', () => {
  it('answers first who I am, what is unread and what time it is', async () => {
    const { me } = await pair()
    const { hello, socket } = await town.connect(me)
    expect(hello).toMatchObject({
      connectionId: socket.id,
      me: { id: me, online: true },
      unread: { totalUnread: 0, unreadChannels: 0 },
      serverTime: town.clock.now().toISOString(),
    })
  })

  it('makes a user who was not there before', async () => {
    const id = 'first-timer'
    const { hello } = await town.connect(id)
    expect(hello.me).toMatchObject({ id, role: 'customer' })
  })

  it('works by long polling too, with the same frames', async () => {
    const { me, other, cid } = await pair()
    const [poller, sender] = await Promise.all([town.connect(me, { polling: true }), town.connect(other)])
    await sender.call('messages.send', { cid, message: { id: createMessageId(), text: 'By post' } })
    expect(await poller.heard('message.new')).toMatchObject({ message: { text: 'By post' } })
    expect((await poller.call('messages.list', { cid })).messages).toHaveLength(1)
  })

  it('is refused without the app key, with a bad token, and as somebody else', async () => {
    const user = { id: 'ada' }
    const token = town.chat.signToken('ada')
    const now = town.clock.now().getTime() / 1000
    const signed = (claims: object) => signToken({ user_id: 'ada', ...claims }, secret)
    expect(await refusalOf({ appKey: 'other', token, user })).toMatchObject({ code: 2, statusCode: 401 })
    expect(await refusalOf({ appKey, user })).toMatchObject({ code: 3 })
    expect(await refusalOf({ appKey, token: signed({ exp: now - 1 }), user })).toMatchObject({ code: 40 })
    expect(await refusalOf({ appKey, token: signed({ nbf: now + 60 }), user })).toMatchObject({ code: 41 })
    expect(await refusalOf({ appKey, token: signed({ iat: now + 60 }), user })).toMatchObject({ code: 42 })
    expect(await refusalOf({ appKey, token: signToken({ user_id: 'ada' }, 'x'), user })).toMatchObject({ code: 43 })
    expect(await refusalOf({ appKey, token, user: { id: 'tunde' } })).toMatchObject({ code: 17 })
    expect(await refusalOf({ appKey, token: town.chat.signServerToken(), user })).toMatchObject({ code: 17 })
    expect(await refusalOf({ appKey, token })).toMatchObject({ code: 4 })
  })

  it('is refused to a twenty-first client of the same user', async () => {
    const { me } = await pair()
    await Promise.all(Array.from({ length: 20 }, () => town.connect(me)))
    await expect(town.connect(me)).rejects.toThrow(Refused)
    expect(await refusalOf({ appKey, token: town.chat.signToken(me), user: { id: me } })).toMatchObject({
      code: 71,
      retryable: true,
    })
  })
})

describe('an open socket', () => {
  it('is refused calls once its token has expired', async () => {
    const { me, cid } = await pair()
    const expiresAt = new Date(town.clock.now().getTime() + 60_000)
    const client = await town.connect(me, { token: town.chat.signToken(me, { expiresAt }) })
    await client.call('channels.get', { cid })
    town.clock.advance(61_000)
    expect(await client.refusal('channels.get', { cid })).toMatchObject({ code: 40 })
  })

  it('answers nonsense with a refusal and lives on', async () => {
    const { me, cid } = await pair()
    const client = await town.connect(me)
    const odd = client.call as unknown as (name: unknown, input: unknown) => Promise<unknown>
    await expect(odd('no.such.call', {})).rejects.toMatchObject({ failure: { code: 16 } })
    await expect(odd(7, {})).rejects.toMatchObject({ failure: { code: 4 } })
    await expect(odd('channels.get', null)).rejects.toMatchObject({ failure: { code: 4 } })
    await expect(odd('messages.send', { cid, message: [] })).rejects.toMatchObject({ failure: { code: 4 } })
    await expect(odd('users.upsert', { users: [{ id: 'x' }] })).rejects.toMatchObject({ failure: { code: 17 } })
    client.socket.emit('call', 'channels.get', { cid })
    client.socket.emit('something else', {})
    expect((await client.call('channels.get', { cid })).channel.cid).toBe(cid)
  })

  it('is closed by a packet that is far too large, which harms nobody else', async () => {
    const { me, other, cid } = await pair()
    const [client, them] = await Promise.all([town.connect(me), town.connect(other)])
    const gone = new Promise((resolve) => client.socket.once('disconnect', resolve))
    client.socket.emit('call', 'messages.send', { cid, message: { id: createMessageId(), text: 'x'.repeat(200_000) } })
    await gone
    expect((await them.call('channels.get', { cid })).channel.lastSeq).toBe(0)
  })

  it('is told to wait when it calls too often', async () => {
    const { me, cid } = await pair()
    const client = await town.connect(me)
    const refusals = await Promise.all(
      Array.from({ length: 40 }, () =>
        client.call('typing.set', { cid, typing: true }).catch((error: Refused) => error.failure),
      ),
    )
    expect(refusals).toContainEqual(expect.objectContaining({ code: 9, retryable: true, details: { retryAfter: 1 } }))
    town.clock.advance(60_000)
    await client.call('typing.set', { cid, typing: true })
  })
})

describe('signals', () => {
  it('of typing reach those who watch, not the writer, and nobody else', async () => {
    const { me, other, cid } = await pair()
    const [writer, desk, idle] = await Promise.all([town.connect(me), town.connect(other), town.connect(other)])
    await Promise.all([writer, desk].map((client) => client.call('channels.get', { cid, watch: true })))
    await writer.call('typing.set', { cid, typing: true })
    expect(await desk.heard('typing.start')).toEqual({ type: 'typing.start', cid, userId: me })
    await writer.call('typing.set', { cid, typing: false })
    await desk.heard('typing.stop')
    expect(writer.frames).toEqual([])
    expect(idle.frames).toEqual([])
    await desk.call('channels.unwatch', { cid })
    await writer.call('typing.set', { cid, typing: true })
    await writer.call('messages.send', { cid, message: { id: createMessageId(), text: 'Done' } })
    await desk.heard('message.new')
    expect(desk.frames.filter(({ type }) => type === 'typing.start')).toHaveLength(1)
  })

  it('of presence say when the first device comes and the last one goes', async () => {
    const { me, other, cid } = await pair()
    const watcher = await town.connect(me)
    const before = await watcher.call('channels.get', { cid, watch: true })
    expect(before.channel.members.find(({ userId }) => userId === other)?.user.online).toBe(false)
    const [phone, desk] = [await town.connect(other), await town.connect(other)]
    await watcher.heard('user.presence.changed', ({ online }) => online)
    phone.close()
    desk.close()
    await watcher.heard('user.presence.changed', ({ online }) => !online)
    expect(watcher.frames.filter(({ type }) => type === 'user.presence.changed')).toHaveLength(2)
  })

  it('of presence go by the word of who speaks for somebody too', async () => {
    const { me, other, cid } = await pair()
    const watcher = await town.connect(me)
    await watcher.call('channels.get', { cid, watch: true })
    await town.http('users.presence', { userId: other, online: true })
    await watcher.heard('user.presence.changed', ({ online }) => online)
    const { channel } = await watcher.call('channels.get', { cid })
    expect(channel.members.find(({ userId }) => userId === other)?.user.online).toBe(true)
    // Said again, or there themselves for a while: nothing new.
    await town.http('users.presence', { userId: other, online: true })
    const desk = await town.connect(other)
    desk.close()
    await town.http('users.presence', { userId: other, online: false })
    await watcher.heard('user.presence.changed', ({ online }) => !online)
    expect(watcher.frames.filter(({ type }) => type === 'user.presence.changed')).toHaveLength(2)
  })

  it('watch for a connection that is named over HTTP, if it is one’s own', async () => {
    const { me, other, cid } = await pair()
    const [client, them] = await Promise.all([town.connect(me), town.connect(other)])
    const { connectionId } = client.hello
    await town.http('channels.query', { watch: true, connectionId }, { token: town.chat.signToken(me) })
    await them.call('typing.set', { cid, typing: true })
    await client.heard('typing.start')
    const stolen = await town.httpRefusal('channels.get', { cid, watch: true, connectionId }, { actAs: other })
    expect(stolen).toMatchObject({ code: 46 })
  })

  it('of the app reach every device of one user, and only that user', async () => {
    const { me, other } = await pair()
    const [phone, desk, them] = await Promise.all([town.connect(me), town.connect(me), town.connect(other)])
    const signal = { type: 'resource.updated', resource: { type: 'booking', id: 'bkg_1' } }
    town.chat.signal(me, signal)
    for (const client of [phone, desk])
      expect(await client.heard('user.signal')).toEqual({ type: 'user.signal', signal })
    await town.http('users.signal', { userId: other, signal: { type: 'thing.changed' } })
    expect(await them.heard('user.signal')).toMatchObject({ signal: { type: 'thing.changed' } })
    expect(them.frames).toHaveLength(1)
  })

  it('of a new name reach those who watch, and messages carry it from then on', async () => {
    const { me, other, cid } = await pair()
    const watcher = await town.connect(me)
    await watcher.call('channels.get', { cid, watch: true })
    await town.http('messages.send', { cid, message: { id: createMessageId(), text: 'Before' } }, { actAs: other })
    await town.http('users.upsert', { users: [{ id: other, name: 'New name' }] })
    expect(await watcher.heard('user.updated')).toMatchObject({ user: { id: other, name: 'New name' } })
    const sent = await town.http(
      'messages.send',
      { cid, message: { id: createMessageId(), text: 'After' } },
      { actAs: other },
    )
    expect(sent.message.user?.name).toBe('New name')
  })
})

describe('a server', () => {
  it('may do what a user token may not', async () => {
    const { id, token } = await town.person('plain')
    expect(await town.httpRefusal('users.upsert', { users: [{ id }] }, { token })).toMatchObject({ code: 17 })
    const { token: made } = await town.http('users.token', { userId: 'plain', expiresInSeconds: 60 })
    expect(await town.http('unread.get', {}, { token: made })).toMatchObject({ totalUnread: 0 })
  })

  it('is refused without the key of the app or with a token that is none', async () => {
    expect(await town.httpRefusal('unread.get', {}, { headers: { 'x-app-key': 'other' } })).toMatchObject({ code: 2 })
    expect(await town.httpRefusal('unread.get', {}, { token: 'nonsense' })).toMatchObject({ code: 3 })
  })
})
