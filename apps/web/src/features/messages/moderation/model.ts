import type { Channel } from '@fettle/protocol/chat/channels'

/** Who may still write in a conversation, and why not. */
export type ClosedReason =
  | { kind: 'open' }
  /** I blocked the other one, and can let go. */
  | { kind: 'mine' }
  /** The other one closed it. */
  | { kind: 'theirs' }
  /** My account is suspended: I can read. */
  | { kind: 'suspended' }

export function closedReasonOf(
  channel: Pick<Channel, 'blockedBy'> | null,
  me: string | undefined,
  { isSuspended = false } = {},
): ClosedReason {
  if (isSuspended) return { kind: 'suspended' }
  if (channel?.blockedBy === undefined) return { kind: 'open' }
  return { kind: channel.blockedBy === me ? 'mine' : 'theirs' }
}

/** Only the conversation of two can be blocked; a group one leaves. */
export const canBlock = ({ members }: Pick<Channel, 'members'>): boolean => members.length === 2

/** The most a note to the app's people may hold. */
export const MAX_NOTE_LENGTH = 1_000

export interface ReportForm {
  reason: string
  note: string
}

/** What keeps a report from being sent: "something else" needs a word of explanation. */
export function reportProblem({ reason, note }: ReportForm): 'reason' | 'note' | undefined {
  if (reason === '') return 'reason'
  if (note.length > MAX_NOTE_LENGTH || (reason === 'OTHER' && note.trim() === '')) return 'note'
  return undefined
}
