import { createMessageId } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused, secret, startChat, type ChatTown, type TestClient } from '../../../testing/chat.ts'
import { signToken } from '../core/token.ts'

let town: ChatTown
beforeAll(async () => {
  town = await startChat({ rateLimits: false })
})
afterAll(() => town.close())

const closed = (client: TestClient) => new Promise((resolve) => client.socket.once('disconnect', resolve))
const codeOf = async (answer: Promise<unknown>) => {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw new Error('It was not refused')
  return error.failure.code
}
/** A token of one session of the app, issued now. */
const sessionToken = (userId: string, sid: string) =>
  signToken({ user_id: userId, sid, iat: Math.floor(town.clock.now().getTime() / 1000) }, secret)

describe('the app', () => {
  it('ends all tokens of a user: what is open closes, and only a new token gets in', async () => {
    const { id, token } = await town.person('leaving')
    const [phone, desk] = [await town.connect(id), await town.connect(id)]
    const gone = Promise.all([closed(phone), closed(desk)])
    town.clock.advance(2_000)
    await town.http('users.disconnect', { userId: id })
    await gone
    expect(await codeOf(town.connect(id, { token }))).toBe(40)
    expect(await town.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 40 })
    town.clock.advance(1_000)
    expect((await town.connect(id)).hello.me.id).toBe(id)
  })

  it('ends the tokens of one session and leaves the others alone', async () => {
    const { id } = await town.person('two-sessions')
    const [one, two] = [sessionToken(id, 'ses_1'), sessionToken(id, 'ses_2')]
    const [phone, desk] = [await town.connect(id, { token: one }), await town.connect(id, { token: two })]
    const gone = closed(phone)
    await town.http('users.disconnect', { userId: id, sessionId: 'ses_1' })
    await gone
    expect((await desk.call('unread.get', {})).totalUnread).toBe(0)
    expect(await town.httpRefusal('unread.get', {}, { token: one })).toMatchObject({ code: 40 })
  })

  it('lets a user in no longer, and again', async () => {
    const { id, token } = await town.person('sent-away')
    const client = await town.connect(id)
    const gone = closed(client)
    await town.http('users.deactivate', { userId: id })
    await gone
    expect(await codeOf(town.connect(id))).toBe(17)
    expect(await town.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 17 })
    await town.http('users.deactivate', { userId: id, deactivated: false })
    await town.connect(id)
    expect(await town.httpRefusal('users.deactivate', { userId: 'nobody' })).toMatchObject({ code: 16 })
  })

  it('takes a user out: the name goes from everything, the words stay', async () => {
    const { id } = await town.person('mortal', 'Femi Adeyemi')
    const { id: friend } = await town.person('friend')
    await town.http('users.upsert', { users: [{ id, image: '/femi.webp', custom: { phone: '+234803' } }] })
    const { channel } = await town.http('channels.create', { members: [friend] }, { actAs: id })
    const message = { id: createMessageId(), text: 'See you on Monday' }
    await town.http('messages.send', { cid: channel.cid, message }, { actAs: id })
    const watcher = await town.connect(friend)
    await watcher.call('channels.get', { cid: channel.cid, watch: true })
    await town.http('users.delete', { userId: id })
    expect((await watcher.heard('user.updated')).user).toMatchObject({ name: 'Deleted user', image: null, custom: {} })
    const { messages } = await watcher.call('messages.list', { cid: channel.cid })
    expect(messages).toMatchObject([{ text: 'See you on Monday', user: { id, name: 'Deleted user', image: null } }])
    expect(await codeOf(town.connect(id))).toBe(17)
    // A job does it: twice is once.
    await town.http('users.delete', { userId: id })
    expect(await town.httpRefusal('users.delete', { userId: 'nobody' })).toMatchObject({ code: 16 })
  })

  it('takes a channel out with everything in it, in pieces', async () => {
    const { id } = await town.person('keeper')
    const { id: other } = await town.person('other-keeper')
    const { channel } = await town.http('channels.create', { members: [other] }, { actAs: id })
    for (const text of ['one', 'two', 'three'])
      await town.http('messages.send', { cid: channel.cid, message: { id: createMessageId(), text } }, { actAs: id })
    const { messages, next } = await town.http('channels.export', { cid: channel.cid, after: 1 })
    expect([messages.map(({ text }) => text), next]).toEqual([['two', 'three'], null])
    const { token } = await town.person('keeper')
    expect(await town.httpRefusal('channels.export', { cid: channel.cid }, { token })).toMatchObject({ code: 17 })
    expect(await town.httpRefusal('channels.export', { cid: 'messaging:nothing' })).toMatchObject({ code: 16 })
  })

  it('that is suspended serves nobody but its own server', async () => {
    const { id, token } = await town.person('innocent')
    const client = await town.connect(id)
    const gone = closed(client)
    await town.http('app.suspend', { suspended: true })
    await gone
    expect(await codeOf(town.connect(id))).toBe(99)
    expect(await town.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 99, statusCode: 403 })
    await town.http('app.suspend', { suspended: false })
    await town.connect(id)
  })
})
