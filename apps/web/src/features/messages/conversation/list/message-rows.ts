import type { MessageView } from '@fettle/chat-client'
import type { Member } from '@fettle/protocol/chat/channels/channels'
import { dayIn } from '../../../../lib/format/dates.ts'

/**
 * The newest message and when it was seen, if it is the caller's own and everybody has read it. For older messages the
 * time is unknown, because later messages move the reading times of the others on.
 */
export function readReceiptOf(
  messages: readonly Pick<MessageView, 'id' | 'isMine' | 'state'>[],
  others: readonly Pick<Member, 'lastReadAt'>[],
): { id: string; at: string } | undefined {
  const newest = messages.at(-1)
  const at = others
    .map(({ lastReadAt }) => lastReadAt ?? '')
    .toSorted()
    .at(-1)
  return newest?.isMine && newest.state === 'read' && at ? { id: newest.id, at } : undefined
}

/** Messages of one sender within this interval form a group. */
const GROUP_WITHIN_MS = 5 * 60_000

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  /** Separator between a thread's root message and its replies. */
  | { kind: 'replies'; key: string; count: number }
  | { kind: 'message'; key: string; message: MessageView; startsGroup: boolean; endsGroup: boolean }

const authorOf = ({ user, isMine }: MessageView): string => (isMine ? 'me' : (user?.id ?? 'app'))

/** Whether two successive messages are shown as one group: same author, shortly after each other on the same day. */
const isSameGroup = (one: MessageView, other: MessageView, timeZone: string): boolean =>
  authorOf(one) === authorOf(other) &&
  one.kind === 'regular' &&
  other.kind === 'regular' &&
  Date.parse(other.createdAt) - Date.parse(one.createdAt) < GROUP_WITHIN_MS &&
  dayIn(one.createdAt, timeZone) === dayIn(other.createdAt, timeZone)

interface UnreadSpan {
  messages: readonly MessageView[]
  hasOlder: boolean
  unreadAfter: number | null
  /** In a thread: id of the root message, the first one where it is loaded. */
  parentId?: string | undefined
}

/** Whether the first unread message is before the first loaded one. */
export const unreadIsFurtherUp = ({ messages, hasOlder, unreadAfter }: UnreadSpan): boolean =>
  unreadAfter !== null && hasOlder && (messages[0]?.seq ?? Infinity) > unreadAfter + 1

/** First message of others after a sequence number, where the unread ones began when the conversation was opened. */
function firstUnread(span: UnreadSpan): string | undefined {
  const { messages, unreadAfter, parentId } = span
  if (unreadAfter === null || unreadIsFurtherUp(span)) return undefined
  return messages.find(({ id, seq, isMine }) => seq !== null && seq > unreadAfter && !isMine && id !== parentId)?.id
}

/** Rows of a list: messages in groups, day separators and the unread separator. */
export function rowsOf(span: UnreadSpan, timeZone: string): Row[] {
  const { messages, parentId } = span
  const unread = firstUnread(span)
  const rows: Row[] = []
  const isParent = (message: MessageView | undefined) => message !== undefined && message.id === parentId
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const day = dayIn(message.createdAt, timeZone)
    if (!before || dayIn(before.createdAt, timeZone) !== day) {
      rows.push({ kind: 'day', key: `day ${message.id}`, at: message.createdAt })
    }
    if (message.id === unread) rows.push({ kind: 'unread', key: 'unread' })
    rows.push({
      kind: 'message',
      key: message.id,
      message,
      startsGroup: !before || isParent(before) || message.id === unread || !isSameGroup(before, message, timeZone),
      endsGroup: !after || isParent(message) || after.id === unread || !isSameGroup(message, after, timeZone),
    })
    if (isParent(message) && after)
      rows.push({ kind: 'replies', key: 'replies', count: message.replyCount ?? messages.length - 1 })
  })
  return rows
}

/**
 * Index of the message with a sequence number, or of the first after it; the unread separator above it if present. -1
 * when not loaded.
 */
export function rowIndexOf(rows: readonly Row[], seq: number): number {
  const index = rows.findIndex((row) => row.kind === 'message' && row.message.seq !== null && row.message.seq >= seq)
  return rows[index - 1]?.kind === 'unread' ? index - 1 : index
}
