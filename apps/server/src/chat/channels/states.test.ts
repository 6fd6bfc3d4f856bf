import { createMessageId } from '@fettle/chat-client'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { describe, expect, it } from 'vitest'
import { appKey, setUpTestChat } from '../../../testing/app/test-chat.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'

const testChat = setUpTestChat({ rateLimits: false })

let groups = 0
async function people(count: number): Promise<string[]> {
  groups += 1
  const ids = Array.from({ length: count }, (_, index) => `p${groups}-${index}`)
  await testChat.http('users.upsert', { users: ids.map((id) => ({ id, name: `Name of ${id}` })) })
  return ids
}
const dm = async (me: string, other: string) =>
  (await testChat.http('channels.create', { members: [other] }, { actAs: me })).channel.cid
const group = async (owner: string, members: string[]) => {
  groups += 1
  return (await testChat.http('channels.create', { id: `group-${groups}`, members }, { actAs: owner })).channel.cid
}
const listed = async (userId: string, filter: object = {}) =>
  (await testChat.http('channels.query', { filter, state: false }, { actAs: userId })).channels.map(
    (each) => each.channel.cid,
  )

describe('the member settings of a channel', () => {
  it("sort pinned channels first, separate archived ones, and are sent to the user's own devices only", async () => {
    const [me, one, two, three] = (await people(4)) as [string, string, string, string]
    const cids = [await dm(me, one), await dm(me, two), await dm(me, three)] as const
    for (const [index, cid] of cids.entries()) {
      testChat.clock.advance(60_000)
      await say(testChat, cid, [one, two, three][index] as string)
    }
    expect(await listed(me)).toEqual([cids[2], cids[1], cids[0]])
    const [desktop, phone, other] = [
      await testChat.connect(me),
      await testChat.connect(me),
      await testChat.connect(one),
    ]
    const { settings } = await desktop.call('channels.set', { cid: cids[0], pinned: true })
    expect(settings).toMatchObject({ pinnedAt: testChat.clock.now().toISOString(), archivedAt: null })
    expect(await phone.received('settings.updated')).toEqual({ type: 'settings.updated', cid: cids[0], settings })
    await desktop.call('channels.set', { cid: cids[2], archived: true })
    expect(await listed(me)).toEqual([cids[0], cids[1]])
    expect(await listed(me, { archived: true })).toEqual([cids[2]])
    expect(await listed(me, { pinned: true })).toEqual([cids[0]])
    expect(await listed(me, { pinned: false })).toEqual([cids[1]])
    // Pinning twice keeps the position.
    testChat.clock.advance(60_000)
    const secondAnswer = await desktop.call('channels.set', { cid: cids[0], pinned: true })
    expect(secondAnswer.settings.pinnedAt).toBe(settings.pinnedAt)
    expect(secondAnswer.settings.version).toBeGreaterThan(settings.version)
    expect(other.frames).toEqual([])
    expect(desktop.frames).toEqual([])
    const back = await desktop.call('channels.set', { cid: cids[2], archived: false, mutedUntil: null })
    expect(back.settings).toMatchObject({ archivedAt: null, mutedUntil: null })
  })

  it('hide a channel until its next message', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    await say(testChat, cid, other)
    await testChat.http('channels.set', { cid, hidden: true }, { actAs: me })
    expect([await listed(me), await listed(other)]).toEqual([[], [cid]])
    testChat.clock.advance(1_000)
    await say(testChat, cid, other)
    expect(await listed(me)).toEqual([cid])
  })

  it('hide its unread messages with it, without a read receipt', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    await say(testChat, cid, other)
    const [phone, them] = await Promise.all([testChat.connect(me), testChat.connect(other)])
    await phone.call('channels.set', { cid, hidden: true })
    expect(await phone.received('reading.updated')).toMatchObject({ cid, reading: { unreadCount: 0 } })
    expect(await testChat.http('unread.get', {}, { actAs: me })).toMatchObject({ totalUnread: 0, channels: [] })
    testChat.clock.advance(1_000)
    await say(testChat, cid, other)
    expect(await testChat.http('unread.get', {}, { actAs: me })).toMatchObject({ totalUnread: 1, unreadChannels: 1 })
    const { channel } = await testChat.http('channels.get', { cid }, { actAs: other })
    expect(channel.members.find(({ userId }) => userId === me)?.lastReadSeq).toBe(0)
    expect(them.frames.map(({ type }) => type)).not.toContain('message.read')
  })

  it('mute a channel until a time', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const mutedUntil = new Date(testChat.clock.now().getTime() + 3_600_000).toISOString()
    await testChat.http('channels.set', { cid, mutedUntil }, { actAs: me })
    expect((await testChat.http('channels.get', { cid }, { actAs: me })).membership?.settings).toMatchObject({
      mutedUntil,
    })
    expect((await testChat.http('channels.get', { cid }, { actAs: other })).membership?.settings.mutedUntil).toBeNull()
  })

  it('clear the history, which then counts as read', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    for (const text of ['one', 'two', 'three']) await say(testChat, cid, other, text)
    const cleared = await testChat.http('channels.truncate', { cid }, { actAs: me })
    expect(cleared).toMatchObject({ settings: { truncatedSeq: 3 }, reading: { unreadCount: 0, lastReadSeq: 3 } })
    await say(testChat, cid, other, 'four')
    const texts = async (userId: string) =>
      (await testChat.http('messages.list', { cid }, { actAs: userId })).messages.map(({ text }) => text)
    expect([await texts(me), await texts(other)]).toEqual([['four'], ['one', 'two', 'three', 'four']])
    const channel = await testChat.http('channels.get', { cid }, { actAs: me })
    expect(channel.messages.map(({ text }) => text)).toEqual(['four'])
    expect(channel.membership?.reading.unreadCount).toBe(1)
    // A member from before the event learns that there was one, without its content.
    const { events } = await testChat.http('channels.events', { cid, after: 1 }, { actAs: me })
    expect(events.map(({ type, seq }) => [type, seq])).toEqual([
      ['channel.touched', 2],
      ['channel.touched', 3],
      ['message.new', 4],
    ])
  })

  it('are refused to non-members without revealing the channel', async () => {
    const [me, other, stranger] = (await people(3)) as [string, string, string]
    const cid = await dm(me, other)
    for (const name of ['channels.truncate', 'channels.leave'] as const)
      expect(await testChat.httpRefusal(name, { cid }, { actAs: stranger })).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('channels.set', { cid, pinned: true }, { actAs: stranger })).toMatchObject({
      code: 16,
    })
    const report = { cid, reason: 'SPAM' as const }
    expect(await testChat.httpRefusal('channels.report', report, { actAs: stranger })).toMatchObject({ code: 16 })
    const blocked = { cid, blocked: true }
    expect(await testChat.httpRefusal('channels.block', blocked, { actAs: stranger })).toMatchObject({ code: 16 })
  })
})

describe('searching channels', () => {
  it('matches channel and member names, and escapes wildcards', async () => {
    const [me, other, third] = (await people(3)) as [string, string, string]
    await testChat.http('users.upsert', { users: [{ id: other, name: 'Chidi 100%' }] })
    const direct = await dm(me, other)
    const named = await group(me, [third])
    await testChat.http('channels.update', { cid: named, name: 'Roof of Mrs Bello' }, { actAs: me })
    expect(await listed(me, { text: 'chidi' })).toEqual([direct])
    expect(await listed(me, { text: '100%' })).toEqual([direct])
    expect(await listed(me, { text: 'BELLO' })).toEqual([named])
    expect(await listed(me, { text: '_' })).toEqual([])
    await testChat.http('users.upsert', { users: [{ id: other, name: 'Zoë Ångström' }] })
    for (const text of ['zoe', 'ANGST', 'strom zoë']) expect(await listed(me, { text })).toEqual([direct])
    expect(await listed(me, { text: 'bello roof' })).toEqual([named])
    expect(await listed(me, { text: 'zoe bello' })).toEqual([])
    expect(await listed(third, { text: 'zoe' })).toEqual([])
    expect(await listed(me, { members: [me, third] })).toEqual([named])
    expect(await listed(me, { type: 'other' })).toEqual([])
    expect(await testChat.httpRefusal('channels.query', { filter: { members: [other] } }, { actAs: me })).toMatchObject(
      {
        code: 70,
      },
    )
  })
})

describe('a group channel', () => {
  it('is changed by its owner, with an event for all members', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await group(me, [other])
    const them = await testChat.connect(other)
    const { channel } = await testChat.http(
      'channels.update',
      { cid, name: 'Kitchen', custom: { job: 7 } },
      { actAs: me },
    )
    expect(channel).toMatchObject({ name: 'Kitchen', custom: { job: 7 }, revision: 1, lastSeq: 1 })
    const event = await them.received('channel.updated')
    expect(event).toMatchObject({ cid, seq: 1, channel: { name: 'Kitchen', members: [{}, {}] } })
    expect((await testChat.http('channels.events', { cid, after: 0 }, { actAs: other })).events).toEqual([event])
    expect(await testChat.httpRefusal('channels.update', { cid, name: 'Mine' }, { actAs: other })).toMatchObject({
      code: 17,
    })
  })

  it('gains and loses members; removed ones receive nothing more, not even typing signals', async () => {
    const [me, other, third, nobody] = (await people(4)) as [string, string, string, string]
    const cid = await group(me, [other])
    const stranger = await testChat.connect(nobody)
    const [owner, leaving, coming] = [
      await testChat.connect(me),
      await testChat.connect(other),
      await testChat.connect(third),
    ]
    for (const client of [owner, leaving]) await client.call('channels.get', { cid, watch: true })
    await testChat.http('members.add', { cid, userIds: [third, third, me] }, { actAs: me })
    expect((await coming.received('notification.added_to_channel')).channel.members).toHaveLength(3)
    await leaving.call('typing.set', { cid, typing: true })
    await owner.received('typing.start')
    await owner.call('members.remove', { cid, userIds: [other, stranger.userId] })
    await leaving.received('notification.removed_from_channel')
    expect(await leaving.refusal('typing.set', { cid, typing: true })).toMatchObject({ code: 16 })
    expect(
      await leaving.refusal('messages.send', { cid, message: { id: createMessageId(), text: 'Hey' } }),
    ).toMatchObject({
      code: 16,
    })
    expect(await leaving.refusal('channels.events', { cid, after: 0 })).toMatchObject({ code: 16 })
    const frameCount = leaving.frames.length
    await coming.call('messages.send', { cid, message: { id: createMessageId(), text: 'Just us' } })
    await coming.call('typing.set', { cid, typing: true })
    await owner.received('message.new')
    await owner.received('typing.start', ({ userId }) => userId === third)
    expect(leaving.frames).toHaveLength(frameCount)
    expect(stranger.frames).toEqual([])
    expect(await listed(other)).toEqual([])
    expect(await testChat.httpRefusal('members.add', { cid, userIds: [other] }, { actAs: third })).toMatchObject({
      code: 17,
    })
    expect(await testChat.httpRefusal('members.add', { cid, userIds: ['nobody-here'] }, { actAs: me })).toMatchObject({
      code: 16,
    })
  })

  it('has at most a hundred members, its creator included', async () => {
    const [me = '', ...others] = Array.from({ length: 101 }, (_, n) => `crowd-${n}`)
    for (const ids of [[me], others]) await testChat.http('users.upsert', { users: ids.map((id) => ({ id })) })
    const create = (members: string[]) => ({ id: createMessageId(), members })
    expect(await testChat.httpRefusal('channels.create', create(others), { actAs: me })).toMatchObject({
      code: 4,
      reason: { code: 'chat.members-limit' },
    })
    const { channel } = await testChat.http('channels.create', create(others.slice(1)), { actAs: me })
    expect(channel.members).toHaveLength(100)
    const onTop = { cid: channel.cid, userIds: others.slice(0, 1) }
    expect(await testChat.httpRefusal('members.add', onTop, { actAs: me })).toMatchObject({ code: 4 })
  })

  it('counts nothing as unread that was written before a member came', async () => {
    const [me, other, third] = (await people(3)) as [string, string, string]
    const cid = await group(me, [other])
    const message = await say(testChat, cid, me)
    await testChat.http('members.add', { cid, userIds: [third] }, { actAs: me })
    await testChat.http('messages.delete', { cid, messageId: message.id }, { actAs: me })
    const reading = async () => (await testChat.http('channels.get', { cid }, { actAs: third })).membership?.reading
    expect(await reading()).toMatchObject({ lastReadSeq: message.seq, unreadCount: 0 })
    await say(testChat, cid, me)
    expect(await reading()).toMatchObject({ unreadCount: 1 })
  })

  it('can be left, unlike a direct channel', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const [cid, direct] = [await group(me, [other]), await dm(me, other)]
    await testChat.http('channels.leave', { cid }, { actAs: other })
    expect(await listed(other)).toEqual([direct])
    for (const name of ['channels.leave'] as const)
      expect(await testChat.httpRefusal(name, { cid: direct }, { actAs: other })).toMatchObject({ code: 19 })
    const two = { cid: direct, userIds: [other] }
    expect(await testChat.httpRefusal('members.add', two, { actAs: me })).toMatchObject({ code: 19 })
    expect(await testChat.httpRefusal('members.remove', two, { actAs: me })).toMatchObject({ code: 19 })
  })
})

describe('moderation', () => {
  it('a blocked channel refuses messages of both members until it is unblocked', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const them = await testChat.connect(other)
    await testChat.http('channels.block', { cid, blocked: true }, { actAs: me })
    expect((await them.received('channel.updated')).channel.blockedBy).toBe(me)
    for (const author of [me, other]) {
      const message = { id: createMessageId(), text: 'Hello?' }
      expect(await testChat.httpRefusal('messages.send', { cid, message }, { actAs: author })).toMatchObject({
        code: 17,
        message: 'This conversation is blocked.',
        details: { blockedBy: me },
      })
    }
    // The app can still send system messages.
    const line = { id: createMessageId(), text: 'The booking was cancelled.', kind: 'system' as const }
    await testChat.http('messages.send', { cid, message: line })
    expect(await testChat.httpRefusal('channels.block', { cid, blocked: false }, { actAs: other })).toMatchObject({
      code: 17,
    })
    await testChat.http('channels.block', { cid, blocked: false }, { actAs: me })
    await say(testChat, cid, other)
    const several = await group(me, [other])
    expect(await testChat.httpRefusal('channels.block', { cid: several, blocked: true }, { actAs: me })).toMatchObject({
      code: 19,
    })
  })

  it('a channel that both members blocked stays blocked until both have unblocked it', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const block = async (blocked: boolean, actAs?: string) => {
      const caller = actAs === undefined ? {} : { actAs }
      const { channel } = await testChat.http('channels.block', { cid, blocked }, caller)
      return [channel.blockedBy, channel.alsoBlockedBy]
    }
    await block(true, me)
    const client = await testChat.connect(me)
    expect(await block(true, other)).toEqual([me, other])
    expect((await client.received('channel.updated')).channel).toMatchObject({ blockedBy: me, alsoBlockedBy: other })
    expect(await block(true, me)).toEqual([me, other])
    expect(client.frames).toHaveLength(1)
    // Each takes back only their own.
    expect(await block(false, me)).toEqual([other, undefined])
    await expect(block(false, me)).rejects.toThrow('403')
    await expect(say(testChat, cid, me)).rejects.toThrow('403')
    expect(await block(true, me)).toEqual([other, me])
    expect(await block(false, me)).toEqual([other, undefined])
    expect(await block(false, other)).toEqual([undefined, undefined])
    await say(testChat, cid, me)
    // The app unblocks it for both.
    await block(true, me)
    await block(true, other)
    expect(await block(false)).toEqual([undefined, undefined])
    await say(testChat, cid, other)
  })

  it('a blocked channel refuses edits and reactions, but allows deleting own messages', async () => {
    const [me, other, stranger] = (await people(3)) as [string, string, string]
    const cid = await dm(me, other)
    const [ownId, otherId] = [(await say(testChat, cid, me)).id, (await say(testChat, cid, other)).id]
    await testChat.http('channels.block', { cid, blocked: true }, { actAs: me })
    const blocked = { code: 17, message: 'This conversation is blocked.', details: { blockedBy: me } }
    for (const [author, messageId] of [
      [me, ownId],
      [other, otherId],
    ] as const) {
      const change = { cid, messageId, text: 'What I wanted to say all along' }
      expect(await testChat.httpRefusal('messages.edit', change, { actAs: author })).toMatchObject(blocked)
      const reaction = { cid, messageId: ownId, emoji: '😡' }
      expect(await testChat.httpRefusal('reactions.add', reaction, { actAs: author })).toMatchObject(blocked)
    }
    const unseen = { cid, messageId: ownId, text: 'x' }
    expect(await testChat.httpRefusal('messages.edit', unseen, { actAs: stranger })).toMatchObject({ code: 16 })
    await testChat.http('messages.delete', { cid, messageId: otherId }, { actAs: other })
    await testChat.http('channels.block', { cid, blocked: false }, { actAs: me })
    await testChat.http('messages.edit', { cid, messageId: ownId, text: 'Hello again' }, { actAs: me })
  })

  it('a blocked channel refuses votes, positions and pins, but allows taking back and stopping', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const messageId = createMessageId()
    const poll = { name: 'When?', options: ['Monday', 'Tuesday'], allowAnswers: true, allowUserSuggestedOptions: true }
    const created = await testChat.http('polls.create', { cid, messageId, poll }, { actAs: me })
    const vote = { cid, pollId: created.poll.id, optionId: 'opt_1' }
    await testChat.http('polls.vote', vote, { actAs: other })
    const shared = { cid, messageId: createMessageId(), latitude: 6.4, longitude: 3.4, deviceId: 'phone' }
    await testChat.http('location.share', { ...shared, liveFor: 600_000 }, { actAs: other })
    await testChat.http('channels.block', { cid, blocked: true }, { actAs: me })
    const blocked = { code: 17, message: 'This conversation is blocked.', details: { blockedBy: me } }
    const { pollId } = vote
    for (const refused of [
      testChat.httpRefusal('polls.vote', { ...vote, optionId: 'opt_2' }, { actAs: other }),
      testChat.httpRefusal('polls.answer', { cid, pollId, text: 'Never' }, { actAs: other }),
      testChat.httpRefusal('polls.suggest', { cid, pollId, text: 'Never' }, { actAs: other }),
      testChat.httpRefusal('location.move', { ...shared, latitude: 6.5 }, { actAs: other }),
      testChat.httpRefusal('messages.pin', { cid, messageId }, { actAs: other }),
    ])
      expect(await refused).toMatchObject(blocked)
    await testChat.http('polls.unvote', vote, { actAs: other })
    await testChat.http('location.stop', { cid, messageId: shared.messageId }, { actAs: other })
  })

  it('a block applies to calls that started before it', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    await say(testChat, cid, other)
    const attempts = Array.from({ length: 20 }, () =>
      say(testChat, cid, other).then(
        ({ seq }) => seq,
        () => 0,
      ),
    )
    const { channel } = await testChat.http('channels.block', { cid, blocked: true }, { actAs: me })
    const sequences = await Promise.all(attempts)
    expect(Math.max(...sequences)).toBeLessThan(channel.revision ?? 0)
  })

  it('slow mode allows one message per interval and member, and reports the remaining wait', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await group(me, [other])
    expect(
      await testChat.httpRefusal(
        'channels.update',
        { cid, slowModeSeconds: 10 },
        { actAs: me, token: testChat.chat.signToken(me) },
      ),
    ).toMatchObject({ code: 17 })
    await testChat.http('channels.update', { cid, slowModeSeconds: 10 })
    const [ownClient, otherClient] = [await testChat.connect(me), await testChat.connect(other)]
    const message = { id: createMessageId(), text: 'First' }
    await ownClient.call('messages.send', { cid, message })
    testChat.clock.advance(4_000)
    const soon = { id: createMessageId(), text: 'Second' }
    expect(await ownClient.refusal('messages.send', { cid, message: soon })).toMatchObject({
      code: 60,
      statusCode: 429,
      retryable: true,
      details: { retryAfter: 6 },
    })
    const overHttp = await fetch(`${testChat.url}${chatBase}/channels/${cid}/messages`, {
      method: 'POST',
      headers: {
        'x-app-key': appKey,
        authorization: `Bearer ${testChat.chat.signToken(me)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message: soon }),
    })
    expect([overHttp.status, overHttp.headers.get('retry-after')]).toEqual([429, '6'])
    // Sending the same message again creates no second one.
    expect((await ownClient.call('messages.send', { cid, message })).message.text).toBe('First')
    await otherClient.call('messages.send', { cid, message: { id: createMessageId(), text: 'Mine' } })
    testChat.clock.advance(6_000)
    await ownClient.call('messages.send', { cid, message: soon })
    testChat.clock.advance(4_000)
    const results = await Promise.allSettled(
      [1, 2, 3].map(() =>
        otherClient.call('messages.send', { cid, message: { id: createMessageId(), text: 'Quick' } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('nobody is seen typing in a blocked channel', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const client = await testChat.connect(me)
    await client.call('channels.get', { cid, watch: true })
    await testChat.http('channels.block', { cid, blocked: true }, { actAs: me })
    await testChat.http('typing.set', { cid, typing: true }, { actAs: other })
    await testChat.http('channels.block', { cid, blocked: false }, { actAs: me })
    await testChat.http('typing.set', { cid, typing: true, parentId: createMessageId() }, { actAs: other })
    await client.received('typing.start', ({ parentId }) => parentId !== undefined)
    expect(client.frames.filter(({ type }) => type === 'typing.start')).toHaveLength(1)
  })

  it('slow mode does not count a message that was refused', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await group(me, [other])
    await testChat.http('channels.update', { cid, slowModeSeconds: 10 })
    const client = await testChat.connect(me)
    const quoting = { id: createMessageId(), text: 'This one', quotedMessageId: createMessageId() }
    expect(await client.refusal('messages.send', { cid, message: quoting })).toMatchObject({ code: 16 })
    const message = { id: createMessageId(), text: 'Without a quote' }
    expect(await client.call('messages.send', { cid, message })).toMatchObject({ message })
  })

  it('a report is delivered to the app only', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const message = await say(testChat, cid, other, 'Send money first')
    const them = await testChat.connect(other)
    const { id } = await testChat.http(
      'channels.report',
      { cid, reason: 'FRAUD', note: 'Asks for money', messageId: message.id },
      { actAs: me },
    )
    const { reports } = await testChat.http('reports.list', {})
    expect(reports[0]).toMatchObject({ id, cid, reporterId: me, reason: 'FRAUD', messageId: message.id })
    expect(them.frames).toEqual([])
    const missing = { cid, reason: 'SPAM' as const, messageId: createMessageId() }
    expect(await testChat.httpRefusal('channels.report', missing, { actAs: me })).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('reports.list', {}, { token: testChat.chat.signToken(me) })).toMatchObject({
      code: 17,
    })
  })

  it('every report is on one of the pages, also of those made in the same moment', async () => {
    const [me, other] = (await people(2)) as [string, string]
    const cid = await dm(me, other)
    const reportIds: string[] = []
    for (let n = 0; n < 5; n += 1) {
      if (n === 1 || n === 4) testChat.clock.advance(1)
      reportIds.push((await testChat.http('channels.report', { cid, reason: 'SPAM' }, { actAs: me })).id)
    }
    const pages: string[][] = []
    for (let before: string | undefined; pages.flat().length < 5;) {
      const { reports } = await testChat.http('reports.list', { limit: 2, ...(before && { before }) })
      pages.push(reports.map(({ id }) => id))
      before = reports.at(-1)?.createdAt
    }
    expect(pages.flat().slice(0, 5)).toEqual(reportIds.toReversed())
  })
})
