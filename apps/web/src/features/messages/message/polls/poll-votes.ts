import type { MessageDescriptor } from '@fettle/i18n/message'
import { decideUnvote, decideVote, type PollMessage } from '@fettle/protocol/chat/polls/poll-rules'
import type { Poll } from '@fettle/protocol/chat/polls/polls'

/** Votes after a tap on an option, or why it has no effect. A tap on a chosen option withdraws the vote. */
export const tapOption = (poll: Poll, ownIds: readonly string[], optionId: string) =>
  ownIds.includes(optionId) ? decideUnvote(poll, ownIds, optionId) : decideVote(poll, ownIds, optionId)

/** Counts with the caller's pending votes applied. */
export function countsWith(
  poll: Poll,
  savedIds: readonly string[],
  pendingIds: readonly string[],
): Record<string, number> {
  const counts = { ...poll.voteCountsByOption }
  for (const id of savedIds) counts[id] = Math.max(0, (counts[id] ?? 0) - 1)
  for (const id of pendingIds) counts[id] = (counts[id] ?? 0) + 1
  return counts
}

/** Options a message shows at first: ten, and those the caller has voted for. */
export const firstOptions = ({ options }: Poll, ownIds: readonly string[]): Poll['options'] =>
  options.filter(({ id }, index) => index < 10 || ownIds.includes(id))

/** Sum of the votes of all options. */
export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Share of all votes in whole percent. */
export const shareIn = (counts: Readonly<Record<string, number>>, optionId: string): number => {
  const all = totalOf(counts)
  return all === 0 ? 0 : Math.round(((counts[optionId] ?? 0) / all) * 100)
}

/** Whether a refusal is only a hint, shown as information instead of an error. */
export const isAdvice = ({ code }: MessageDescriptor): boolean =>
  code === ('poll.vote-limit' satisfies PollMessage['code'])
