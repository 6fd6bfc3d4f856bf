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
const messages = (draft: Partial<typeof form> & { maxVotesAllowed?: string | number | null; allowAnswers?: boolean }) =>
  checkPoll({ ...form, ...draft }).map(({ message }) => message)

describe('poll rules', () => {
  it('require a question and distinct, non-empty options', () => {
    expect(checkPoll(form)).toEqual([])
    expect(messages({ name: '  ' })).toEqual(['Question is required'])
    expect(checkPoll({ ...form, options: ['Yes', ' ', ' yes '] })).toEqual([
      { field: 'options', index: 1, message: 'Option is empty' },
      { field: 'options', index: 2, message: 'Option already exists' },
    ])
    expect(messages({ options: [] })).toEqual(['Add an option, or let people suggest options or answer.'])
    expect(messages({ options: [], allowAnswers: true })).toEqual([])
  })

  it('allow at most a hundred options', () => {
    const options = Array.from({ length: limits.pollOptionsMax }, (_, n) => `${n}`)
    expect(messages({ options })).toEqual([])
    expect(messages({ options: [...options, 'more'] })).toEqual(['Use at most 100 options.'])
  })

  it.each([
    ['', false, null],
    [null, true, null],
    ['2', false, null],
    ['10', false, null],
    ['1', false, 'Type a number from 2 to 10'],
    ['11', false, 'Type a number from 2 to 10'],
    ['three', false, 'Only numbers are allowed'],
    ['2.5', false, 'Only numbers are allowed'],
    ['-2', false, 'Only numbers are allowed'],
    ['3', true, 'Enforce unique vote is enabled'],
  ])('allow %j votes each, unique: %s → %s', (typed, unique, message) => {
    expect(checkMaxVotes(typed, unique)).toBe(message)
  })
})

describe('poll votes', () => {
  it('are refused at the limit, until one is withdrawn', () => {
    const limited = { ...facts, maxVotesAllowed: 2 }
    const message = 'Reached the vote limit. Remove an existing vote first.'
    expect(decideVote(limited, ['a', 'b'], 'c')).toEqual({ ok: false, message })
    expect(decideUnvote(limited, ['a', 'b'], 'a')).toEqual({ ok: true, optionIds: ['b'] })
    expect(decideVote(limited, ['b'], 'c')).toEqual({ ok: true, optionIds: ['b', 'c'] })
  })

  it('move when there is only one', () => {
    expect(decideVote({ ...facts, enforceUniqueVote: true }, ['a'], 'b')).toEqual({ ok: true, optionIds: ['b'] })
  })

  it('are refused without an option, and in a closed poll', () => {
    expect(decideVote(facts, [], 'z')).toEqual({ ok: false, message: 'There is no such option.' })
    const closed = { ...facts, isClosed: true }
    for (const refused of [decideVote(closed, [], 'a'), decideUnvote(closed, ['a'], 'a')])
      expect(refused).toEqual({ ok: false, message: 'This poll is closed.' })
    expect(checkAnswer(closed)).toBe('This poll is closed.')
    expect(checkSuggestion(closed, 'E')).toBe('This poll is closed.')
  })

  it('never exceed the limit or repeat an option', () => {
    const poll = fc.record({ enforceUniqueVote: fc.boolean(), maxVotesAllowed: fc.constantFrom(null, 2, 3) })
    const clicks = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'z'), off: fc.boolean() }))
    fc.assert(
      fc.property(poll, clicks, (rules, clicked) => {
        const standing = { ...facts, ...rules }
        let mine: readonly string[] = []
        for (const { id, off } of clicked) {
          const vote = off ? decideUnvote(standing, mine, id) : decideVote(standing, mine, id)
          if (vote.ok) mine = vote.optionIds
          expect(new Set(mine).size).toBe(mine.length)
          expect(mine.length).toBeLessThanOrEqual(rules.enforceUniqueVote ? 1 : (rules.maxVotesAllowed ?? 4))
        }
      }),
    )
  })
})

describe('poll contributions', () => {
  it('are accepted where allowed, and only if new', () => {
    expect(checkSuggestion(facts, 'E')).toBeNull()
    expect(checkSuggestion(facts, ' a ')).toBe('Option already exists')
    expect(checkSuggestion({ ...facts, allowUserSuggestedOptions: false }, 'E')).toMatch(/no suggested options/)
    expect(checkAnswer(facts)).toBeNull()
    expect(checkAnswer({ ...facts, allowAnswers: false })).toMatch(/no answers/)
  })
})
