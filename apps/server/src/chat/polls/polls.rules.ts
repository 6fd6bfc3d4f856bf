import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import {
  checkPoll,
  decideUnvote,
  decideVote,
  checkAnswer,
  checkSuggestion,
} from '@fettle/protocol/chat/polls/poll-rules'
import type { PollFacts, PollMessage, Vote } from '@fettle/protocol/chat/polls/poll-rules'
import type { createPoll, OwnVotes, Poll, PollOption, PollState } from '@fettle/protocol/chat/polls/polls'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { PollRow, VoterRow } from './polls.store.ts'

/** A poll and the caller's votes, before or after a change. The protocol decides; errors become refusals here. */
export interface PollWithVotes {
  poll: PollRow
  ownVotes: Pick<VoterRow, 'option_ids' | 'answer'>
}

export function decideCreate(draft: ChatReceived<typeof createPoll>['poll']): PollOption[] {
  const problems = checkPoll(draft)
  const [first] = problems
  if (first) throw new ChatRefusal('INPUT', { reason: first.reason, details: { problems } })
  return draft.options.map((text, index) => ({ id: `opt_${index + 1}`, text: clean(text), suggestedBy: null }))
}

export const vote = ({ poll, ownVotes }: PollWithVotes, optionId: string): PollWithVotes =>
  voted({ poll, ownVotes }, decideVote(toPollFacts(poll), ownVotes.option_ids, optionId))

export const unvote = ({ poll, ownVotes }: PollWithVotes, optionId: string): PollWithVotes =>
  voted({ poll, ownVotes }, decideUnvote(toPollFacts(poll), ownVotes.option_ids, optionId))

export function answer({ poll, ownVotes }: PollWithVotes, text: string | null): PollWithVotes {
  refuseIf(checkAnswer(toPollFacts(poll)))
  const answers = poll.answers + Number(text !== null) - Number(ownVotes.answer !== null)
  return { poll: { ...poll, answers }, ownVotes: { ...ownVotes, answer: text } }
}

export function suggest({ poll, ownVotes }: PollWithVotes, text: string, userId: string): PollWithVotes {
  refuseIf(checkSuggestion(toPollFacts(poll), text))
  const option = { id: `opt_${poll.options.length + 1}`, text: clean(text), suggestedBy: userId }
  return { poll: { ...poll, options: [...poll.options, option] }, ownVotes }
}

export function close({ poll, ownVotes }: PollWithVotes, userId: string | null): PollWithVotes {
  if (userId !== null && userId !== poll.created_by)
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'poll.creator-only' } })
  return { poll: { ...poll, is_closed: true }, ownVotes }
}

function voted({ poll, ownVotes }: PollWithVotes, decision: Vote): PollWithVotes {
  if (!decision.ok) throw refusal(decision.reason)
  const counts = { ...poll.counts }
  for (const id of ownVotes.option_ids) counts[id] = (counts[id] ?? 0) - 1
  for (const id of decision.optionIds) counts[id] = (counts[id] ?? 0) + 1
  return { poll: { ...poll, counts }, ownVotes: { ...ownVotes, option_ids: [...decision.optionIds] } }
}

const clean = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')

function refuseIf(reason: PollMessage | null): void {
  if (reason !== null) throw refusal(reason)
}

/** Invalid input is code 4; what the poll does not allow is code 17. */
const refusal = (reason: PollMessage) =>
  new ChatRefusal(
    reason.code === 'poll.option-exists' || reason.code === 'poll.option-empty' ? 'INPUT' : 'NOT_ALLOWED',
    {
      reason,
    },
  )

const toPollFacts = (row: PollRow): PollFacts => ({
  options: row.options,
  isClosed: row.is_closed,
  allowAnswers: row.allow_answers,
  allowUserSuggestedOptions: row.allow_suggestions,
  enforceUniqueVote: row.unique_vote,
  maxVotesAllowed: row.max_votes,
})

/** A poll as everybody sees it. */
function toPoll(row: PollRow): Poll {
  return {
    id: row.id,
    cid: row.cid,
    messageId: row.message_id,
    createdBy: row.created_by,
    name: row.name,
    description: row.description,
    ...toPollFacts(row),
    options: row.options,
    votingVisibility: row.visibility,
    voteCountsByOption: Object.fromEntries(row.options.map(({ id }) => [id, row.counts[id] ?? 0])),
    answersCount: row.answers,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

const toOwnVotes = (row: Omit<VoterRow, 'poll_id'> | undefined): OwnVotes => ({
  optionIds: row?.option_ids ?? [],
  answer: row?.answer ?? null,
  version: row?.version ?? 0,
})

export const toState = (poll: PollRow, ownVotes: VoterRow | undefined): PollState => ({
  poll: toPoll(poll),
  own: toOwnVotes(ownVotes),
})

export const noSuchPoll = () => new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-poll' } })
