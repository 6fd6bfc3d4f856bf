import { createMessageId } from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'

const testChat = setUpTestChat({ rateLimits: false })
beforeAll(async () => {
  for (const id of ['ada', 'tunde', 'bola', 'mallory']) await testChat.person(id)
})

let channels = 0
async function newChannel() {
  channels += 1
  const members = ['ada', 'tunde', 'bola']
  const { channel } = await testChat.http('channels.create', { id: `threads-${channels}`, members }, { actAs: 'ada' })
  return channel.cid
}
const threadsOf = (actAs: string, input: object = {}) => testChat.http('threads.list', input, { actAs })
const repliesTo = (cid: string, messageId: string, actAs: string, input: object = {}) =>
  testChat.http('threads.replies', { cid, messageId, ...input }, { actAs })

describe('a reply', () => {
  it('belongs to its thread instead of the channel, and is counted there', async () => {
    const cid = await newChannel()
    const tunde = await testChat.connect('tunde')
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    const reply = await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    expect(reply).toMatchObject({ parentId: parent.id, seq: 2 })
    const event = await tunde.received('message.new', (frame) => frame.message.id === reply.id)
    expect(event).toMatchObject({
      message: reply,
      parent: { id: parent.id, replyCount: 1, repliers: ['ada'], lastReplyAt: reply.createdAt, revision: 2 },
      thread: { version: 1, lastReadSeq: 1, unreadCount: 1 },
    })
    expect(event.reading).toBeUndefined()
    const { messages } = await testChat.http('messages.list', { cid }, { actAs: 'bola' })
    expect(messages.map(({ text }) => text)).toEqual(['Which tap?'])
    expect(await repliesTo(cid, parent.id, 'bola')).toMatchObject({
      messages: [{ id: reply.id }],
      parent: { replyCount: 1 },
      reading: null,
      hasOlder: false,
    })
  })

  it('is shown in the channel too when requested', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    const reply = await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id, inChannel: true })
    expect(reply.inChannel).toBe(true)
    const state = await testChat.http('channels.get', { cid }, { actAs: 'bola' })
    expect(state.messages.map(({ text }) => text)).toEqual(['Which tap?', 'The left one'])
    expect(state.membership?.reading.unreadCount).toBe(2)
  })

  it('after the last message of its channel is named in the list of channels, to those who see it', async () => {
    const cid = await newChannel()
    const lastReplyAt = async (actAs: string) => {
      const listed = await testChat.http('channels.query', { filter: { cids: [cid] }, messageLimit: 1 }, { actAs })
      const opened = await testChat.http('channels.get', { cid }, { actAs })
      expect(listed.channels).toMatchObject([{ messages: [{ text: 'Last' }] }])
      expect(listed.channels[0]?.lastReplyAt).toBe(opened.lastReplyAt)
      return opened.lastReplyAt
    }
    const sayLater = (actAs: string, text: string, more?: object) => {
      testChat.clock.advance(1_000)
      return say(testChat, cid, actAs, text, more)
    }
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    await sayLater('ada', 'The left one', { parentId: parent.id })
    await sayLater('tunde', 'Last')
    expect(await lastReplyAt('bola')).toBeUndefined()

    const first = await sayLater('ada', 'And the right one', { parentId: parent.id })
    const second = await sayLater('ada', 'Both', { parentId: parent.id })
    await testChat.http('messages.delete', { cid, messageId: second.id, onlyForMe: true }, { actAs: 'bola' })
    expect(await lastReplyAt('tunde')).toBe(second.createdAt)
    expect(await lastReplyAt('bola')).toBe(first.createdAt)
    await testChat.http('messages.delete', { cid, messageId: second.id }, { actAs: 'ada' })
    expect(await lastReplyAt('tunde')).toBe(first.createdAt)
  })

  it('is idempotent, and all are counted during concurrent writes', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Who comes?')
    const message = { id: createMessageId(), text: 'Me', parentId: parent.id }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testChat.http('messages.send', { cid, message }, { actAs: 'ada' })),
    )
    expect(new Set(answers.map((answer) => answer.message.seq)).size).toBe(1)
    await Promise.all(
      ['ada', 'bola'].flatMap((who) =>
        Array.from({ length: 5 }, () => say(testChat, cid, who, 'Me', { parentId: parent.id })),
      ),
    )
    const found = await repliesTo(cid, parent.id, 'tunde')
    expect(found.messages).toHaveLength(11)
    expect(found.parent).toMatchObject({ replyCount: 11 })
    expect([...(found.parent.repliers ?? [])].sort()).toEqual(['ada', 'bola'])
    expect(found.reading).toMatchObject({ unreadCount: 11 })
  })

  it('to a reply, or to a missing, hidden or system message, is refused', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    const reply = await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    const system = createMessageId()
    await testChat.http('messages.send', { cid, message: { id: system, text: 'Confirmed', kind: 'system' } })
    const answer = (parentId: string, actAs = 'bola') =>
      testChat.httpRefusal(
        'messages.send',
        { cid, message: { id: createMessageId(), text: 'No', parentId } },
        { actAs },
      )
    expect(await answer(reply.id)).toMatchObject({ code: 21, statusCode: 400 })
    expect(await answer(createMessageId())).toMatchObject({ code: 16 })
    expect(await answer(system)).toMatchObject({ code: 16 })
    expect(await answer(parent.id, 'mallory')).toMatchObject({ code: 16 })
    await testChat.http('messages.delete', { cid, messageId: parent.id, onlyForMe: true }, { actAs: 'bola' })
    expect(await answer(parent.id)).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('threads.replies', { cid, messageId: reply.id }, { actAs: 'ada' })).toMatchObject(
      {
        code: 21,
      },
    )
    for (const name of ['threads.replies', 'threads.read'] as const) {
      expect(await testChat.httpRefusal(name, { cid, messageId: parent.id }, { actAs: 'mallory' })).toMatchObject({
        code: 16,
      })
    }
  })

  it('that is deleted is not counted', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    const reply = await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    const tunde = await testChat.connect('tunde')
    const { unreadThreads } = await threadsOf('tunde')
    await testChat.http('messages.delete', { cid, messageId: reply.id }, { actAs: 'ada' })
    const event = await tunde.received('message.deleted', (frame) => frame.cid === cid)
    expect(event).toMatchObject({ parent: { id: parent.id }, thread: { unreadCount: 0 } })
    expect(event.parent).toEqual({ ...parent, revision: 3 })
    expect((await threadsOf('tunde')).unreadThreads).toBe(unreadThreads - 1)
  })

  it('that is deleted is not taken off the count of those who no longer saw its thread', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    await testChat.http('threads.read', { cid, messageId: parent.id }, { actAs: 'tunde' })
    await testChat.http('messages.delete', { cid, messageId: parent.id, onlyForMe: true }, { actAs: 'tunde' })
    const reply = await say(testChat, cid, 'ada', 'And the right one', { parentId: parent.id })
    const tunde = await testChat.connect('tunde')
    await testChat.http('messages.delete', { cid, messageId: reply.id }, { actAs: 'ada' })
    const event = await tunde.received('message.deleted', (frame) => frame.cid === cid)
    expect(event.thread).toBeUndefined()
  })

  it('that is deleted leaves the time and the people of the others', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    const { parent: before } = await repliesTo(cid, parent.id, 'tunde')
    testChat.clock.advance(60_000)
    const reply = await say(testChat, cid, 'bola', 'No, the right one', { parentId: parent.id })
    await testChat.http('messages.delete', { cid, messageId: reply.id }, { actAs: 'bola' })
    expect((await repliesTo(cid, parent.id, 'tunde')).parent).toEqual({ ...before, revision: 4 })
  })
})

describe('the replies of a thread', () => {
  it(`are returned ${limits.threadPageSize} at a time`, async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Count!')
    for (let n = 1; n <= limits.threadPageSize + 5; n += 1)
      await say(testChat, cid, 'ada', `${n}`, { parentId: parent.id })
    const newest = await repliesTo(cid, parent.id, 'bola')
    expect(newest.messages).toHaveLength(50)
    expect(newest).toMatchObject({ hasOlder: true, hasNewer: false })
    const older = await repliesTo(cid, parent.id, 'bola', { before: newest.messages[0]?.seq })
    expect(older.messages.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5'])
    expect(older).toMatchObject({ hasOlder: false, hasNewer: true })
  })
})

describe('threads', () => {
  it('are those the user started, replied to or was mentioned in, latest reply first, with unread counts', async () => {
    const cid = await newChannel()
    const [one, two] = [await say(testChat, cid, 'tunde', 'One'), await say(testChat, cid, 'ada', 'Two')]
    await say(testChat, cid, 'ada', 'To one', { parentId: one.id, mentions: ['bola', 'mallory'] })
    testChat.clock.advance(1_000)
    await say(testChat, cid, 'tunde', 'To two', { parentId: two.id })
    const ownThreads = (await threadsOf('tunde')).threads.filter((thread) => thread.cid === cid)
    expect(
      ownThreads.map(({ parent, lastReply, reading }) => [parent.text, lastReply?.text, reading.unreadCount]),
    ).toEqual([
      ['Two', 'To two', 0],
      ['One', 'To one', 1],
    ])
    const called = (await threadsOf('bola')).threads.filter((thread) => thread.cid === cid)
    expect(called.map(({ parent }) => parent.text)).toEqual(['One'])
    const unread = await threadsOf('tunde', { unread: true })
    expect(unread.threads.filter((thread) => thread.cid === cid).map(({ parent }) => parent.text)).toEqual(['One'])
  })

  it('are paged', async () => {
    const cid = await newChannel()
    const { id: who } = await testChat.person(`pager-${channels}`)
    await testChat.http('members.add', { cid, userIds: [who] })
    for (let n = 1; n <= 5; n += 1) {
      testChat.clock.advance(1_000)
      const parent = await say(testChat, cid, who, `${n}`)
      await say(testChat, cid, 'ada', 'Yes', { parentId: parent.id })
    }
    const first = await threadsOf(who, { limit: 3 })
    expect(first.threads.map(({ parent }) => parent.text)).toEqual(['5', '4', '3'])
    expect(first.unreadThreads).toBe(5)
    const secondPage = await threadsOf(who, { limit: 3, cursor: first.nextCursor ?? '' })
    expect(secondPage.threads.map(({ parent }) => parent.text)).toEqual(['2', '1'])
    expect(secondPage.nextCursor).toBeNull()
    expect(await testChat.httpRefusal('threads.list', { cursor: 'made-up' }, { actAs: who })).toMatchObject({ code: 4 })
    expect(await testChat.httpRefusal('threads.list', {})).toMatchObject({ code: 4 })
  })

  it('with unread replies are reported with their state, however many there are', async () => {
    const cid = await newChannel()
    const { id: who } = await testChat.person('reader')
    await testChat.http('members.add', { cid, userIds: [who] })
    const old = await say(testChat, cid, who, 'Old')
    await say(testChat, cid, 'ada', 'One', { parentId: old.id })
    await say(testChat, cid, 'ada', 'Two', { parentId: old.id })
    for (let n = 1; n <= 21; n += 1) {
      testChat.clock.advance(1_000)
      const parent = await say(testChat, cid, who, `${n}`)
      await say(testChat, cid, 'ada', 'Yes', { parentId: parent.id })
      await testChat.http('threads.read', { cid, messageId: parent.id }, { actAs: who })
    }
    const { threads } = await threadsOf(who)
    expect(threads.map(({ parent }) => parent.id)).not.toContain(old.id)
    const unread = () => testChat.http('threads.unread', {}, { actAs: who })
    expect(await unread()).toEqual({
      threads: [{ cid, parentId: old.id, reading: { version: 2, lastReadSeq: expect.any(Number), unreadCount: 2 } }],
    })
    await testChat.http('channels.truncate', { cid }, { actAs: who })
    expect(await unread()).toEqual({ threads: [] })
    expect(await testChat.httpRefusal('threads.unread', {})).toMatchObject({ code: 4 })
  })

  it.each([
    ['clearing the channel', (cid: string) => testChat.http('channels.truncate', { cid }, { actAs: 'tunde' })],
    [
      'deleting its first message for oneself',
      (cid: string, messageId: string) =>
        testChat.http('messages.delete', { cid, messageId, onlyForMe: true }, { actAs: 'tunde' }),
    ],
  ])('are left by %s: nobody could open them, or read their replies', async (_, leave) => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    const before = await threadsOf('tunde')
    await leave(cid, parent.id)
    const tunde = await testChat.connect('tunde')
    const reply = await say(testChat, cid, 'ada', 'No, the right one', { parentId: parent.id })
    const after = await threadsOf('tunde')
    expect(after.threads.filter((thread) => thread.cid === cid)).toEqual([])
    expect(after.unreadThreads).toBe(before.unreadThreads - 1)
    const unread = await testChat.http('threads.unread', {}, { actAs: 'tunde' })
    expect(unread.threads.filter((thread) => thread.cid === cid)).toEqual([])
    const event = await tunde.received('message.new', ({ message }) => message.id === reply.id)
    expect(event.thread).toBeUndefined()
  })

  it('count the replies written since the user was added again, whatever is deleted of earlier ones', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'Which tap?')
    await say(testChat, cid, 'ada', 'The left one', { parentId: parent.id })
    await testChat.http('members.remove', { cid, userIds: ['tunde'] })
    const missed = await say(testChat, cid, 'ada', 'No, the right one', { parentId: parent.id })
    await testChat.http('members.add', { cid, userIds: ['tunde'] })
    const unreadReplies = async () => (await repliesTo(cid, parent.id, 'tunde')).reading?.unreadCount
    expect(await unreadReplies()).toBe(0)
    await testChat.http('messages.delete', { cid, messageId: missed.id }, { actAs: 'ada' })
    expect(await unreadReplies()).toBe(0)
    await say(testChat, cid, 'ada', 'Both', { parentId: parent.id })
    expect(await unreadReplies()).toBe(1)
  })

  it('are read up to a sequence number, on all devices of the user', async () => {
    const cid = await newChannel()
    const parent = await say(testChat, cid, 'tunde', 'One')
    const first = await say(testChat, cid, 'ada', 'a', { parentId: parent.id })
    await say(testChat, cid, 'ada', 'b', { parentId: parent.id })
    const tunde = await testChat.connect('tunde')
    const read = (seq?: number) =>
      testChat.http('threads.read', { cid, messageId: parent.id, ...(seq ? { seq } : {}) }, { actAs: 'tunde' })
    expect((await read(first.seq)).reading).toMatchObject({ lastReadSeq: first.seq, unreadCount: 1 })
    expect((await read()).reading).toMatchObject({ unreadCount: 0 })
    expect((await read(1)).reading).toMatchObject({ unreadCount: 0 })
    const updated = await tunde.received('thread.updated', (frame) => frame.thread.unreadCount === 0)
    expect(updated).toMatchObject({ cid, parentId: parent.id })
    expect(await testChat.http('threads.read', { cid, messageId: parent.id }, { actAs: 'bola' })).toEqual({
      reading: null,
    })
  })
})
