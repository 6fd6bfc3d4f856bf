import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'

/** Message rules of the specification, in order and with their messages. */

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  for (const id of ['ada', 'tunde']) await testChat.person(id)
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const ada = { actAs: 'ada' }
const send = (text: string) =>
  testChat.httpRefusal('messages.send', { cid, message: { id: createMessageId(), text } }, ada)
const ask = (poll: object) => {
  const whole = { name: 'When?', options: ['Monday', 'Tuesday'], ...poll }
  return testChat.httpRefusal('polls.create', { cid, messageId: createMessageId(), poll: whole }, ada)
}
const place = () => ({ cid, messageId: createMessageId(), latitude: 6.43, longitude: 3.42, deviceId: 'phone' })

describe('a poll vote', () => {
  it('is refused when the maximum votes is reached', async () => {
    const poll = { name: 'When?', options: ['A', 'B', 'C'], maxVotesAllowed: 2 }
    const created = await testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, ada)
    const vote = (optionId: string) => ({ cid, pollId: created.poll.id, optionId })
    await testChat.http('polls.vote', vote('opt_1'), ada)
    await testChat.http('polls.vote', vote('opt_2'), ada)
    expect(await testChat.httpRefusal('polls.vote', vote('opt_3'), ada)).toMatchObject({
      message: 'Reached the vote limit. Remove an existing vote first.',
    })
  })
})

describe('text', () => {
  it.each(['', '   ', '**', '__ __', '~~', '`', '```\n```', '> ', '# ', '- \n- ', '1. ', '[](https://example.com)'])(
    'that is only markup counts as empty: %j',
    async (text) => expect(await send(text)).toMatchObject({ code: 4, message: 'Write something first.' }),
  )

  it.each(['\u200B', '\u2800', '\u3164', '\uFE0F', '\u034F'])('that shows nothing counts as empty: %j', async (text) =>
    expect(await send(text)).toMatchObject({ code: 4, message: 'Write something first.' }),
  )

  it.each(['*a*', '> 1', '- tap', '`x`', '?', '👍', '\u2764\uFE0F', '1.5'])(
    'with something in its markup does not: %j',
    async (text) => {
      const { message } = await testChat.http('messages.send', { cid, message: { id: createMessageId(), text } }, ada)
      expect(message.text).toBe(text)
    },
  )
})

describe('message attachments', () => {
  it('are sent only once they have uploaded', async () => {
    const upload = await testChat.http('attachments.start', { cid, kind: 'file', name: 'a.pdf', size: 9 }, ada)
    const attachmentIds = [upload.uploadId.replace('upl_', 'att_')]
    const message = { id: createMessageId(), text: 'Here', attachmentIds }
    expect(await testChat.httpRefusal('messages.send', { cid, message }, ada)).toMatchObject({
      code: 4,
      message: 'Upload this file again.',
    })
  })
})

describe('a poll', () => {
  it.each(['', '  '])('needs a question: %j', async (name) => {
    expect(await ask({ name })).toMatchObject({ code: 4, message: 'Question is required' })
  })
  it('needs options that are not empty', async () => {
    expect(await ask({ options: ['Monday', ' '] })).toMatchObject({ code: 4, message: 'Option is empty' })
  })
  it('needs options that differ', async () => {
    expect(await ask({ options: ['Monday', ' monday'] })).toMatchObject({ code: 4, message: 'Option already exists' })
  })
  it.each([2.5, -3])('accepts whole numbers as vote limit only: %d', async (maxVotesAllowed) => {
    expect(await ask({ maxVotesAllowed })).toMatchObject({ code: 4, message: 'Only numbers are allowed' })
  })
  it.each([0, 1, 11, 100])('allows 2 to 10 votes, not %d', async (maxVotesAllowed) => {
    expect(await ask({ maxVotesAllowed })).toMatchObject({ code: 4, message: 'Type a number from 2 to 10' })
  })
  it.each([2, 10])('allows %d votes', async (maxVotesAllowed) => {
    const poll = { name: 'When?', options: ['A'], maxVotesAllowed }
    const created = await testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, ada)
    expect(created.poll.maxVotesAllowed).toBe(maxVotesAllowed)
  })
  it('accepts no vote limit when votes are unique', async () => {
    expect(await ask({ maxVotesAllowed: 3, enforceUniqueVote: true })).toMatchObject({
      code: 4,
      message: 'Enforce unique vote is enabled',
    })
  })
  it('has up to 100 options', async () => {
    const options = Array.from({ length: 101 }, (_, n) => `Option ${n}`)
    expect(await ask({ options })).toMatchObject({ code: 4, message: 'Use at most 100 options.' })
    const poll = { name: 'When?', options: options.slice(0, 100) }
    const created = await testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, ada)
    expect(created.poll.options).toHaveLength(100)
  })
})

describe('a shared location', () => {
  it.each(['latitude', 'longitude', 'messageId', 'deviceId'])('needs its %s', async (field) => {
    const incomplete = Object.fromEntries(Object.entries(place()).filter(([key]) => key !== field))
    expect(await testChat.httpRefusal('location.share', incomplete as ReturnType<typeof place>, ada)).toMatchObject({
      code: 4,
    })
  })
  it('is live for at least 60 seconds', async () => {
    const share = (liveFor: number) => ({ ...place(), liveFor })
    expect(await testChat.httpRefusal('location.share', share(59_999), ada)).toMatchObject({
      code: 4,
      message: 'Share it for at least one minute.',
    })
    const { share: createdShare } = await testChat.http('location.share', share(60_000), ada)
    expect(createdShare).toMatchObject({ endedAt: null })
  })
})
