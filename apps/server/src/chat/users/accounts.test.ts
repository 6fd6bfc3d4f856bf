import { createMessageId } from '@fettle/chat-client'
import { describe, expect, it, vi } from 'vitest'
import { ChatCallError, secret, setUpTestChat, type TestClient } from '../../../testing/app/test-chat.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { sql } from '../../platform/db/db.ts'
import { signToken } from '../core/token.ts'

const testChat = setUpTestChat({ rateLimits: false })

const closed = (client: TestClient) => client.closed
const codeOf = async (answer: Promise<unknown>) => {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChatCallError)) throw new Error('It was not refused')
  return error.failure.code
}
/** A token bound to a session of the app. */
const sessionToken = (userId: string, sid: string) =>
  signToken({ user_id: userId, sid, iat: Math.floor(testChat.clock.now().getTime() / 1000) }, secret)

describe('a connecting client', () => {
  it('introduces a new user, and cannot change the name and picture afterwards', async () => {
    expect((await testChat.connect('newcomer', { name: 'Femi' })).hello.me).toMatchObject({ name: 'Femi', image: null })
    const image = 'https://elsewhere.example/pixel.gif'
    expect((await testChat.connect('newcomer', { name: 'Fettle Support', image })).hello.me).toMatchObject({
      name: 'Femi',
      image: null,
    })
    await testChat.http('users.upsert', { users: [{ id: 'newcomer', name: 'Femi Adeyemi', image: '/femi.webp' }] })
    const { me } = (await testChat.connect('newcomer', { name: 'Fettle Support', image })).hello
    expect(me).toMatchObject({ name: 'Femi Adeyemi', image: '/femi.webp' })
  })

  it('introduces itself later if it came without a name', async () => {
    expect((await testChat.connect('shy')).hello.me.name).toBe('')
    expect((await testChat.connect('shy', { name: 'Bola' })).hello.me.name).toBe('Bola')
  })
})

describe('the app', () => {
  it('revokes all tokens of a user: open sockets close, and only a new token is accepted', async () => {
    const { id, token } = await testChat.person('leaving')
    const [phone, desktop] = [await testChat.connect(id), await testChat.connect(id)]
    const gone = Promise.all([closed(phone), closed(desktop)])
    testChat.clock.advance(2_000)
    await testChat.http('users.disconnect', { userId: id })
    await gone
    expect(await codeOf(testChat.connect(id, { token }))).toBe(40)
    expect(await testChat.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 40 })
    testChat.clock.advance(1_000)
    expect((await testChat.connect(id)).hello.me.id).toBe(id)
  })

  it('revokes the tokens of one session only', async () => {
    const { id } = await testChat.person('two-sessions')
    const [one, two] = [sessionToken(id, 'ses_1'), sessionToken(id, 'ses_2')]
    const [phone, desktop] = [await testChat.connect(id, { token: one }), await testChat.connect(id, { token: two })]
    const gone = closed(phone)
    await testChat.http('users.disconnect', { userId: id, sessionId: 'ses_1' })
    await gone
    expect((await desktop.call('unread.get', {})).totalUnread).toBe(0)
    expect(await testChat.httpRefusal('unread.get', {}, { token: one })).toMatchObject({ code: 40 })
  })

  it('revokes the tokens of a session that is just connecting', async () => {
    const { id } = await testChat.person('still-connecting', '')
    const { connecting } = await testChat.db.transaction(async (tx) => {
      await tx.execute(sql`select from chat.users where id = ${id} for no key update`)
      const refused = codeOf(testChat.connect(id, { name: 'Bola', token: sessionToken(id, 'ses_1') }))
      await waitForLocks(testChat)
      await testChat.http('users.disconnect', { userId: id, sessionId: 'ses_1' })
      return { connecting: refused }
    })
    expect(await connecting).toBe(40)
  })

  it('closes every connection of a user that cannot be checked again', async () => {
    const { id } = await testChat.person('unchecked')
    const [phone, desktop] = [await testChat.connect(id), await testChat.connect(id)]
    const failing = vi.spyOn(testChat.db, 'query').mockRejectedValue(new Error('no connection'))
    testChat.bus.publish('chat.access', id)
    await Promise.all([closed(phone), closed(desktop)])
    failing.mockRestore()
    expect((await testChat.connect(id)).hello.me.id).toBe(id)
  })

  it('bans a user and lifts the ban', async () => {
    const { id, token } = await testChat.person('sent-away')
    const client = await testChat.connect(id)
    const gone = closed(client)
    await testChat.http('users.deactivate', { userId: id })
    await gone
    expect(await codeOf(testChat.connect(id))).toBe(17)
    expect(await testChat.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 17 })
    await testChat.http('users.deactivate', { userId: id, deactivated: false })
    await testChat.connect(id)
    expect(await testChat.httpRefusal('users.deactivate', { userId: 'nobody' })).toMatchObject({ code: 16 })
  })

  it('deletes a user: the name is removed everywhere, the texts stay', async () => {
    const { id } = await testChat.person('mortal', 'Femi Adeyemi')
    const { id: friend } = await testChat.person('friend')
    await testChat.http('users.upsert', { users: [{ id, image: '/femi.webp', custom: { phone: '+234803' } }] })
    const { channel } = await testChat.http('channels.create', { members: [friend] }, { actAs: id })
    const message = { id: createMessageId(), text: 'See you on Monday' }
    await testChat.http('messages.send', { cid: channel.cid, message }, { actAs: id })
    const watcher = await testChat.connect(friend)
    await watcher.call('channels.get', { cid: channel.cid, watch: true })
    await testChat.http('users.delete', { userId: id })
    expect((await watcher.received('user.updated')).user).toMatchObject({
      name: 'Deleted user',
      image: null,
      custom: {},
    })
    const { messages } = await watcher.call('messages.list', { cid: channel.cid })
    expect(messages).toMatchObject([{ text: 'See you on Monday', user: { id, name: 'Deleted user', image: null } }])
    expect(await codeOf(testChat.connect(id))).toBe(17)
    // Deletion runs in a job and is idempotent.
    await testChat.http('users.delete', { userId: id })
    expect(await testChat.httpRefusal('users.delete', { userId: 'nobody' })).toMatchObject({ code: 16 })
  })

  it('deletes a user: live locations end at once for everybody who sees them', async () => {
    const { id } = await testChat.person('wanderer')
    const { id: friend } = await testChat.person('watcher')
    const { channel } = await testChat.http('channels.create', { members: [friend] }, { actAs: id })
    const where = { cid: channel.cid, messageId: createMessageId(), latitude: 6.4, longitude: 3.4, deviceId: 'phone' }
    await testChat.http('location.share', { ...where, liveFor: 600_000 }, { actAs: id })
    const watcher = await testChat.connect(friend)
    await testChat.http('users.delete', { userId: id })
    const { shares } = await watcher.call('location.list', { cid: channel.cid, messageIds: [where.messageId] })
    expect(shares).toMatchObject([{ endedAt: testChat.clock.now().toISOString() }])
    expect(await watcher.received('location.changed')).toMatchObject({ cid: channel.cid, share: shares[0] })
  })

  it('deletes a channel with everything in it, in batches', async () => {
    const { id } = await testChat.person('keeper')
    const { id: other } = await testChat.person('other-keeper')
    const { channel } = await testChat.http('channels.create', { members: [other] }, { actAs: id })
    for (const text of ['one', 'two', 'three'])
      await testChat.http(
        'messages.send',
        { cid: channel.cid, message: { id: createMessageId(), text } },
        { actAs: id },
      )
    const { messages, next } = await testChat.http('channels.export', { cid: channel.cid, after: 1 })
    expect([messages.map(({ text }) => text), next]).toEqual([['two', 'three'], null])
    const { token } = await testChat.person('keeper')
    expect(await testChat.httpRefusal('channels.export', { cid: channel.cid }, { token })).toMatchObject({ code: 17 })
    expect(await testChat.httpRefusal('channels.export', { cid: 'messaging:nothing' })).toMatchObject({ code: 16 })
  })

  it('that is suspended serves only its own server', async () => {
    const { id, token } = await testChat.person('innocent')
    const client = await testChat.connect(id)
    const gone = closed(client)
    await testChat.http('app.suspend', { suspended: true })
    await gone
    expect(await codeOf(testChat.connect(id))).toBe(99)
    expect(await testChat.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 99, statusCode: 403 })
    await testChat.http('app.suspend', { suspended: false })
    await testChat.connect(id)
  })
})
