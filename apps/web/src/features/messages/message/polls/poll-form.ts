import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import { checkPoll, type PollProblem } from '@fettle/protocol/chat/polls/poll-rules'
import { limits } from '@fettle/protocol/common/limits'
import { latinDigits } from '../../../../lib/format/digits.ts'

/** One option of the form. The key identifies it while options are reordered. */
export interface OptionLine {
  key: string
  text: string
}

/** Form values of a poll. */
export interface PollForm {
  name: string
  description: string
  options: readonly OptionLine[]
  isUnique: boolean
  /** Raw input. */
  maxVotes: string
  isAnonymous: boolean
  allowAnswers: boolean
  allowSuggestions: boolean
}

export const emptyForm: PollForm = {
  name: '',
  description: '',
  options: [
    { key: 'o1', text: '' },
    { key: 'o2', text: '' },
  ],
  isUnique: true,
  maxVotes: '',
  isAnonymous: false,
  allowAnswers: false,
  allowSuggestions: false,
}

/** Parses a stored form; returns an empty one when it is invalid. */
export function readForm(stored: Record<string, unknown> | undefined): PollForm {
  if (!stored) return emptyForm
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const lines = Array.isArray(stored['options']) ? stored['options'].map(text) : []
  return withSpareLine({
    name: text(stored['name']),
    description: text(stored['description']),
    options: lines.slice(0, limits.pollOptionsMax).map((line, index) => ({ key: `o${index + 1}`, text: line })),
    isUnique: stored['isUnique'] !== false,
    maxVotes: text(stored['maxVotes']),
    isAnonymous: stored['isAnonymous'] === true,
    allowAnswers: stored['allowAnswers'] === true,
    allowSuggestions: stored['allowSuggestions'] === true,
  })
}

/** Form values worth storing; undefined when it is empty. */
export function draftFormOf(form: PollForm): Record<string, unknown> | undefined {
  const options = hasInput(form.options).map(({ text }) => text)
  const isEmpty = form.name.trim() === '' && form.description.trim() === '' && options.join('').trim() === ''
  return isEmpty ? undefined : { ...form, options }
}

/** Options without the empty lines at the end. */
export function hasInput(options: readonly OptionLine[]): readonly OptionLine[] {
  const last = options.findLastIndex(({ text }) => text.trim() !== '')
  return options.slice(0, last + 1)
}

function nextKey(options: readonly OptionLine[]): string {
  const highest = options.reduce((most, { key }) => Math.max(most, Number(key.slice(1))), 0)
  return `o${highest + 1}`
}

/** Ensures an empty last line, at least two lines and at most a hundred. */
function withSpareLine(form: PollForm): PollForm {
  const options = [...form.options]
  while (options.length < limits.pollOptionsMax && (options.length < 2 || options.at(-1)?.text.trim() !== ''))
    options.push({ key: nextKey(options), text: '' })
  return { ...form, options }
}

/** The form after a text was typed into an option. */
export const typeOption = (form: PollForm, key: string, text: string): PollForm =>
  withSpareLine({ ...form, options: form.options.map((line) => (line.key === key ? { ...line, text } : line)) })

/** Splits pasted lines into options. */
export function pasteOptions(form: PollForm, key: string, pasted: string): PollForm {
  const at = form.options.findIndex((line) => line.key === key)
  const [first = '', ...more] = pasted.split(/\r?\n/).flatMap((line) => line.trim() || [])
  const options = [...typeOption(form, key, (form.options[at]?.text ?? '') + first).options]
  more.forEach((text, index) => options.splice(at + 1 + index, 0, { key: nextKey(options), text }))
  return withSpareLine({ ...form, options: options.slice(0, limits.pollOptionsMax) })
}

/** The form without an option. */
export const removeOption = (form: PollForm, key: string): PollForm =>
  withSpareLine({ ...form, options: form.options.filter((line) => line.key !== key) })

/** Moves an option to a position among the filled ones. */
export function moveOption(form: PollForm, key: string, to: number): PollForm {
  const line = form.options.find((each) => each.key === key)
  const last = hasInput(form.options).length - 1
  if (!line || to < 0 || to > last) return form
  const others = form.options.filter((each) => each !== line)
  return withSpareLine({ ...form, options: [...others.slice(0, to), line, ...others.slice(to)] })
}

/** Validation problems with the specified messages. */
export const problemsOf = (form: PollForm): PollProblem[] =>
  checkPoll({
    name: form.name,
    options: hasInput(form.options).map(({ text }) => text),
    enforceUniqueVote: form.isUnique,
    maxVotesAllowed: latinDigits(form.maxVotes),
    allowAnswers: form.allowAnswers,
    allowUserSuggestedOptions: form.allowSuggestions,
  })

/** The form as API input. */
export const toDraft = (form: PollForm): ChatCallInput<'polls.create'>['poll'] => ({
  name: form.name.trim(),
  description: form.description.trim(),
  options: hasInput(form.options).map(({ text }) => text.trim()),
  enforceUniqueVote: form.isUnique,
  maxVotesAllowed: form.maxVotes.trim() === '' ? null : Number(latinDigits(form.maxVotes)),
  votingVisibility: form.isAnonymous ? 'anonymous' : 'public',
  allowAnswers: form.allowAnswers,
  allowUserSuggestedOptions: form.allowSuggestions,
})
