import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, startTestChat } from '../../../testing/app/test-chat.ts'

const testChat = setUpTestChat()
beforeAll(async () => {
  await testChat.person('ada', 'Ada')
  await testChat.person('tunde', 'Tunde')
  await testChat.person('mallory', 'Mallory')
})

const text = (words: string) => ({ id: createMessageId(), text: words })
async function directChannel() {
  const other = await testChat.person(`user-${createMessageId()}`)
  const { channel } = await testChat.http('channels.create', { members: ['ada', other.id] })
  return { cid: channel.cid, other }
}

describe('sending', () => {
  it("is durable once answered, and updates the other member's unread count", async () => {
    const { cid, other } = await directChannel()
    const [ada, them] = await Promise.all([testChat.connect('ada'), testChat.connect(other.id)])
    const draft = text('Hello')
    const { message } = await ada.call('messages.send', { cid, message: draft })
    expect(message).toMatchObject({
      id: draft.id,
      cid,
      seq: 1,
      kind: 'regular',
      text: 'Hello',
      user: { id: 'ada', name: 'Ada' },
    })
    expect(await testChat.http('messages.get', { cid, messageId: draft.id })).toEqual({ message })
    const event = await them.received('message.new')
    expect(event).toEqual({
      type: 'message.new',
      cid,
      seq: 1,
      at: message.createdAt,
      message,
      reading: { version: 1, lastReadSeq: 0, unreadCount: 1 },
    })
  })

  it('is idempotent over every transport and concurrently', async () => {
    const { cid } = await directChannel()
    const ada = await testChat.connect('ada')
    const message = text('Only once')
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => ada.call('messages.send', { cid, message })),
      ...Array.from({ length: 5 }, () => testChat.http('messages.send', { cid, message }, { actAs: 'ada' })),
    ])
    expect(new Set(answers.map((answer) => answer.message.seq))).toEqual(new Set([1]))
    expect(await ada.call('messages.send', { cid, message: { ...message, text: 'Changed' } })).toEqual(answers[0])
    expect((await testChat.http('messages.list', { cid })).messages).toHaveLength(1)
  })

  it('numbers messages of a channel without gaps, with two processes writing concurrently', async () => {
    const { cid, other } = await directChannel()
    const second = await startTestChat({ sharesDatabaseWith: testChat, rateLimits: false })
    try {
      const everybody = [
        { at: testChat, actAs: 'ada' },
        { at: second, actAs: 'ada' },
        { at: testChat, actAs: other.id },
        { at: second, actAs: other.id },
      ]
      await Promise.all(
        everybody.flatMap(({ at, actAs }) =>
          Array.from({ length: 25 }, (_, n) => at.http('messages.send', { cid, message: text(`${n}`) }, { actAs })),
        ),
      )
      const { messages } = await testChat.http('messages.list', { cid, limit: 100 })
      expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
      expect((await testChat.http('unread.get', {}, { actAs: other.id })).totalUnread).toBe(50)
    } finally {
      await second.stop()
    }
  })

  it('with the same id in two processes creates one message', async () => {
    const { cid } = await directChannel()
    const second = await startTestChat({ sharesDatabaseWith: testChat, rateLimits: false })
    try {
      for (let round = 1; round <= 10; round += 1) {
        const message = text('Same')
        const sends = [testChat, second].map((at) => at.http('messages.send', { cid, message }, { actAs: 'ada' }))
        const [one, other] = await Promise.all(sends)
        expect(one?.message.seq).toBe(round)
        expect(other).toEqual(one)
      }
    } finally {
      await second.stop()
    }
  })

  it('stores quotes, and mentions of members only', async () => {
    const { cid, other } = await directChannel()
    const first = text('What time?')
    await testChat.http('messages.send', { cid, message: first }, { actAs: 'ada' })
    const answer = { ...text('At nine'), quotedMessageId: first.id, mentions: ['ada', 'mallory', 'ada'] }
    await testChat.http('messages.send', { cid, message: answer }, { actAs: other.id })
    const { messages } = await testChat.http('messages.list', { cid })
    expect(messages[1]).toMatchObject({ quotedMessageId: first.id, mentions: ['ada'] })
  })

  it('normalizes Unicode and replaces lone surrogates', async () => {
    const { cid } = await directChannel()
    const { message } = await testChat.http(
      'messages.send',
      { cid, message: text('Cafe\u0301 \ud800\r\nbye') },
      { actAs: 'ada' },
    )
    expect(message.text).toBe('Café \ufffd\nbye')
  })

  it('of system messages and cards is allowed to the app only', async () => {
    const { cid, other } = await directChannel()
    const card = { type: 'booking', id: 'bkg_1' }
    const sent = await testChat.http('messages.send', { cid, message: { ...text(''), kind: 'card', card } })
    expect(sent.message).toMatchObject({ user: null, kind: 'card', card })
    await testChat.http('messages.send', { cid, message: { ...text('Booking confirmed'), kind: 'system' } })
    expect((await testChat.http('unread.get', {}, { actAs: other.id })).totalUnread).toBe(1)
    const ada = await testChat.connect('ada')
    for (const fake of [{ kind: 'system' as const }, { kind: 'card' as const, card }, { card }]) {
      const refusal = await ada.refusal('messages.send', { cid, message: { ...text('Fake'), ...fake } })
      expect(refusal).toMatchObject({ code: 17, statusCode: 403 })
    }
  })
})

describe('sending is refused', () => {
  it('to non-members, as if the channel did not exist', async () => {
    const { cid } = await directChannel()
    const mallory = await testChat.connect('mallory')
    const refusals = await Promise.all([
      mallory.refusal('messages.send', { cid, message: text('Hi') }),
      mallory.refusal('messages.send', { cid: 'messaging:nowhere', message: text('Hi') }),
      mallory.refusal('messages.list', { cid }),
      mallory.refusal('messages.get', { cid, messageId: createMessageId() }),
    ])
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 16, statusCode: 404, retryable: false })
  })

  it('for text that is empty, only markup, or too long', async () => {
    const { cid } = await directChannel()
    const ada = await testChat.connect('ada')
    for (const empty of ['', '  \n', '**', '> _ _', '- ', '```']) {
      expect(await ada.refusal('messages.send', { cid, message: text(empty) })).toMatchObject({ code: 4 })
    }
    expect(await ada.refusal('messages.send', { cid, message: text('é'.repeat(5_001)) })).toMatchObject({
      code: 20,
      details: { maximum: 5_000 },
    })
    const { message } = await ada.call('messages.send', { cid, message: text('🙂'.repeat(5_000)) })
    expect(Array.from(message.text)).toHaveLength(5_000)
  })

  it('with an id used by another sender, or an invalid id', async () => {
    const { cid, other } = await directChannel()
    const message = text('Mine')
    await testChat.http('messages.send', { cid, message }, { actAs: 'ada' })
    expect(await testChat.httpRefusal('messages.send', { cid, message }, { actAs: other.id })).toMatchObject({
      code: 17,
    })
    const nameless = { id: 'first', text: 'Hi' }
    expect(await testChat.httpRefusal('messages.send', { cid, message: nameless }, { actAs: 'ada' })).toMatchObject({
      code: 4,
      message: 'Use a UUIDv7.',
    })
  })

  it('without a user, and with an unknown quote', async () => {
    const { cid } = await directChannel()
    expect(await testChat.httpRefusal('messages.send', { cid, message: text('Hi') })).toMatchObject({ code: 4 })
    const quoting = { ...text('This'), quotedMessageId: createMessageId() }
    expect(await testChat.httpRefusal('messages.send', { cid, message: quoting }, { actAs: 'ada' })).toMatchObject({
      code: 16,
    })
  })

  it('when it is larger than 64 KiB', async () => {
    const { cid } = await directChannel()
    const message = text('x'.repeat(70_000))
    expect(await testChat.httpRefusal('messages.send', { cid, message }, { actAs: 'ada' })).toMatchObject({
      code: 22,
      statusCode: 413,
    })
  })
})

describe('history', () => {
  it('is paged before, after and around a sequence number, oldest first', async () => {
    const { cid } = await directChannel()
    for (let n = 1; n <= 12; n += 1)
      await testChat.http('messages.send', { cid, message: text(`${n}`) }, { actAs: 'ada' })
    const page = async (input: { before?: number; after?: number; around?: number }) => {
      const { messages, hasOlder, hasNewer } = await testChat.http(
        'messages.list',
        { cid, limit: 5, ...input },
        { actAs: 'ada' },
      )
      return { texts: messages.map((message) => Number(message.text)), hasOlder, hasNewer }
    }
    expect(await page({})).toEqual({ texts: [8, 9, 10, 11, 12], hasOlder: true, hasNewer: false })
    expect(await page({ before: 8 })).toEqual({ texts: [3, 4, 5, 6, 7], hasOlder: true, hasNewer: true })
    expect(await page({ before: 3 })).toEqual({ texts: [1, 2], hasOlder: false, hasNewer: true })
    expect(await page({ after: 9 })).toEqual({ texts: [10, 11, 12], hasOlder: true, hasNewer: false })
    expect(await page({ around: 6 })).toEqual({ texts: [4, 5, 6, 7, 8], hasOlder: true, hasNewer: true })
    const refusal = await testChat.httpRefusal('messages.list', { cid, before: 3, after: 1 })
    expect(refusal).toMatchObject({ code: 4, message: 'Use only one of before, after and around.' })
  })
})
