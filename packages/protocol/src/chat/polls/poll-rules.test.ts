import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../common/limits.ts'
import {
  checkAnswer,
  checkMaxVotes,
  checkPoll,
  checkSuggestion,
  decideUnvote,
  decideVote,
  type PollFacts,
} from './poll-rules.ts'

const form = { name: 'When?', options: ['Monday', 'Tuesday'], enforceUniqueVote: false, maxVotesAllowed: null }
const facts: PollFacts = {
  options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id.toUpperCase() })),
  isClosed: false,
  allowAnswers: true,
  allowUserSuggestedOptions: true,
  enforceUniqueVote: false,
  maxVotesAllowed: null,
}
const codesOf = (draft: Partial<typeof form> & { maxVotesAllowed?: string | number | null; allowAnswers?: boolean }) =>
  checkPoll({ ...form, ...draft }).map(({ reason }) => reason.code)

describe('poll rules', () => {
  it('require a question and distinct, non-empty options', () => {
    expect(checkPoll(form)).toEqual([])
    expect(codesOf({ name: '  ' })).toEqual(['poll.question-required'])
    expect(checkPoll({ ...form, options: ['Yes', ' ', ' yes '] })).toEqual([
      { field: 'options', index: 1, reason: { code: 'poll.option-empty' } },
      { field: 'options', index: 2, reason: { code: 'poll.option-exists' } },
    ])
    expect(codesOf({ options: [] })).toEqual(['poll.nothing-to-vote'])
    expect(codesOf({ options: [], allowAnswers: true })).toEqual([])
  })

  it('allow at most a hundred options', () => {
    const options = Array.from({ length: limits.pollOptionsMax }, (_, n) => `${n}`)
    expect(codesOf({ options })).toEqual([])
    expect(codesOf({ options: [...options, 'more'] })).toEqual(['poll.options-limit'])
  })

  it.each([
    ['', false, null],
    [null, true, null],
    ['2', false, null],
    ['10', false, null],
    ['1', false, 'poll.votes-range'],
    ['11', false, 'poll.votes-range'],
    ['three', false, 'poll.numbers-only'],
    ['2.5', false, 'poll.numbers-only'],
    ['-2', false, 'poll.numbers-only'],
    ['3', true, 'poll.unique-vote'],
  ])('allow %j votes each, unique: %s → %s', (typed, unique, code) => {
    expect(checkMaxVotes(typed, unique)?.code ?? null).toBe(code)
  })
})

describe('poll votes', () => {
  it('are refused at the limit, until one is withdrawn', () => {
    const limited = { ...facts, maxVotesAllowed: 2 }
    const reason = { code: 'poll.vote-limit' }
    expect(decideVote(limited, ['a', 'b'], 'c')).toEqual({ ok: false, reason })
    expect(decideUnvote(limited, ['a', 'b'], 'a')).toEqual({ ok: true, optionIds: ['b'] })
    expect(decideVote(limited, ['b'], 'c')).toEqual({ ok: true, optionIds: ['b', 'c'] })
  })

  it('move when there is only one', () => {
    expect(decideVote({ ...facts, enforceUniqueVote: true }, ['a'], 'b')).toEqual({ ok: true, optionIds: ['b'] })
  })

  it('are refused without an option, and in a closed poll', () => {
    expect(decideVote(facts, [], 'z')).toEqual({ ok: false, reason: { code: 'poll.no-option' } })
    const closed = { ...facts, isClosed: true }
    for (const refused of [decideVote(closed, [], 'a'), decideUnvote(closed, ['a'], 'a')])
      expect(refused).toEqual({ ok: false, reason: { code: 'poll.closed' } })
    expect(checkAnswer(closed)).toEqual({ code: 'poll.closed' })
    expect(checkSuggestion(closed, 'E')).toEqual({ code: 'poll.closed' })
  })

  it('never exceed the limit or repeat an option', () => {
    const poll = fc.record({ enforceUniqueVote: fc.boolean(), maxVotesAllowed: fc.constantFrom(null, 2, 3) })
    const clicks = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'z'), off: fc.boolean() }))
    fc.assert(
      fc.property(poll, clicks, (rules, clicked) => {
        const standing = { ...facts, ...rules }
        let votedIds: readonly string[] = []
        for (const { id, off } of clicked) {
          const vote = off ? decideUnvote(standing, votedIds, id) : decideVote(standing, votedIds, id)
          if (vote.ok) votedIds = vote.optionIds
          expect(new Set(votedIds).size).toBe(votedIds.length)
          expect(votedIds.length).toBeLessThanOrEqual(rules.enforceUniqueVote ? 1 : (rules.maxVotesAllowed ?? 4))
        }
      }),
    )
  })
})

describe('poll contributions', () => {
  it('are accepted where allowed, and only if new', () => {
    expect(checkSuggestion(facts, 'E')).toBeNull()
    expect(checkSuggestion(facts, ' a ')).toEqual({ code: 'poll.option-exists' })
    expect(checkSuggestion({ ...facts, allowUserSuggestedOptions: false }, 'E')).toEqual({
      code: 'poll.no-suggestions',
    })
    expect(checkAnswer(facts)).toBeNull()
    expect(checkAnswer({ ...facts, allowAnswers: false })).toEqual({ code: 'poll.no-answers' })
  })
})
