import { createChatClient, createMessageId, socketTransport } from '@fettle/chat-client'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appKey, setUpTestChat, startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { sql } from '../../platform/db/db.ts'
import { directId } from './channels.rules.ts'

const testChat = setUpTestChat({ rateLimits: false })
/** The chat with user-created groups enabled. */
let open: TestChat
beforeAll(async () => {
  open = await startTestChat({
    sharesDatabaseWith: testChat,
    bus: testChat.bus,
    rateLimits: false,
    options: { userGroups: true },
  })
})
afterAll(() => open.stop())

let count = 0
type Person = Awaited<ReturnType<TestChat['person']>>
const newcomer = () => testChat.person(`stranger-${(count += 1)}`)
const two = (): Promise<[Person, Person]> => Promise.all([newcomer(), newcomer()])
const three = (): Promise<[Person, Person, Person]> => Promise.all([newcomer(), newcomer(), newcomer()])
const link = (one: string, other: string) => testChat.http('channels.create', { members: [other] }, { actAs: one })
const message = (text: string) => ({ id: createMessageId(), text })
const nobody = { code: 16, message: 'This user does not exist.' }

describe('a user who is not linked to another', () => {
  it('cannot open a channel with them, over HTTP or socket, and learns nothing about them', async () => {
    const [me, stranger] = await two()
    const client = await testChat.connect(me.id)
    const input = { members: [stranger.id] }
    const refused = await testChat.httpRefusal('channels.create', input, { token: me.token })
    expect(refused).toMatchObject({ ...nobody, details: { users: [stranger.id] } })
    expect(await client.refusal('channels.create', input)).toMatchObject(nobody)
    // An unknown user gets the same error.
    expect(await client.refusal('channels.create', { members: ['not-there'] })).toMatchObject(nobody)
    expect((await testChat.http('channels.query', {}, { actAs: stranger.id })).channels).toEqual([])
  })

  it('cannot add them to a group', async () => {
    const [me, friend, stranger] = await three()
    await link(me.id, friend.id)
    const client = await testChat.connect(me.id)
    const group = { id: `support-${createMessageId()}`, name: 'Fettle Support', members: [stranger.id] }
    expect(await client.refusal('channels.create', group)).toMatchObject({
      code: 17,
      message: 'Only the app can create groups.',
    })
    // A group created by the app and owned by this user.
    const { channel } = await testChat.http(
      'channels.create',
      { id: `team-${count}`, members: [friend.id] },
      { actAs: me.id },
    )
    const adding = { cid: channel.cid, userIds: [stranger.id] }
    expect(await client.refusal('members.add', adding)).toMatchObject({ code: 17 })
    // Even with user-created groups, unlinked users cannot be added.
    expect(await open.httpRefusal('channels.create', group, { token: me.token })).toMatchObject(nobody)
    expect(await open.httpRefusal('members.add', adding, { token: me.token })).toMatchObject(nobody)
    expect((await testChat.http('channels.query', {}, { actAs: stranger.id })).channels).toEqual([])
  })

  it('cannot get around this with another channel type', async () => {
    const [me, friend] = await two()
    const { channel } = await link(me.id, friend.id)
    await testChat.http('channels.block', { cid: channel.cid, blocked: true }, { actAs: friend.id })
    const otherType = { type: 'other', members: [friend.id] }
    expect(await testChat.httpRefusal('channels.create', otherType, { token: me.token })).toMatchObject({ code: 17 })
    const group = { id: `again-${count}`, members: [friend.id] }
    expect(await open.httpRefusal('channels.create', group, { token: me.token })).toMatchObject(nobody)
  })
})

describe('the direct channel of two people', () => {
  it('cannot be created by a third user in advance', async () => {
    const [mallory, victim, customer] = await three()
    // Mallory knows both: as a provider, and as somebody who shares a customer.
    await link(mallory.id, victim.id)
    await link(mallory.id, customer.id)
    const client = await open.connect(mallory.id)
    const id = directId(victim.id, customer.id)
    const attempts: ChatCallInput<'channels.create'>[] = [
      { id, members: [victim.id, customer.id] },
      { id, members: [mallory.id] },
      { type: 'messaging', id: directId(mallory.id, victim.id), members: [victim.id] },
    ]
    for (const attempt of attempts)
      for (const refusal of [
        await client.refusal('channels.create', attempt),
        await open.httpRefusal('channels.create', attempt, { token: mallory.token }),
        await open.httpRefusal('channels.create', attempt),
      ])
        expect(refusal).toMatchObject({
          code: 4,
          message: 'The id of a direct channel is made by the service: leave it out.',
        })
    const { channel, created } = await link(victim.id, customer.id)
    expect([channel.id, created]).toEqual([id, true])
    await testChat.http(
      'messages.send',
      { cid: channel.cid, message: message('The gate code is 4711') },
      { actAs: customer.id },
    )
    expect(await client.refusal('messages.list', { cid: channel.cid })).toMatchObject({ code: 16 })
    expect(await client.refusal('messages.send', { cid: channel.cid, message: message('Pay here') })).toMatchObject({
      code: 16,
    })
    expect(client.frames.filter((frame) => 'cid' in frame && frame.cid === channel.cid)).toEqual([])
  })

  it('is refused while another user is a member of it', async () => {
    const [mallory, victim, customer] = await three()
    const { channel } = await link(victim.id, customer.id)
    // No call creates this; an attack on an older version could have left it.
    await testChat.db.execute(sql`
      insert into chat.members (cid, user_id, role, joined_at, sort_minute)
      values (${channel.cid}, ${mallory.id}, 'owner', now(), 0)`)
    const refusal = { code: 17, message: 'This direct conversation does not have its two members.' }
    expect(
      await testChat.httpRefusal('channels.create', { members: [customer.id] }, { actAs: victim.id }),
    ).toMatchObject(refusal)
    expect(await testChat.httpRefusal('channels.create', { members: [victim.id, customer.id] })).toMatchObject(refusal)
  })

  it('cannot be named, pictured or described by its members', async () => {
    const [me, other] = await two()
    const { channel } = await link(me.id, other.id)
    const { cid } = channel
    const client = await testChat.connect(me.id)
    const refusal = { code: 17, message: 'Only the app can change a direct conversation.' }
    for (const change of [{ name: 'Fettle Support' }, { image: 'https://evil.example/a.png' }, { custom: { a: 1 } }])
      expect(await client.refusal('channels.update', { cid, ...change })).toMatchObject(refusal)
    expect((await client.call('channels.get', { cid })).channel).toMatchObject({ name: null, image: null, custom: {} })
    const named = await testChat.http('channels.update', { cid, name: 'The roof' })
    expect(named.channel.name).toBe('The roof')
  })
})

describe('users the app has linked', () => {
  it('can open their direct channel, as the client does', async () => {
    const [me, other, third] = await three()
    const group = { id: `crew-${count}`, members: [me.id, other.id, third.id] }
    await testChat.http('channels.create', group)
    const client = createChatClient({ transport: socketTransport(testChat.url) })
    await client.connect({ appKey, user: { id: me.id }, token: () => me.token })
    expect(await client.openDirect(other.id)).toBe(`messaging:${directId(me.id, other.id)}`)
    client.disconnect()
    const named = { members: [third.id], name: 'Fettle Support' }
    expect(await testChat.httpRefusal('channels.create', named, { token: me.token })).toMatchObject({
      code: 17,
      message: 'Only the app can change a direct conversation.',
    })
  })

  it('do not become linked by a channel they opened themselves', async () => {
    const [me, friend, stranger] = await three()
    await link(me.id, friend.id)
    await link(friend.id, stranger.id)
    const group = { id: `meet-${count}`, members: [me.id, stranger.id] }
    await open.http('channels.create', group, { token: friend.token })
    expect(await open.httpRefusal('channels.create', { members: [stranger.id] }, { token: me.token })).toMatchObject(
      nobody,
    )
  })

  it('can create groups and add members where the installation allows it', async () => {
    const [me, friend, other] = await three()
    await link(me.id, friend.id)
    await link(me.id, other.id)
    const input = { id: `ours-${count}`, members: [friend.id], name: 'The roof' }
    const { channel, created } = await open.http('channels.create', input, { token: me.token })
    expect([created, channel.name]).toEqual([true, 'The roof'])
    const adding = { cid: channel.cid, userIds: [other.id] }
    expect((await open.http('members.add', adding, { token: me.token })).channel.members).toHaveLength(3)
    expect(await testChat.http('channels.create', input, { token: friend.token })).toMatchObject({ created: false })
  })
})
