import type { Poll } from '@fettle/protocol/chat/polls/polls'
import { describe, expect, it } from 'vitest'
import { countsWith, shareIn, tapOption } from './poll-votes.ts'

describe('tapping an option', () => {
  const poll = {
    options: ['a', 'b', 'c'].map((id) => ({ id, text: id, suggestedBy: null })),
    isClosed: false,
    allowAnswers: false,
    allowUserSuggestedOptions: false,
    enforceUniqueVote: false,
    maxVotesAllowed: 2,
    voteCountsByOption: { a: 1, b: 1, c: 0 },
  } as unknown as Poll

  it('votes, and withdraws the vote', () => {
    expect(tapOption(poll, ['a'], 'b')).toEqual({ ok: true, optionIds: ['a', 'b'] })
    expect(tapOption(poll, ['a', 'b'], 'b')).toEqual({ ok: true, optionIds: ['a'] })
  })

  it('moves a single vote', () => {
    expect(tapOption({ ...poll, enforceUniqueVote: true }, ['a'], 'b')).toEqual({ ok: true, optionIds: ['b'] })
  })

  it('shows a hint once all votes are used', () => {
    expect(tapOption(poll, ['a', 'b'], 'c')).toEqual({
      ok: false,
      reason: { code: 'poll.vote-limit' },
    })
  })

  it('updates the counts optimistically', () => {
    const counts = countsWith(poll, ['a'], ['a', 'c'])
    expect(counts).toEqual({ a: 1, b: 1, c: 1 })
    expect([shareIn(counts, 'a'), shareIn({}, 'a')]).toEqual([33, 0])
  })
})
