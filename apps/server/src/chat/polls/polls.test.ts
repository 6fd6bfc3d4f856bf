import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'

const testChat = setUpTestChat({ rateLimits: false })
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
})

interface Poll {
  name?: string
  options?: string[]
  allowAnswers?: boolean
  allowUserSuggestedOptions?: boolean
  enforceUniqueVote?: boolean
  maxVotesAllowed?: number | null
  votingVisibility?: 'public' | 'anonymous'
}

async function ask(poll: Poll = {}, people = ['ada', 'tunde']) {
  const { channel } = await testChat.http('channels.create', {
    id: createMessageId(),
    members: people,
  })
  const { cid } = channel
  const input = { cid, messageId: createMessageId(), poll: { name: 'When?', options: ['Monday', 'Tuesday'], ...poll } }
  const created = await testChat.http('polls.create', input, { actAs: 'ada' })
  return { cid, pollId: created.poll.id, input, created }
}
const as = (actAs: string) => ({ actAs })

describe('creating a poll', () => {
  it('sends one message with the poll and publishes its results', async () => {
    const tunde = await testChat.connect('tunde')
    const { cid, pollId, input, created } = await ask({ maxVotesAllowed: 2 })
    expect(created).toMatchObject({
      poll: {
        name: 'When?',
        options: [
          { id: 'opt_1', text: 'Monday' },
          { id: 'opt_2', text: 'Tuesday' },
        ],
        isClosed: false,
        maxVotesAllowed: 2,
        voteCountsByOption: { opt_1: 0, opt_2: 0 },
        version: 1,
      },
      own: { optionIds: [], answer: null, version: 0 },
      message: { text: 'When?', pollId },
    })
    expect(await testChat.http('polls.create', input, as('ada'))).toEqual(created)
    const { message } = await tunde.received('message.new', (frame) => frame.cid === cid)
    expect(message.pollId).toBe(pollId)
    const { polls } = await tunde.call('polls.query', { cid, ids: [pollId] })
    expect(polls).toEqual([{ poll: created.poll, own: created.own }])
  })

  it('takes what was changed after a refusal', async () => {
    const { cid } = await ask()
    await testChat.http('channels.update', { cid, slowModeSeconds: 10 })
    const input = { cid, messageId: createMessageId(), poll: { name: 'When?', options: ['Monday', 'Tuesday'] } }
    const ada = await testChat.connect('ada')
    await ada.call('messages.send', { cid, message: { id: createMessageId(), text: 'Hello' } })
    expect(await ada.refusal('polls.create', input)).toMatchObject({ code: 60 })
    testChat.clock.advance(10_000)
    const changed = { ...input, poll: { name: 'Which day?', options: ['Friday', 'Saturday'], allowAnswers: true } }
    const created = await ada.call('polls.create', changed)
    expect(created).toMatchObject({
      poll: { name: 'Which day?', options: [{ text: 'Friday' }, { text: 'Saturday' }], allowAnswers: true },
      message: { text: 'Which day?' },
    })
    // Once it is sent, a repetition changes nothing.
    expect(await ada.call('polls.create', input)).toEqual(created)
  })

  it('is refused by the same rules as the form', async () => {
    const { cid } = await ask()
    const refused = async (poll: Poll) =>
      testChat.httpRefusal(
        'polls.create',
        { cid, messageId: createMessageId(), poll: { name: 'When?', options: ['A'], ...poll } },
        as('ada'),
      )
    for (const name of [' ', undefined as unknown as string])
      expect(await refused({ name })).toMatchObject({ code: 4, message: 'Question is required' })
    expect(await refused({ options: ['A', ''] })).toMatchObject({ code: 4, message: 'Option is empty' })
    expect(await refused({ options: ['A', 'a'] })).toMatchObject({ code: 4, message: 'Option already exists' })
    for (const option of ['x'.repeat(201), '\u0007'])
      expect(await refused({ options: ['A', option] })).toMatchObject({ code: 4, message: 'Use 1 to 200 characters.' })
    const words = 'three' as unknown as number
    expect(await refused({ maxVotesAllowed: words })).toMatchObject({ code: 4, message: 'Only numbers are allowed' })
    expect(await refused({ maxVotesAllowed: 11 })).toMatchObject({ message: 'Type a number from 2 to 10' })
    expect(await refused({ maxVotesAllowed: 3, enforceUniqueVote: true })).toMatchObject({
      message: 'Enforce unique vote is enabled',
    })
    const options = Array.from({ length: 101 }, (_, n) => `${n}`)
    expect(await refused({ options })).toMatchObject({ code: 4, message: 'Use at most 100 options.' })
  })
})

describe('voting', () => {
  it('updates the counts for everybody, and own votes on own devices only', async () => {
    const { cid, pollId } = await ask()
    const [ada, phone, desktop] = await Promise.all([
      testChat.connect('ada'),
      testChat.connect('tunde'),
      testChat.connect('tunde'),
    ])
    const voted = await phone.call('polls.vote', { cid, pollId, optionId: 'opt_2' })
    expect(voted).toMatchObject({
      poll: { voteCountsByOption: { opt_1: 0, opt_2: 1 }, version: 2 },
      own: { optionIds: ['opt_2'], version: 1 },
    })
    expect(await ada.received('poll.changed')).toMatchObject({ poll: voted.poll })
    expect(await desktop.received('poll.voted')).toMatchObject({ pollId, own: voted.own })
    expect(ada.frames.some(({ type }) => type === 'poll.voted')).toBe(false)
    expect(await phone.call('polls.vote', { cid, pollId, optionId: 'opt_2' })).toEqual(voted)
    const back = await phone.call('polls.unvote', { cid, pollId, optionId: 'opt_2' })
    expect(back.poll.voteCountsByOption).toEqual({ opt_1: 0, opt_2: 0 })
    const { voices } = await ada.call('polls.voices', { cid, pollId, optionId: 'opt_2' })
    expect(voices).toEqual([])
  })

  it('concurrently keeps counts exact', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `voter-${n}`)
    await Promise.all(people.map((id) => testChat.person(id)))
    const { cid, pollId } = await ask({ options: ['A', 'B', 'C'], maxVotesAllowed: 2 }, ['ada', ...people])
    await Promise.all(
      people.flatMap((id, n) => [
        testChat.http('polls.vote', { cid, pollId, optionId: 'opt_1' }, as(id)),
        testChat.http('polls.vote', { cid, pollId, optionId: n % 2 === 0 ? 'opt_2' : 'opt_3' }, as(id)),
      ]),
    )
    await Promise.all(
      people.slice(0, 4).map((id) => testChat.http('polls.unvote', { cid, pollId, optionId: 'opt_1' }, as(id))),
    )
    const { polls } = await testChat.http('polls.query', { cid, ids: [pollId] }, as('ada'))
    expect(polls[0]?.poll).toMatchObject({ voteCountsByOption: { opt_1: 8, opt_2: 6, opt_3: 6 }, version: 1 + 24 + 4 })
  })

  it('is over, and nothing of the poll can be read, once its message is deleted for everybody', async () => {
    const { cid, pollId, input } = await ask()
    await testChat.http('polls.vote', { cid, pollId, optionId: 'opt_1' }, as('tunde'))
    await testChat.http('messages.delete', { cid, messageId: input.messageId }, as('ada'))
    expect(await testChat.http('polls.query', { cid, ids: [pollId] }, as('tunde'))).toEqual({ polls: [] })
    const option = { cid, pollId, optionId: 'opt_1' }
    for (const operation of ['polls.vote', 'polls.unvote', 'polls.voices'] as const)
      expect(await testChat.httpRefusal(operation, option, as('tunde'))).toMatchObject({ code: 16 })
  })

  it('is refused at the limit, in a closed poll, and for an unknown option', async () => {
    const { cid, pollId } = await ask({ options: ['A', 'B', 'C'], maxVotesAllowed: 2 })
    const vote = (optionId: string, at = pollId) => ({ cid, pollId: at, optionId })
    await testChat.http('polls.vote', vote('opt_1'), as('tunde'))
    await testChat.http('polls.vote', vote('opt_2'), as('tunde'))
    expect(await testChat.httpRefusal('polls.vote', vote('opt_3'), as('tunde'))).toMatchObject({
      code: 17,
      message: 'Reached the vote limit. Remove an existing vote first.',
    })
    expect(await testChat.httpRefusal('polls.vote', vote('opt_9'), as('tunde'))).toMatchObject({ code: 17 })
    const nowhere = `pol_${createMessageId()}`
    expect(await testChat.httpRefusal('polls.vote', vote('opt_1', nowhere), as('tunde'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('polls.vote', vote('opt_1'), as('mallory'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('polls.close', { cid, pollId }, as('tunde'))).toMatchObject({ code: 17 })
    const closed = await testChat.http('polls.close', { cid, pollId }, as('ada'))
    expect(closed.poll.isClosed).toBe(true)
    expect(await testChat.httpRefusal('polls.unvote', vote('opt_1'), as('tunde'))).toMatchObject({
      message: 'This poll is closed.',
    })
  })
})

describe('poll contributions', () => {
  it('can be answers in free text, one per user', async () => {
    const { cid, pollId } = await ask({ allowAnswers: true })
    await testChat.http('polls.answer', { cid, pollId, text: 'Sunday' }, as('tunde'))
    const { poll, own } = await testChat.http('polls.answer', { cid, pollId, text: 'Never' }, as('tunde'))
    expect([poll.answersCount, own.answer]).toEqual([1, 'Never'])
    const { voices } = await testChat.http('polls.voices', { cid, pollId }, as('ada'))
    expect(voices).toMatchObject([{ user: { id: 'tunde' }, answer: 'Never', optionId: null }])
    expect((await testChat.http('polls.answer', { cid, pollId, text: null }, as('tunde'))).poll.answersCount).toBe(0)
  })

  it('are announced to others also where a text replaces another', async () => {
    const { cid, pollId } = await ask({ allowAnswers: true })
    const ada = await testChat.connect('ada')
    const answer = (text: string) => testChat.http('polls.answer', { cid, pollId, text }, as('tunde'))
    await answer('Sunday')
    const { poll } = await answer('Never')
    expect(poll.version).toBe(3)
    expect(await ada.received('poll.changed', (frame) => frame.poll.version === 3)).toMatchObject({ poll })
    expect((await answer('Never')).poll.version).toBe(3)
  })

  it('can be suggested options, which can be voted for', async () => {
    const { cid, pollId } = await ask({ allowUserSuggestedOptions: true })
    const { poll } = await testChat.http('polls.suggest', { cid, pollId, text: 'Friday' }, as('tunde'))
    expect(poll.options.at(-1)).toEqual({ id: 'opt_3', text: 'Friday', suggestedBy: 'tunde' })
    await testChat.http('polls.vote', { cid, pollId, optionId: 'opt_3' }, as('ada'))
    expect(await testChat.httpRefusal('polls.suggest', { cid, pollId, text: 'friday' }, as('ada'))).toMatchObject({
      code: 4,
      message: 'Option already exists',
    })
  })

  it('are refused where the poll does not allow them', async () => {
    const { cid, pollId } = await ask()
    expect(await testChat.httpRefusal('polls.answer', { cid, pollId, text: 'X' }, as('tunde'))).toMatchObject({
      code: 17,
    })
    expect(await testChat.httpRefusal('polls.suggest', { cid, pollId, text: 'X' }, as('tunde'))).toMatchObject({
      code: 17,
    })
  })

  it('can be deleted, but not given, in a blocked conversation', async () => {
    await testChat.person('zoe')
    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'zoe'] })).channel
    const poll = { name: 'When?', allowAnswers: true }
    const { id } = (await testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, as('ada'))).poll
    const answer = (text: string | null) => ({ cid, pollId: id, text })
    await testChat.http('polls.answer', answer('Later'), as('zoe'))
    await testChat.http('channels.block', { cid, blocked: true }, as('ada'))
    expect(await testChat.httpRefusal('polls.answer', answer('Never'), as('zoe'))).toMatchObject({ code: 17 })
    const { own } = await testChat.http('polls.answer', answer(null), as('zoe'))
    expect(own.answer).toBeNull()
  })

  it('are anonymous in an anonymous poll', async () => {
    const { cid, pollId } = await ask({ votingVisibility: 'anonymous', allowAnswers: true })
    await testChat.http('polls.vote', { cid, pollId, optionId: 'opt_1' }, as('tunde'))
    await testChat.http('polls.answer', { cid, pollId, text: 'Later' }, as('tunde'))
    expect(await testChat.httpRefusal('polls.voices', { cid, pollId, optionId: 'opt_1' }, as('ada'))).toMatchObject({
      code: 17,
      message: 'This poll is anonymous.',
    })
    const { voices } = await testChat.http('polls.voices', { cid, pollId }, as('ada'))
    expect(voices).toMatchObject([{ user: null, answer: 'Later' }])
  })
})
