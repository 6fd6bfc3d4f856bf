import { createMessageId } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'

const testChat = setUpTestChat({ rateLimits: false })
beforeAll(async () => {
  for (const id of ['ada', 'tunde', 'bola', 'mallory']) await testChat.person(id, id === 'ada' ? 'Ada' : id)
})

let channels = 0
async function newChannel(members = ['ada', 'tunde', 'bola']) {
  channels += 1
  const { channel } = await testChat.http('channels.create', { id: `changes-${channels}`, members }, { actAs: 'ada' })
  return channel.cid
}
const unreadOf = async (cid: string, actAs: string) =>
  (await testChat.http('channels.get', { cid }, { actAs })).membership?.reading.unreadCount

describe('editing', () => {
  it('changes the text for everybody and records the time', async () => {
    const cid = await newChannel()
    const tunde = await testChat.connect('tunde')
    const sent = await say(testChat, cid, 'ada', 'At nine', { mentions: ['tunde'] })
    testChat.clock.advance(60_000)
    const { message } = await testChat.http(
      'messages.edit',
      { cid, messageId: sent.id, text: 'At ten', mentions: ['bola', 'mallory'] },
      { actAs: 'ada' },
    )
    expect(message).toMatchObject({
      text: 'At ten',
      mentions: ['bola'],
      revision: 2,
      seq: 1,
      createdAt: sent.createdAt,
      editedAt: testChat.clock.now().toISOString(),
    })
    const event = await tunde.received('message.updated', (frame) => frame.cid === cid)
    expect(event).toEqual({ type: 'message.updated', cid, seq: 2, at: message.editedAt, userId: 'ada', message })
  })

  it('without a change emits no event', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Same')
    const { message } = await testChat.http(
      'messages.edit',
      { cid, messageId: sent.id, text: 'Same' },
      { actAs: 'ada' },
    )
    expect(message).toEqual(sent)
    expect((await testChat.http('channels.get', { cid })).channel.lastSeq).toBe(1)
  })

  it('keeps the unread state', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Helo')
    await testChat.http('messages.edit', { cid, messageId: sent.id, text: 'Hello' }, { actAs: 'ada' })
    expect(await unreadOf(cid, 'tunde')).toBe(1)
  })

  it('is refused to others, for a missing message, and for empty or too long text', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Mine')
    const edit = (actAs: string, text: string, messageId = sent.id) =>
      testChat.httpRefusal('messages.edit', { cid, messageId, text }, { actAs })
    expect(await edit('tunde', 'Yours')).toMatchObject({
      code: 17,
      message: 'Only the author can change this message.',
    })
    expect(await edit('mallory', 'Yours')).toMatchObject({ code: 16, message: 'This conversation does not exist.' })
    expect(await edit('ada', 'Who?', createMessageId())).toMatchObject({ code: 16 })
    expect(await edit('ada', ' ** ')).toMatchObject({ code: 4, message: 'Write something first.' })
    expect(await edit('ada', 'x'.repeat(5_001))).toMatchObject({ code: 20 })
    await testChat.http('messages.delete', { cid, messageId: sent.id }, { actAs: 'ada' })
    expect(await edit('ada', 'Back')).toMatchObject({ code: 16, message: 'This message does not exist.' })
  })

  it('of system messages is allowed to the app only', async () => {
    const cid = await newChannel()
    const id = createMessageId()
    await testChat.http('messages.send', { cid, message: { id, text: 'Confirmed', kind: 'system' } })
    const { message } = await testChat.http('messages.edit', { cid, messageId: id, text: 'Cancelled' })
    expect(message).toMatchObject({ kind: 'system', text: 'Cancelled', user: null })
    expect(
      await testChat.httpRefusal('messages.edit', { cid, messageId: id, text: 'Mine' }, { actAs: 'ada' }),
    ).toMatchObject({ code: 17 })
  })
})

describe('deleting', () => {
  it('for everybody leaves a tombstone and reduces the unread count', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Oops', { custom: { secret: 1 } })
    await say(testChat, cid, 'ada', 'Hello')
    await testChat.http('reactions.add', { cid, messageId: sent.id, emoji: '👍' }, { actAs: 'tunde' })
    const tunde = await testChat.connect('tunde')
    const { message } = await testChat.http('messages.delete', { cid, messageId: sent.id }, { actAs: 'ada' })
    expect(message).toEqual({
      id: sent.id,
      cid,
      seq: 1,
      revision: 4,
      user: sent.user,
      kind: 'deleted',
      text: '',
      createdAt: sent.createdAt,
      deletedAt: testChat.clock.now().toISOString(),
    })
    const event = await tunde.received('message.deleted', (frame) => frame.cid === cid)
    expect(event.reading).toMatchObject({ unreadCount: 1 })
    expect(await unreadOf(cid, 'tunde')).toBe(1)
    // The deleted text is not sent to anybody again.
    const caught = await testChat.http('channels.events', { cid, after: 0 }, { actAs: 'bola' })
    expect(JSON.stringify(caught)).not.toContain('Oops')
  })

  it('is idempotent and allowed to the author and the app only', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Oops')
    const remove = { cid, messageId: sent.id }
    expect(await testChat.httpRefusal('messages.delete', remove, { actAs: 'tunde' })).toMatchObject({ code: 17 })
    expect(await testChat.httpRefusal('messages.delete', remove, { actAs: 'mallory' })).toMatchObject({ code: 16 })
    const first = await testChat.http('messages.delete', remove)
    expect(await testChat.http('messages.delete', remove, { actAs: 'ada' })).toEqual(first)
  })

  it('for oneself affects nobody else', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Noise')
    await say(testChat, cid, 'ada', 'Music')
    const [tunde, bola] = await Promise.all([testChat.connect('tunde'), testChat.connect('bola')])
    expect(
      await testChat.http('messages.delete', { cid, messageId: sent.id, onlyForMe: true }, { actAs: 'tunde' }),
    ).toEqual({ message: null })
    const own = await tunde.received('message.hidden', (frame) => frame.cid === cid)
    expect(own).toMatchObject({ messageId: sent.id, messageSeq: 1, seq: 3, reading: { unreadCount: 1 } })
    const others = await bola.received('channel.touched', (frame) => frame.cid === cid)
    expect(others).toEqual({ type: 'channel.touched', cid, seq: 3, at: own.at })
    const seenBy = async (actAs: string) =>
      (await testChat.http('messages.list', { cid }, { actAs })).messages.map(({ text }) => text)
    expect(await seenBy('tunde')).toEqual(['Music'])
    expect(await seenBy('bola')).toEqual(['Noise', 'Music'])
    const refusal = await testChat.httpRefusal('messages.get', { cid, messageId: sent.id }, { actAs: 'tunde' })
    expect(refusal).toMatchObject({ code: 16 })
    expect(
      await testChat.httpRefusal('messages.delete', { cid, messageId: sent.id, onlyForMe: true }, { actAs: 'tunde' }),
    ).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('messages.delete', { cid, messageId: sent.id, onlyForMe: true })).toMatchObject({
      code: 4,
    })
  })
})

describe('quoting', () => {
  it('includes the quoted message in its current state', async () => {
    const cid = await newChannel()
    const first = await say(testChat, cid, 'ada', 'x'.repeat(150))
    const answer = await say(testChat, cid, 'tunde', 'Yes', { quotedMessageId: first.id })
    expect(answer.quoted).toEqual({
      id: first.id,
      seq: 1,
      revision: 1,
      user: first.user,
      kind: 'regular',
      text: `${'x'.repeat(100)}…`,
    })
    await testChat.http('messages.delete', { cid, messageId: first.id }, { actAs: 'ada' })
    const { message } = await testChat.http('messages.get', { cid, messageId: answer.id }, { actAs: 'bola' })
    expect(message.quoted).toMatchObject({ kind: 'deleted', text: '', revision: 3 })
    // Sent again afterwards, it is still the same message.
    const changedQuote = { id: answer.id, text: 'Yes', quotedMessageId: first.id }
    expect((await testChat.http('messages.send', { cid, message: changedQuote }, { actAs: 'tunde' })).message.seq).toBe(
      2,
    )
  })

  it("is refused for deleted, hidden and other channels' messages", async () => {
    const cid = await newChannel()
    const [gone, hidden] = [await say(testChat, cid, 'ada', 'Gone'), await say(testChat, cid, 'ada', 'Hidden')]
    const elsewhere = await say(testChat, await newChannel(), 'ada', 'Elsewhere')
    await testChat.http('messages.delete', { cid, messageId: gone.id }, { actAs: 'ada' })
    await testChat.http('messages.delete', { cid, messageId: hidden.id, onlyForMe: true }, { actAs: 'tunde' })
    for (const quotedMessageId of [gone.id, hidden.id, elsewhere.id]) {
      const message = { id: createMessageId(), text: 'What?', quotedMessageId }
      expect(await testChat.httpRefusal('messages.send', { cid, message }, { actAs: 'tunde' })).toMatchObject({
        code: 16,
      })
    }
  })
})

describe('forwarding', () => {
  it('sends a copy as the caller, once, without mentions', async () => {
    const [from, to] = [await newChannel(), await newChannel(['ada', 'bola'])]
    const sent = await say(testChat, from, 'tunde', 'The address', { mentions: ['ada'] })
    const id = createMessageId()
    const forward = { cid: from, messageId: sent.id, id, to }
    const { message } = await testChat.http('messages.forward', forward, { actAs: 'ada' })
    expect(message).toMatchObject({ id, cid: to, text: 'The address', forwarded: true, user: { id: 'ada' } })
    expect(message.mentions).toBeUndefined()
    expect(await testChat.http('messages.forward', forward, { actAs: 'ada' })).toEqual({ message })
    expect(await unreadOf(to, 'bola')).toBe(1)
  })

  it('is refused to and from channels of others, and for deleted messages', async () => {
    const [from, to] = [await newChannel(), await newChannel(['ada', 'bola'])]
    const sent = await say(testChat, from, 'tunde', 'The address')
    const forward = (actAs: string, more = {}) =>
      testChat.httpRefusal(
        'messages.forward',
        { cid: from, messageId: sent.id, id: createMessageId(), to, ...more },
        { actAs },
      )
    expect(await forward('tunde')).toMatchObject({ code: 16 })
    expect(await forward('mallory', { to: from })).toMatchObject({ code: 16 })
    expect(await forward('ada', { messageId: createMessageId() })).toMatchObject({ code: 16 })
    await testChat.http('messages.delete', { cid: from, messageId: sent.id }, { actAs: 'tunde' })
    expect(await forward('ada')).toMatchObject({ code: 16 })
  })
})

describe('pinning', () => {
  it('lists pinned messages, latest first', async () => {
    const cid = await newChannel()
    const [one, two] = [await say(testChat, cid, 'ada', 'One'), await say(testChat, cid, 'ada', 'Two')]
    const pin = (messageId: string) => testChat.http('messages.pin', { cid, messageId }, { actAs: 'tunde' })
    await pin(two.id)
    testChat.clock.advance(1_000)
    expect((await pin(one.id)).message).toMatchObject({ pinnedBy: 'tunde', revision: 4 })
    const listed = async () =>
      (await testChat.http('messages.pinned', { cid }, { actAs: 'bola' })).messages.map(({ text }) => text)
    expect(await listed()).toEqual(['One', 'Two'])
    const { message } = await testChat.http('messages.unpin', { cid, messageId: one.id }, { actAs: 'ada' })
    expect(message.pinnedAt).toBeUndefined()
    expect(await listed()).toEqual(['Two'])
  })

  it('is refused to non-members, for deleted messages, and beyond the limit', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'One too many')
    const target = { cid, messageId: sent.id }
    expect(await testChat.httpRefusal('messages.pin', target, { actAs: 'mallory' })).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('messages.unpin', target, { actAs: 'mallory' })).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('messages.pinned', { cid }, { actAs: 'mallory' })).toMatchObject({ code: 16 })
    for (let n = 0; n < chatLimits.pinnedPerChannel; n += 1) {
      const { id } = await say(testChat, cid, 'ada', `${n}`)
      await testChat.http('messages.pin', { cid, messageId: id }, { actAs: 'ada' })
    }
    expect(await testChat.httpRefusal('messages.pin', target, { actAs: 'ada' })).toMatchObject({ code: 17 })
    await testChat.http('messages.delete', target, { actAs: 'ada' })
    expect(await testChat.httpRefusal('messages.pin', target, { actAs: 'ada' })).toMatchObject({ code: 16 })
  })
})

describe('reacting', () => {
  it('counts each user once per emoji and lists them', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Done!')
    const react = async (actAs: string, emoji: string) =>
      (await testChat.http('reactions.add', { cid, messageId: sent.id, emoji }, { actAs })).message.reactions
    await react('tunde', '👍')
    await react('tunde', '👍')
    await react('bola', '👍')
    expect(await react('bola', '👩🏽‍🔧')).toEqual([
      { emoji: '👍', userIds: ['tunde', 'bola'] },
      { emoji: '👩🏽‍🔧', userIds: ['bola'] },
    ])
    const { message } = await testChat.http(
      'reactions.remove',
      { cid, messageId: sent.id, emoji: '👩🏽‍🔧' },
      { actAs: 'bola' },
    )
    expect(message.reactions).toEqual([{ emoji: '👍', userIds: ['tunde', 'bola'] }])
    const secondAnswer = await testChat.http(
      'reactions.remove',
      { cid, messageId: sent.id, emoji: '🎉' },
      { actAs: 'bola' },
    )
    expect(secondAnswer.message).toEqual(message)
  })

  it('counts an emoji with and without the variation selector as one', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Done!')
    const react = async (operation: 'reactions.add' | 'reactions.remove', actAs: string, emoji: string) =>
      (await testChat.http(operation, { cid, messageId: sent.id, emoji }, { actAs })).message.reactions
    await react('reactions.add', 'tunde', '\u2764\uFE0F')
    expect(await react('reactions.add', 'bola', '\u2764')).toEqual([
      { emoji: '\u2764\uFE0F', userIds: ['tunde', 'bola'] },
    ])
    expect(await react('reactions.remove', 'tunde', '\u2764')).toEqual([{ emoji: '\u2764\uFE0F', userIds: ['bola'] }])
  })

  it('concurrently loses no reaction', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Done!')
    await Promise.all(
      ['ada', 'tunde', 'bola'].flatMap((actAs) =>
        ['👍', '❤️', '🎉'].map((emoji) =>
          testChat.http('reactions.add', { cid, messageId: sent.id, emoji }, { actAs }),
        ),
      ),
    )
    const { message } = await testChat.http('messages.get', { cid, messageId: sent.id })
    expect(message.reactions?.flatMap(({ userIds }) => userIds)).toHaveLength(9)
    expect(message.revision).toBe(10)
  })

  it('is refused for text, without a user, to non-members, for deleted messages, and beyond the limit', async () => {
    const cid = await newChannel()
    const sent = await say(testChat, cid, 'ada', 'Done!')
    const react = (emoji: string, actAs?: string) =>
      testChat.httpRefusal('reactions.add', { cid, messageId: sent.id, emoji }, actAs === undefined ? {} : { actAs })
    for (const none of ['ok', '👍👍', '', '1']) {
      expect(await react(none, 'ada')).toMatchObject({ code: 4, message: 'Use one emoji.' })
    }
    expect(await react('👍')).toMatchObject({ code: 4 })
    expect(await react('👍', 'mallory')).toMatchObject({ code: 16 })
    const faces = Array.from({ length: chatLimits.reactionsPerMessage }, (_, n) => String.fromCodePoint(0x1f600 + n))
    for (const emoji of faces)
      await testChat.http('reactions.add', { cid, messageId: sent.id, emoji }, { actAs: 'ada' })
    expect(await react('👍', 'ada')).toMatchObject({ code: 17 })
    await testChat.http('messages.delete', { cid, messageId: sent.id }, { actAs: 'ada' })
    expect(await react('👍', 'ada')).toMatchObject({ code: 16 })
  })
})
