import type { ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { OwnVotes, Poll, PollState } from '@fettle/protocol/chat/polls/polls'
import { clientError, failureOf } from './errors.ts'
import { systemClock, type ClientClock } from './ports.ts'
import { reloadOnRecovery } from './reload-on-recovery.ts'
import type { ClientHandle } from './client-handle.ts'
import { idsByChannel } from './state/ids-by-channel.ts'
import { withNewer, type Versioned } from './state/versioned.ts'
import { createStore, type Readable } from './store.ts'

/** Polls and the user's own votes. Each has its own version, because they are sent separately. */
export interface PollsSnapshot {
  readonly polls: Versioned<Poll>
  readonly own: Versioned<OwnVotes>
}

export const noPolls: PollsSnapshot = { polls: {}, own: {} }

/** Applies a frame or answer. Invariant: earlier state plus later frames equals a fresh query. */
export function applyPollFrame(state: PollsSnapshot, frame: ChatFrame): PollsSnapshot {
  if (frame.type === 'poll.changed') return changed(state, withNewer(state.polls, frame.poll.id, frame.poll), state.own)
  if (frame.type === 'poll.voted') return changed(state, state.polls, withNewer(state.own, frame.pollId, frame.own))
  return state
}

/** Applies the state in an answer, unless a newer version is known. */
export function applyPollState(state: PollsSnapshot, { poll, own }: PollState): PollsSnapshot {
  return changed(state, withNewer(state.polls, poll.id, poll), withNewer(state.own, poll.id, own))
}

const changed = (state: PollsSnapshot, polls: PollsSnapshot['polls'], own: PollsSnapshot['own']): PollsSnapshot =>
  polls === state.polls && own === state.own ? state : { polls, own }

/** An option's share of all votes in whole percent. Voters may have several. */
export function shareOf(poll: Poll, optionId: string): number {
  const all = Object.values(poll.voteCountsByOption).reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : Math.round(((poll.voteCountsByOption[optionId] ?? 0) / all) * 100)
}

/** Polls of any channels: request visible ones, and they stay up to date. Commands reject with the service's error. */
export interface Polls extends Readable<PollsSnapshot> {
  /** Messages on screen; their polls are loaded once. */
  show(cid: string, messages: readonly Pick<Message, 'pollId'>[]): Promise<void>
  /** Rejects with "Failed to create the poll" and the service's failure. */
  create(input: ChatCallInput<'polls.create'>): Promise<Message>
  vote(cid: string, pollId: string, optionId: string): Promise<void>
  unvote(cid: string, pollId: string, optionId: string): Promise<void>
  answer(cid: string, pollId: string, text: string | null): Promise<void>
  suggest(cid: string, pollId: string, text: string): Promise<void>
  close(cid: string, pollId: string): Promise<void>
  stop(): void
}

export function createPolls(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  { clock = systemClock }: { clock?: ClientClock } = {},
): Polls {
  const store = createStore(noPolls)
  /** Channel of each requested poll. */
  const channelOf = new Map<string, string>()
  const take = (state: PollState) => store.set(applyPollState(store.getSnapshot(), state))

  async function load(cid: string, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += chatLimits.historyPageMax) {
      const { polls } = await call('polls.query', { cid, ids: ids.slice(at, at + chatLimits.historyPageMax) })
      polls.forEach(take)
    }
  }

  async function show(cid: string, messages: readonly Pick<Message, 'pollId'>[]): Promise<void> {
    const ids = messages.flatMap(({ pollId }) => (pollId !== undefined && !channelOf.has(pollId) ? [pollId] : []))
    for (const id of ids) channelOf.set(id, cid)
    try {
      await load(cid, ids)
    } catch (error) {
      for (const id of ids) channelOf.delete(id)
      throw error
    }
  }

  const stops = [
    onFrame((frame) => store.set(applyPollFrame(store.getSnapshot(), frame))),
    reloadOnRecovery({ onRecovery }, clock, () =>
      Promise.all([...idsByChannel(channelOf)].map(([cid, ids]) => load(cid, ids))),
    ),
    onReset(() => {
      channelOf.clear()
      store.set(noPolls)
    }),
  ]

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    show,
    async create(input) {
      try {
        const { message, ...state } = await call('polls.create', input)
        channelOf.set(state.poll.id, input.cid)
        take(state)
        return message
      } catch (error) {
        throw clientError('chat-client.poll-failed', failureOf(error))
      }
    },
    vote: async (cid, pollId, optionId) => take(await call('polls.vote', { cid, pollId, optionId })),
    unvote: async (cid, pollId, optionId) => take(await call('polls.unvote', { cid, pollId, optionId })),
    answer: async (cid, pollId, text) => take(await call('polls.answer', { cid, pollId, text })),
    suggest: async (cid, pollId, text) => take(await call('polls.suggest', { cid, pollId, text })),
    close: async (cid, pollId) => take(await call('polls.close', { cid, pollId })),
    stop: () => stops.forEach((stop) => stop()),
  }
}
