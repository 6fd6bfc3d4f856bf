import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type {
  answerPoll,
  castVote,
  closePoll,
  createPoll,
  listPollResponses,
  PollState,
  queryPolls,
  removeVote,
  suggestOption,
} from '@fettle/protocol/chat/polls/polls'
import { requireUnblocked } from '../channels/changes.service.ts'
import type { ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember, publishToMembers } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { sendWith } from '../messages/messages.service.ts'
import * as rules from './polls.rules.ts'
import * as store from './polls.store.ts'

export const create: CallHandler<typeof createPoll> = async (context, actor, { cid, messageId, poll: draft }) => {
  const { db, clock } = context
  const options = rules.decideCreate(draft)
  const { userId } = await requireMember(context, actor, cid)
  const id = `pol_${messageId}`
  // The poll before its message, so that whoever sees the message finds the poll.
  await store.insertPoll(db, {
    id,
    cid,
    message_id: messageId,
    created_by: userId,
    name: draft.name,
    description: draft.description,
    options,
    allow_answers: draft.allowAnswers,
    allow_suggestions: draft.allowUserSuggestedOptions,
    unique_vote: draft.enforceUniqueVote,
    max_votes: draft.maxVotesAllowed,
    visibility: draft.votingVisibility,
    created_at: clock.now(),
  })
  const message = await sendWith(context, actor, cid, { id: messageId, text: draft.name }, { pollId: id })
  const [poll] = await store.listPolls(db, cid, [id])
  if (!poll || message.pollId !== id) throw new ChatRefusal('NOT_ALLOWED', { message: 'This message id is taken.' })
  const [ownVotes] = await store.listVotes(db, [id], userId)
  return { ...rules.toState(poll, ownVotes), message }
}

export const query: CallHandler<typeof queryPolls> = async (context, actor, { cid, ids }) => {
  const { userId } = await requireMember(context, actor, cid)
  const [polls, votes] = await Promise.all([
    store.listPolls(context.db, cid, ids),
    store.listVotes(context.db, ids, userId),
  ])
  const votesByPoll = new Map(votes.map((row) => [row.poll_id, row]))
  return { polls: polls.map((poll) => rules.toState(poll, votesByPoll.get(poll.id))) }
}

export const vote: CallHandler<typeof castVote> = (context, actor, { optionId, ...target }) =>
  contribute(context, actor, target, (poll) => rules.vote(poll, optionId))

export const unvote: CallHandler<typeof removeVote> = (context, actor, { optionId, ...target }) =>
  change(context, actor, target, (poll) => rules.unvote(poll, optionId))

export const answer: CallHandler<typeof answerPoll> = (context, actor, { text, ...target }) =>
  (text === null ? change : contribute)(context, actor, target, (poll) => rules.answer(poll, text))

export const suggest: CallHandler<typeof suggestOption> = (context, actor, { text, ...target }) =>
  contribute(context, actor, target, (poll, userId) => rules.suggest(poll, text, userId))

export const close: CallHandler<typeof closePoll> = (context, actor, target) =>
  change(context, actor, target, (poll, userId) => rules.close(poll, userId))

/** Changes the poll unless the channel is blocked. Taking back a vote or an answer and closing it stay allowed there. */
async function contribute(...[context, actor, target, decide]: Parameters<typeof change>): Promise<PollState> {
  const { policy } = await requireMember(context, actor, target.cid)
  requireUnblocked(policy, actor)
  return change(context, actor, target, decide)
}

/** Locks the poll, decides, saves changes, and publishes the poll to all and the votes to their owner. */
async function change(
  context: ChatContext,
  actor: ChatActor,
  { cid, pollId }: { cid: string; pollId: string },
  decide: (poll: rules.PollWithVotes, userId: string) => rules.PollWithVotes,
): Promise<PollState> {
  const { db, clock, publisher } = context
  const { userId } = await requireMember(context, actor, cid)
  const state = await db.transaction(async (tx) => {
    const poll = await store.lockPoll(tx, cid, pollId)
    if (!poll) throw rules.noSuchPoll()
    const [savedVotes] = await store.listVotes(tx, [pollId], userId)
    const ownVotes = savedVotes ?? { poll_id: pollId, option_ids: [], answer: null, version: 0 }
    const next = decide({ poll, ownVotes }, userId)
    // The answers are part of what others see of the poll.
    const isPollSame = JSON.stringify(next.poll) === JSON.stringify(poll) && next.ownVotes.answer === ownVotes.answer
    const isVoteSame = JSON.stringify(next.ownVotes) === JSON.stringify(ownVotes)
    const version = isPollSame ? poll.version : await store.savePoll(tx, next.poll)
    const savedOwn = isVoteSame
      ? ownVotes
      : await store.saveVotes(tx, { ...next.ownVotes, poll_id: pollId }, userId, clock.now())
    return { ...rules.toState({ ...next.poll, version }, savedOwn), isPollSame, isVoteSame }
  })
  const except = actor.connection?.id
  if (!state.isPollSame) await publishToMembers(context, cid, { type: 'poll.changed', cid, poll: state.poll }, except)
  if (!state.isVoteSame) publisher.toUser(userId, { type: 'poll.voted', cid, pollId, own: state.own }, except)
  return { poll: state.poll, own: state.own }
}

export const listResponses: CallHandler<typeof listPollResponses> = async (
  context,
  actor,
  { cid, pollId, optionId, offset },
) => {
  await requireMember(context, actor, cid)
  const [poll] = await store.listPolls(context.db, cid, [pollId])
  if (!poll) throw rules.noSuchPoll()
  const isAnonymous = poll.visibility === 'anonymous'
  if (isAnonymous && optionId !== undefined)
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'poll.anonymous' } })
  const limit = chatLimits.pollVoicesPage
  const rows = await store.listVoters(context.db, { pollId, optionId, offset, limit: limit + 1 })
  return {
    voices: rows.slice(0, limit).map((row) => ({
      user: isAnonymous ? null : { id: row.user_id, name: row.name ?? '', image: row.image },
      optionId: optionId ?? null,
      answer: optionId === undefined ? row.answer : null,
      at: row.voted_at.toISOString(),
    })),
    // An offset as the cursor, because a cursor must not reveal who answered an anonymous poll.
    next: rows.length > limit ? offset + limit : null,
  }
}
