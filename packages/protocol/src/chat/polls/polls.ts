import * as z from 'zod/mini'
import { Instant, line, MAX_INTEGER } from '../../core/values.ts'
import { chatLimits } from '../core/limits.ts'
import { Message } from '../messages/messages.ts'
import { chatOperation } from '../core/operation.ts'
import { UserRef } from '../users/users.ts'
import { Cid, MessageId } from '../core/values.ts'

/** Polls. `poll-rules.ts` decides what may be asked and voted, on both sides. */

export const PollId = z.string().check(z.regex(/^pol_[0-9a-z-]{36}$/, 'Enter a valid id.'))
export const PollOptionId = z.string().check(z.regex(/^[0-9a-z_-]{1,40}$/i, 'Enter a valid id.'))

export const votingVisibilities = ['public', 'anonymous'] as const

export const PollOption = z.object({ id: z.string(), text: z.string(), suggestedBy: z.nullable(z.string()) })
export type PollOption = z.infer<typeof PollOption>

/** A poll as everybody sees it. Of two states the one with the higher `version` is newer. */
export const Poll = z.object({
  id: z.string(),
  cid: z.string(),
  messageId: z.string(),
  createdBy: z.string(),
  name: z.string(),
  description: z.string(),
  options: z.array(PollOption),
  isClosed: z.boolean(),
  allowAnswers: z.boolean(),
  allowUserSuggestedOptions: z.boolean(),
  enforceUniqueVote: z.boolean(),
  maxVotesAllowed: z.nullable(z.int()),
  votingVisibility: z.enum(votingVisibilities),
  voteCountsByOption: z.record(z.string(), z.int()),
  answersCount: z.int(),
  createdAt: Instant,
  version: z.int(),
})
export type Poll = z.infer<typeof Poll>

/** A user's own votes. Others see them only in public polls. */
export const OwnVotes = z.object({ optionIds: z.array(z.string()), answer: z.nullable(z.string()), version: z.int() })
export type OwnVotes = z.infer<typeof OwnVotes>

export const PollState = z.object({ poll: Poll, own: OwnVotes })
export type PollState = z.infer<typeof PollState>

// That a text is required is a rule of `poll-rules.ts`.
const OptionText = line(0, chatLimits.pollOptionCharacters, `Use 1 to ${chatLimits.pollOptionCharacters} characters.`)

/** Content of a new poll. `poll-rules.ts` validates the combination. */
export const PollDraft = z.object({
  name: z.pipe(
    z.string('Question is required'),
    line(0, chatLimits.pollNameCharacters, `Use 1 to ${chatLimits.pollNameCharacters} characters.`),
  ),
  description: z._default(line(0, chatLimits.pollDescriptionCharacters, 'Use a shorter description.'), ''),
  options: z._default(z.array(OptionText), []),
  allowAnswers: z._default(z.boolean(), false),
  allowUserSuggestedOptions: z._default(z.boolean(), false),
  enforceUniqueVote: z._default(z.boolean(), false),
  maxVotesAllowed: z._default(z.nullable(z.number('Only numbers are allowed')), null),
  votingVisibility: z._default(z.enum(votingVisibilities), 'public'),
})

const poll = { cid: Cid, pollId: PollId }
const refusals = ['DOES_NOT_EXIST', 'NOT_ALLOWED'] as const

export const createPoll = chatOperation({
  name: 'polls.create',
  method: 'POST',
  path: '/channels/:cid/polls',
  by: 'user',
  summary: 'Create a poll and the message that shows it. Repeating the message id returns the same poll.',
  input: z.object({ cid: Cid, messageId: MessageId, poll: PollDraft }),
  returns: z.object({ ...PollState.shape, message: Message }),
  errors: [...refusals, 'COOL_DOWN'],
})

export const queryPolls = chatOperation({
  name: 'polls.query',
  method: 'POST',
  path: '/channels/:cid/polls/query',
  by: 'user',
  whileSuspended: 'always',
  summary: 'List polls of a channel with their results and my votes.',
  input: z.object({ cid: Cid, ids: z.array(PollId).check(z.minLength(1), z.maxLength(chatLimits.historyPageMax)) }),
  returns: z.object({ polls: z.array(PollState) }),
  errors: refusals,
})

export const castVote = chatOperation({
  name: 'polls.vote',
  method: 'POST',
  path: '/channels/:cid/polls/:pollId/votes',
  by: 'user',
  summary: 'Vote for an option. Where only one vote is allowed, it replaces the earlier one.',
  input: z.object({ ...poll, optionId: PollOptionId }),
  returns: PollState,
  errors: refusals,
})

export const removeVote = chatOperation({
  name: 'polls.unvote',
  method: 'DELETE',
  path: '/channels/:cid/polls/:pollId/votes/:optionId',
  by: 'user',
  summary: 'Remove a vote.',
  input: z.object({ ...poll, optionId: PollOptionId }),
  returns: PollState,
  errors: refusals,
})

export const answerPoll = chatOperation({
  name: 'polls.answer',
  method: 'PUT',
  path: '/channels/:cid/polls/:pollId/answer',
  by: 'user',
  summary: 'Answer a poll with own text, once per user. null deletes the answer.',
  input: z.object({
    ...poll,
    text: z.nullable(line(1, chatLimits.pollAnswerCharacters, 'Use 1 to 500 characters.')),
  }),
  returns: PollState,
  errors: refusals,
})

export const suggestOption = chatOperation({
  name: 'polls.suggest',
  method: 'POST',
  path: '/channels/:cid/polls/:pollId/options',
  by: 'user',
  summary: 'Suggest an option, where the poll allows suggestions.',
  input: z.object({ ...poll, text: OptionText }),
  returns: PollState,
  errors: refusals,
})

export const closePoll = chatOperation({
  name: 'polls.close',
  method: 'POST',
  path: '/channels/:cid/polls/:pollId/close',
  by: 'user',
  summary: 'Close a poll. Only its author may.',
  input: z.object(poll),
  returns: PollState,
  errors: refusals,
})

/** A vote or text answer. Without a name in an anonymous poll. */
export const PollResponse = z.object({
  user: z.nullable(UserRef),
  optionId: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  at: Instant,
})
export type PollResponse = z.infer<typeof PollResponse>

export const listPollResponses = chatOperation({
  name: 'polls.voices',
  method: 'GET',
  path: '/channels/:cid/polls/:pollId/voices',
  by: 'user',
  summary:
    'List votes for an option, or without an option the text answers, newest first. Votes of anonymous polls are not listed.',
  input: z.object({
    ...poll,
    optionId: z.optional(PollOptionId),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_INTEGER)), 0),
  }),
  returns: z.object({ voices: z.array(PollResponse), next: z.nullable(z.int()) }),
  errors: refusals,
})
