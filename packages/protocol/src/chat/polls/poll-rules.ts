import { limits } from '../../common/limits.ts'

/**
 * Rules of polls and votes, shared by the form, the client and the service. Pure and without schemas, so that screens
 * load little code.
 */

export const pollTexts = {
  questionRequired: 'Question is required',
  optionEmpty: 'Option is empty',
  optionExists: 'Option already exists',
  onlyNumbers: 'Only numbers are allowed',
  votesRange: `Type a number from ${limits.pollVotesMin} to ${limits.pollVotesMax}`,
  uniqueEnforced: 'Enforce unique vote is enabled',
  voteLimit: 'Reached the vote limit. Remove an existing vote first.',
  tooManyOptions: `Use at most ${limits.pollOptionsMax} options.`,
  nothingToVote: 'Add an option, or let people suggest options or answer.',
  closed: 'This poll is closed.',
  noAnswers: 'This poll takes no answers of one’s own.',
  noSuggestions: 'This poll takes no suggested options.',
  noOption: 'There is no such option.',
  notYours: 'Only who asked may close the poll.',
  anonymous: 'This poll is anonymous.',
} as const

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
  message: string
}

/** Two options are equal if they read the same. */
const sameText = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')

/** Validates a new poll. An empty list: valid. */
export function checkPoll(draft: PollFormDraft): PollProblem[] {
  const problems: PollProblem[] = []
  if (draft.name.trim() === '') problems.push({ field: 'name', message: pollTexts.questionRequired })
  problems.push(...checkOptions(draft.options))
  if (draft.options.length === 0 && !draft.allowAnswers && !draft.allowUserSuggestedOptions)
    problems.push({ field: 'options', message: pollTexts.nothingToVote })
  const votes = checkMaxVotes(draft.maxVotesAllowed, draft.enforceUniqueVote)
  if (votes) problems.push({ field: 'maxVotesAllowed', message: votes })
  return problems
}

export function checkOptions(options: readonly string[]): PollProblem[] {
  const problems: PollProblem[] = []
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    const text = sameText(option)
    if (text === '') problems.push({ field: 'options', index, message: pollTexts.optionEmpty })
    else if (seen.has(text)) problems.push({ field: 'options', index, message: pollTexts.optionExists })
    seen.add(text)
  }
  if (options.length > limits.pollOptionsMax) problems.push({ field: 'options', message: pollTexts.tooManyOptions })
  return problems
}

/** Validates the typed number of votes per person. Null: valid. */
export function checkMaxVotes(typed: string | number | null, enforceUniqueVote: boolean): string | null {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  if (enforceUniqueVote) return pollTexts.uniqueEnforced
  if (!/^\d+$/.test(text)) return pollTexts.onlyNumbers
  const votes = Number(text)
  return votes < limits.pollVotesMin || votes > limits.pollVotesMax ? pollTexts.votesRange : null
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
export type Vote = { ok: true; optionIds: readonly string[] } | { ok: false; message: string }

const rejectVote = (message: string) => ({ ok: false as const, message })

export function decideVote(poll: PollFacts, mine: readonly string[], optionId: string): Vote {
  if (poll.isClosed) return rejectVote(pollTexts.closed)
  if (!poll.options.some(({ id }) => id === optionId)) return rejectVote(pollTexts.noOption)
  if (mine.includes(optionId)) return { ok: true, optionIds: mine }
  // With a single vote, a click on another option moves it.
  if (poll.enforceUniqueVote) return { ok: true, optionIds: [optionId] }
  if (poll.maxVotesAllowed !== null && mine.length >= poll.maxVotesAllowed) return rejectVote(pollTexts.voteLimit)
  return { ok: true, optionIds: [...mine, optionId] }
}

export function decideUnvote(poll: PollFacts, mine: readonly string[], optionId: string): Vote {
  if (poll.isClosed) return rejectVote(pollTexts.closed)
  return { ok: true, optionIds: mine.filter((id) => id !== optionId) }
}

/** Why an option cannot be suggested. Null: it can. */
export function checkSuggestion(poll: PollFacts, text: string): string | null {
  if (poll.isClosed) return pollTexts.closed
  if (!poll.allowUserSuggestedOptions) return pollTexts.noSuggestions
  return checkOptions([...poll.options.map((option) => option.text), text])[0]?.message ?? null
}

/** Why a text answer cannot be given. Null: it can. */
export function checkAnswer(poll: PollFacts): string | null {
  if (poll.isClosed) return pollTexts.closed
  return poll.allowAnswers ? null : pollTexts.noAnswers
}
