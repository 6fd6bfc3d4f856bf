import { createMessageId } from '@fettle/chat-client'
import type { ChatCallResult } from '@fettle/protocol/chat/operations'
import { describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'

const testChat = setUpTestChat({ rateLimits: false })

let people = 0
const newcomer = async () => (await testChat.person(`person-${(people += 1)}`)).id
const send = (cid: string, actAs: string, text = 'Hello') =>
  testChat.http('messages.send', { cid, message: { id: createMessageId(), text } }, { actAs })

describe('a direct channel', () => {
  it('exists once, however many requests create it concurrently', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? testChat.http('channels.create', { members: [other] }, { actAs: one })
          : testChat.http('channels.create', { members: [one] }, { actAs: other }),
      ),
    )
    expect(new Set(answers.map(({ channel }) => channel.cid)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const [first] = answers
    expect(first?.channel.id).not.toContain(':')
    expect(first?.channel.members.map(({ userId }) => userId).sort()).toEqual([one, other].sort())
  })

  it('is announced to the other member', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const client = await testChat.connect(other)
    const { channel } = await testChat.http('channels.create', { members: [other] }, { actAs: one })
    expect(await client.received('notification.added_to_channel')).toMatchObject({ cid: channel.cid })
  })

  it('needs two existing users', async () => {
    const one = await newcomer()
    const withNobody = await testChat.httpRefusal('channels.create', { members: ['nobody-at-all'] }, { actAs: one })
    expect(withNobody).toMatchObject({ code: 16, details: { users: ['nobody-at-all'] } })
    expect(await testChat.httpRefusal('channels.create', { members: [one] }, { actAs: one })).toMatchObject({ code: 4 })
  })
})

describe('a channel', () => {
  it('with a given id is not created twice', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const input = { id: `job-${createMessageId()}`, members: [one, other], name: 'The kitchen' }
    const first = await testChat.http('channels.create', input)
    expect(first).toMatchObject({ created: true, membership: null, channel: { name: 'The kitchen', createdBy: null } })
    expect(await testChat.http('channels.create', input, { actAs: other })).toMatchObject({ created: false })
    const stranger = await newcomer()
    expect(await testChat.httpRefusal('channels.create', input, { actAs: stranger })).toMatchObject({ code: 16 })
  })

  it('cannot have a colon in its id', async () => {
    const refusal = await testChat.httpRefusal('channels.create', { id: 'a:b', members: ['x', 'y'] })
    expect(refusal).toMatchObject({ code: 4, message: 'A chat channel id cannot contain a colon.' })
  })

  it('is not visible to users who are not members', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const { channel } = await testChat.http('channels.create', { members: [other] }, { actAs: one })
    const stranger = { actAs: await newcomer() }
    const { cid } = channel
    const refusals = await Promise.all([
      testChat.httpRefusal('channels.get', { cid }, stranger),
      testChat.httpRefusal('channels.events', { cid, after: 0 }, stranger),
      testChat.httpRefusal('channels.read', { cid }, stranger),
      testChat.httpRefusal('channels.delivered', { cid, seq: 1 }, stranger),
      testChat.httpRefusal('typing.set', { cid, typing: true }, stranger),
    ])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 16, message: 'This conversation does not exist.' })
  })
})

describe('the list of channels', () => {
  it('is sorted by newest message and continues from a cursor', async () => {
    const me = await newcomer()
    const cids: string[] = []
    for (let n = 0; n < 25; n += 1) {
      const { channel } = await testChat.http('channels.create', { members: [await newcomer()] }, { actAs: me })
      cids.push(channel.cid)
    }
    // Some within a minute, others minutes apart: the order is exact either way.
    for (const [n, cid] of cids.entries()) {
      testChat.clock.advance(n % 5 === 0 ? 61_000 : 1)
      await send(cid, me, `${n}`)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: ChatCallResult<'channels.query'> = await testChat.http(
        'channels.query',
        { limit: 10, cursor },
        { actAs: me },
      )
      seen.push(...page.channels.map(({ channel }) => channel.cid))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(cids.toReversed())
    await send(cids[3] ?? '', me)
    // Ten without a limit.
    const { channels, nextCursor } = await testChat.http('channels.query', {}, { actAs: me })
    expect([channels[0]?.channel.cid, channels.length, typeof nextCursor]).toEqual([cids[3], 10, 'string'])
  })

  it('includes the unread count and last message of each channel', async () => {
    const [me, other] = [await newcomer(), await newcomer()]
    const { channel } = await testChat.http('channels.create', { members: [other] }, { actAs: me })
    for (const text of ['One', 'Two', 'Three']) await send(channel.cid, other, text)
    const { channels } = await testChat.http('channels.query', { messageLimit: 2 }, { actAs: me })
    expect(channels).toMatchObject([
      { membership: { reading: { unreadCount: 3 } }, messages: [{ text: 'Two' }, { text: 'Three' }], hasOlder: true },
    ])
    const bare = await testChat.http('channels.query', { state: false, filter: { unread: true } }, { actAs: me })
    expect(bare.channels).toMatchObject([{ channel: { lastSeq: 3 }, messages: [], hasOlder: true }])
    expect((await testChat.http('channels.query', { filter: { unread: false } }, { actAs: me })).channels).toEqual([])
  })

  it('finds channels by members, including the caller', async () => {
    const [me, one, other] = [await newcomer(), await newcomer(), await newcomer()]
    for (const id of [one, other]) await testChat.http('channels.create', { members: [id] }, { actAs: me })
    const found = await testChat.http('channels.query', { filter: { members: [me, one] } }, { actAs: me })
    expect(found.channels).toHaveLength(1)
    const refusal = await testChat.httpRefusal('channels.query', { filter: { members: [one, other] } }, { actAs: me })
    expect(refusal).toMatchObject({ code: 70, statusCode: 403 })
  })

  it('refuses an unknown cursor and too large a page', async () => {
    const caller = { actAs: await newcomer() }
    expect(await testChat.httpRefusal('channels.query', { cursor: 'e30' }, caller)).toMatchObject({ code: 4 })
    expect(await testChat.httpRefusal('channels.query', { limit: 31 }, caller)).toMatchObject({ code: 4 })
    expect(await testChat.httpRefusal('channels.query', {})).toMatchObject({
      code: 4,
      details: { header: 'X-Chat-User' },
    })
  })
})
