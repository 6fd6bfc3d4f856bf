import type { Channel } from '@fettle/protocol/chat/channels/channels'

/** Why nobody can write in a conversation. */
export type ClosedReason =
  | { kind: 'open' }
  /** The caller blocked the other person and can unblock them. */
  | { kind: 'mine' }
  /** The other person closed it. */
  | { kind: 'theirs' }
  /** The caller's account is suspended and read-only. */
  | { kind: 'suspended' }

/** Whether a conversation is closed, and by whom. */
export function closedReasonOf(
  channel: Pick<Channel, 'blockedBy' | 'alsoBlockedBy'> | null,
  me: string | undefined,
  { isSuspended = false } = {},
): ClosedReason {
  if (isSuspended) return { kind: 'suspended' }
  if (channel?.blockedBy === undefined) return { kind: 'open' }
  const isMine = me !== undefined && [channel.blockedBy, channel.alsoBlockedBy].includes(me)
  return { kind: isMine ? 'mine' : 'theirs' }
}

/** Only direct channels can be blocked; a group can be left. */
export const canBlock = ({ members }: Pick<Channel, 'members'>): boolean => members.length === 2
