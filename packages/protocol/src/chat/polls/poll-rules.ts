import type { MessageOf } from '@fettle/i18n/message'
import { limits } from '../../common/limits.ts'
import type { pollMessages } from '../chat.messages.ts'

/**
 * Rules of polls and votes, shared by the form, the client and the service. Pure and without schemas, so that screens
 * load little code.
 */

/** A rule that is broken, as code and parameters. */
export type PollMessage = MessageOf<typeof pollMessages>

export interface PollFormDraft {
  name: string
  options: readonly string[]
  enforceUniqueVote: boolean
  /** As typed. Empty or null: no limit. */
  maxVotesAllowed: string | number | null
  allowAnswers?: boolean
  allowUserSuggestedOptions?: boolean
}

export interface PollProblem {
  field: 'name' | 'options' | 'maxVotesAllowed'
  /** Index of the option concerned. */
  index?: number
  reason: PollMessage
}

/** Two options are equal if they read the same. */
const sameText = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')

/** Validates a new poll. An empty list: valid. */
export function checkPoll(draft: PollFormDraft): PollProblem[] {
  const problems: PollProblem[] = []
  if (draft.name.trim() === '') problems.push({ field: 'name', reason: { code: 'poll.question-required' } })
  problems.push(...checkOptions(draft.options))
  if (draft.options.length === 0 && !draft.allowAnswers && !draft.allowUserSuggestedOptions)
    problems.push({ field: 'options', reason: { code: 'poll.nothing-to-vote' } })
  const votes = checkMaxVotes(draft.maxVotesAllowed, draft.enforceUniqueVote)
  if (votes) problems.push({ field: 'maxVotesAllowed', reason: votes })
  return problems
}

export function checkOptions(options: readonly string[]): PollProblem[] {
  const problems: PollProblem[] = []
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    const text = sameText(option)
    if (text === '') problems.push({ field: 'options', index, reason: { code: 'poll.option-empty' } })
    else if (seen.has(text)) problems.push({ field: 'options', index, reason: { code: 'poll.option-exists' } })
    seen.add(text)
  }
  if (options.length > limits.pollOptionsMax)
    problems.push({ field: 'options', reason: { code: 'poll.options-limit', params: { max: limits.pollOptionsMax } } })
  return problems
}

/** Validates the typed number of votes per person. Null: valid. */
export function checkMaxVotes(typed: string | number | null, enforceUniqueVote: boolean): PollMessage | null {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  if (enforceUniqueVote) return { code: 'poll.unique-vote' }
  if (!/^\d+$/.test(text)) return { code: 'poll.numbers-only' }
  const votes = Number(text)
  return votes < limits.pollVotesMin || votes > limits.pollVotesMax
    ? { code: 'poll.votes-range', params: { min: limits.pollVotesMin, max: limits.pollVotesMax } }
    : null
}

/** The parts of a poll that decide about a vote. */
export interface PollFacts {
  options: readonly { id: string; text: string }[]
  isClosed: boolean
  allowAnswers: boolean
  allowUserSuggestedOptions: boolean
  enforceUniqueVote: boolean
  maxVotesAllowed: number | null
}

/** The user's votes after a click on an option, or why the click has no effect. */
export type Vote = { ok: true; optionIds: readonly string[] } | { ok: false; reason: PollMessage }

const rejectVote = (reason: PollMessage) => ({ ok: false as const, reason })

export function decideVote(poll: PollFacts, ownIds: readonly string[], optionId: string): Vote {
  if (poll.isClosed) return rejectVote({ code: 'poll.closed' })
  if (!poll.options.some(({ id }) => id === optionId)) return rejectVote({ code: 'poll.no-option' })
  if (ownIds.includes(optionId)) return { ok: true, optionIds: ownIds }
  // With a single vote, a click on another option moves it.
  if (poll.enforceUniqueVote) return { ok: true, optionIds: [optionId] }
  if (poll.maxVotesAllowed !== null && ownIds.length >= poll.maxVotesAllowed)
    return rejectVote({ code: 'poll.vote-limit' })
  return { ok: true, optionIds: [...ownIds, optionId] }
}

export function decideUnvote(poll: PollFacts, ownIds: readonly string[], optionId: string): Vote {
  if (poll.isClosed) return rejectVote({ code: 'poll.closed' })
  return { ok: true, optionIds: ownIds.filter((id) => id !== optionId) }
}

/** Why an option cannot be suggested. Null: it can. */
export function checkSuggestion(poll: PollFacts, text: string): PollMessage | null {
  if (poll.isClosed) return { code: 'poll.closed' }
  if (!poll.allowUserSuggestedOptions) return { code: 'poll.no-suggestions' }
  return checkOptions([...poll.options.map((option) => option.text), text])[0]?.reason ?? null
}

/** Why a text answer cannot be given. Null: it can. */
export function checkAnswer(poll: PollFacts): PollMessage | null {
  if (poll.isClosed) return { code: 'poll.closed' }
  return poll.allowAnswers ? null : { code: 'poll.no-answers' }
}
