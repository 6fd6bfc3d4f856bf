import { describe, expect, it } from 'vitest'
import {
  emptyForm,
  draftFormOf,
  moveOption,
  pasteOptions,
  problemsOf,
  readForm,
  removeOption,
  toDraft,
  typeOption,
  hasInput,
  type PollForm,
} from './poll-form.ts'

const write = (...texts: string[]): PollForm =>
  texts.reduce((form, text, index) => typeOption(form, `o${index + 1}`, text), { ...emptyForm, name: 'Which day?' })
const texts = (form: PollForm) => form.options.map(({ text }) => text)
const codesOf = (form: PollForm) => problemsOf(form).map(({ reason }) => reason.code)

describe('the options of a new poll', () => {
  it('always have an empty line, up to a hundred', () => {
    expect(texts(write('Monday', 'Tuesday'))).toEqual(['Monday', 'Tuesday', ''])
    const hundred = write(...Array.from({ length: 100 }, (_, index) => `Day ${index}`))
    expect(texts(hundred)).toHaveLength(100)
    expect(codesOf(hundred)).toEqual([])
  })

  it('can be reordered, keeping their keys', () => {
    const form = moveOption(write('Monday', 'Tuesday', 'Friday'), 'o3', 0)
    expect(texts(form)).toEqual(['Friday', 'Monday', 'Tuesday', ''])
    expect(form.options[0]?.key).toBe('o3')
  })

  it('stay in place for an invalid position', () => {
    const form = write('Monday', 'Tuesday')
    expect(moveOption(form, 'o1', -1)).toBe(form)
    expect(moveOption(form, 'o1', 2)).toBe(form)
  })

  it('are split from pasted lines', () => {
    expect(texts(pasteOptions(write('Monday'), 'o2', 'Tuesday\n\n Friday \r\n'))).toEqual([
      'Monday',
      'Tuesday',
      'Friday',
      '',
    ])
  })

  it('can be removed, down to two lines', () => {
    expect(texts(removeOption(write('Monday'), 'o1'))).toEqual(['', ''])
  })
})

describe('input of a new poll', () => {
  it('is validated with the specified messages', () => {
    expect(codesOf({ ...write('Monday'), name: '  ' })).toEqual(['poll.question-required'])
    expect(codesOf(typeOption(write('Monday', 'x', 'Tuesday'), 'o2', ' '))).toEqual(['poll.option-empty'])
    expect(codesOf(write('Monday', 'monday '))).toEqual(['poll.option-exists'])
    expect(codesOf({ ...write('Monday'), isUnique: false, maxVotes: 'two' })).toEqual(['poll.numbers-only'])
    expect(codesOf({ ...write('Monday'), isUnique: false, maxVotes: '11' })).toEqual(['poll.votes-range'])
    expect(codesOf({ ...write('Monday'), isUnique: true, maxVotes: '2' })).toEqual(['poll.unique-vote'])
  })

  it('needs an option unless suggestions are allowed', () => {
    expect(codesOf({ ...emptyForm, name: 'Which day?' })).toHaveLength(1)
    expect(codesOf({ ...emptyForm, name: 'Which day?', allowAnswers: true })).toEqual([])
  })

  it('omits the empty line', () => {
    expect(toDraft({ ...write(' Monday ', 'Tuesday'), isUnique: false, maxVotes: '2', isAnonymous: true })).toEqual({
      name: 'Which day?',
      description: '',
      options: ['Monday', 'Tuesday'],
      enforceUniqueVote: false,
      maxVotesAllowed: 2,
      votingVisibility: 'anonymous',
      allowAnswers: false,
      allowUserSuggestedOptions: false,
    })
  })

  it('is stored as typed, and not when empty', () => {
    const form = { ...write('Monday', 'Tuesday'), allowAnswers: true }
    expect(readForm(JSON.parse(JSON.stringify(draftFormOf(form))) as Record<string, unknown>)).toEqual(form)
    expect(draftFormOf(emptyForm)).toBeUndefined()
    expect(readForm({ options: 'nonsense', name: 3 })).toEqual(emptyForm)
    expect(hasInput(readForm(undefined).options)).toEqual([])
  })
})
