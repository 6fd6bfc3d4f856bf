import { createMessageId } from '@fettle/chat-client'
import { chatOperations } from '@fettle/protocol/chat/operations'
import type { ChatOperation } from '@fettle/protocol/chat/core/operation'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, startTestChat, type TestChat, type TestClient } from '../../../testing/app/test-chat.ts'
import { putPart } from '../../../testing/fixtures/chat-scenario.ts'

const testChat = setUpTestChat({ rateLimits: false })
/** A second process of the same chat. */
let other: TestChat
beforeAll(async () => {
  other = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false })
})
afterAll(() => other.stop())

let count = 0
async function pair() {
  count += 1
  const [me, friend] = [await testChat.person(`me-${count}`, 'Ada'), await testChat.person(`friend-${count}`)]
  const { channel } = await testChat.http('channels.create', { members: [friend.id] }, { actAs: me.id })
  return { me, friend, cid: channel.cid }
}
const inHours = (hours: number) => new Date(testChat.clock.now().getTime() + hours * HOUR_MS).toISOString()
const suspend = (userId: string, until: string | null) => testChat.http('users.suspend', { userId, until })
const hello = () => ({ id: createMessageId(), text: 'Hello' })
const refusal = { code: 17, statusCode: 403, message: 'Your account is suspended. You can read, but not write.' }

/** Whether a call passes the suspension check, which precedes input validation. */
async function isAllowed(client: TestClient, name: string): Promise<boolean> {
  const answer = await client.answer(name, {})
  return 'ok' in answer || answer.error.message !== refusal.message
}

describe('a suspended user', () => {
  it('cannot write from that moment on, on open sockets and over HTTP, in every process', async () => {
    const { me, cid } = await pair()
    const [firstClient, secondClient] = [await testChat.connect(me.id), await other.connect(me.id)]
    for (const client of [firstClient, secondClient]) await client.call('messages.send', { cid, message: hello() })
    await suspend(me.id, inHours(1))
    const refused = { ...refusal, details: { suspendedUntil: inHours(1) } }
    for (const client of [firstClient, secondClient]) {
      expect(await client.refusal('messages.send', { cid, message: hello() })).toMatchObject(refused)
      expect(await client.refusal('channels.create', { members: ['somebody'] })).toMatchObject(refused)
    }
    for (const chat of [testChat, other])
      expect(await chat.httpRefusal('messages.send', { cid, message: hello() }, { token: me.token })).toMatchObject(
        refused,
      )
    // A new connection is restricted too.
    const late = await other.connect(me.id, { polling: true })
    expect(await late.refusal('messages.send', { cid, message: hello() })).toMatchObject(refused)
  })

  it('can read and receive messages of others', async () => {
    const { me, friend, cid } = await pair()
    const client = await testChat.connect(me.id)
    await suspend(me.id, inHours(1))
    await testChat.http('messages.send', { cid, message: hello() }, { actAs: friend.id })
    await client.received('message.new')
    expect((await client.call('channels.query', {})).channels).toHaveLength(1)
    expect((await client.call('messages.list', { cid })).messages).toHaveLength(1)
    expect((await client.call('channels.read', { cid })).reading).toMatchObject({ unreadCount: 0 })
  })

  it('is refused every write that is not declared as allowed, and no other call', async () => {
    const { me } = await pair()
    const client = await testChat.connect(me.id)
    await suspend(me.id, inHours(1))
    const calls: readonly ChatOperation[] = chatOperations.filter(({ by }) => by === 'user')
    const allowed: string[] = []
    for (const { name, method } of calls) if (method !== 'GET' && (await isAllowed(client, name))) allowed.push(name)
    expect(allowed).toEqual(calls.filter(({ whileSuspended }) => whileSuspended).map(({ name }) => name))
    expect(allowed).not.toEqual(expect.arrayContaining(['messages.send']))
    for (const { name, method } of calls)
      if (method === 'GET') expect([name, await isAllowed(client, name)]).toEqual([name, true])
    const part = await putPart(testChat, 'upl_1', Buffer.from('x'), { token: me.token })
    expect(part.body).toMatchObject(refusal)
  })

  it('does not send messages scheduled for that time', async () => {
    const { me, cid } = await pair()
    const client = await testChat.connect(me.id)
    const message = hello()
    await client.call('scheduled.create', { cid, message, sendAt: inHours(1) })
    await suspend(me.id, inHours(3))
    testChat.clock.advance(2 * HOUR_MS)
    await testChat.jobs.runDue()
    const { scheduled } = await client.received('scheduled.changed', (frame) => frame.scheduled.state === 'failed')
    expect(scheduled).toMatchObject({ state: 'failed', problem: refusal.message })
    expect((await client.call('messages.list', { cid })).messages).toEqual([])
  })

  it('cannot change the displayed name by connecting', async () => {
    const { me, friend } = await pair()
    await suspend(me.id, inHours(1))
    const client = await testChat.connect(me.id, { name: 'Fettle Support' })
    expect(client.hello.me.name).toBe('Ada')
    const [channel] = (await testChat.http('channels.query', {}, { actAs: friend.id })).channels
    expect(channel?.channel.members.find(({ userId }) => userId === me.id)?.user.name).toBe('Ada')
  })

  it('can write again on the same socket once reinstated or expired', async () => {
    const { me, cid } = await pair()
    const clients = [await testChat.connect(me.id), await other.connect(me.id)]
    await suspend(me.id, inHours(5))
    for (const client of clients)
      expect(await client.refusal('messages.send', { cid, message: hello() })).toMatchObject(refusal)
    await suspend(me.id, null)
    for (const client of clients) await client.call('messages.send', { cid, message: hello() })
    await suspend(me.id, inHours(1))
    for (const client of clients)
      expect(await client.refusal('messages.send', { cid, message: hello() })).toMatchObject(refusal)
    testChat.clock.advance(HOUR_MS)
    for (const client of clients) await client.call('messages.send', { cid, message: hello() })
  })

  it('can be written for by the app, which alone suspends', async () => {
    const { me, cid } = await pair()
    await suspend(me.id, inHours(1))
    await testChat.http('messages.send', { cid, message: hello() }, { actAs: me.id })
    const until = { userId: me.id, until: null }
    expect(await testChat.httpRefusal('users.suspend', until, { token: me.token })).toMatchObject({ code: 17 })
    expect(await testChat.httpRefusal('users.suspend', { ...until, userId: 'nobody' })).toMatchObject({ code: 16 })
  })
})
