import { latestOf, type ArrivedMessage, type ListedChannel, type MessageView } from '@fettle/chat-client'
import type { Channel, ChannelState, Member, Membership } from '@fettle/protocol/chat/channels/channels'
import { preview } from '@fettle/protocol/common/limits'
import { dayIn, formatter } from '../../lib/format/dates.ts'
import { plainText } from '../../lib/format/markup.ts'
import { messageText } from './chat-texts.ts'
import { inOneLine, type WithMedia } from './message/media/media.ts'
import { authorName, personName } from './message/person-name.ts'

/** Logic of conversations without React. */

/** Members of a channel other than the caller. */
export const othersOf = (channel: Pick<Channel, 'members'>, me: string | undefined): Member[] =>
  channel.members.filter(({ userId }) => userId !== me)

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

/** Name of a conversation: its own, or the names of its members. */
export const nameOf = (channel: Pick<Channel, 'name' | 'members'>, me: string | undefined): string =>
  channel.name ??
  formatter().list(
    othersOf(channel, me).map(({ user }) => personName(user)),
    'and',
  )

/** Preview of a conversation's latest message in the list. */
export type LastMessage =
  | { kind: 'none' }
  | { kind: 'typing'; names: string[] }
  | { kind: 'draft' | 'text'; text: string; isMine: boolean }
  | { kind: 'deleted' | 'card'; isMine: boolean }
  | { kind: 'reply' }

/** When the latest message was written, a reply in a thread included: the one whose text `lastMessageOf` gives. */
export const lastMessageAt = ({ channel, lastMessage, repliedAt }: ListedChannel): string | null =>
  repliedAt ?? lastMessage?.createdAt ?? channel.lastMessageAt

/** Preview text: typing first, then the draft, then the latest message. Cut to 100 characters. */
export function lastMessageOf(listed: ListedChannel, me: string | undefined, draft: string | undefined): LastMessage {
  const { channel, lastMessage, repliedAt, typing } = listed
  if (typing.length > 0) {
    return {
      kind: 'typing',
      names: typing.map((id) => authorName(channel.members.find(({ userId }) => userId === id)?.user)),
    }
  }
  if (draft) return { kind: 'draft', text: preview(plainText(draft)), isMine: true }
  if (!lastMessage) return { kind: 'none' }
  if (repliedAt !== null) return { kind: 'reply' }
  const isMine = lastMessage.user !== null && lastMessage.user.id === me
  if (lastMessage.kind === 'deleted') return { kind: 'deleted', isMine }
  if (lastMessage.kind === 'card' && lastMessage.text === '') return { kind: 'card', isMine }
  return { kind: 'text', text: preview(inOneLine(lastMessage, plainText(messageText(lastMessage)))), isMine }
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

/** Only messages the server has can be replied to. */
export const canReply = ({ kind, seq }: Pick<MessageView, 'kind' | 'seq'>): boolean =>
  kind === 'regular' && seq !== null

/** Whether a message has a text to copy. */
export const canCopy = ({ kind, text }: Pick<MessageView, 'kind' | 'text'>): boolean =>
  kind === 'regular' && text !== ''

export type MessageActionName =
  | 'reply'
  | 'thread'
  | 'edit'
  | 'forward'
  | 'pin'
  | 'unpin'
  | 'remind'
  | 'save'
  | 'unsave'
  | 'copy'
  | 'link'
  | 'unread'
  | 'hide'
  | 'report'
  | 'remove'

/**
 * Actions on a message in menu order. Pending messages can only be copied; in a closed conversation (`isClosed`)
 * nothing can be added or changed, and a suspended account (`isReadOnly`) changes nothing at all.
 */
export function actionsOn(
  message: Pick<MessageView, 'kind' | 'seq' | 'text' | 'isMine' | 'pinnedAt' | 'parentId' | 'inChannel'> & WithMedia,
  {
    isSaved = false,
    inThread = false,
    isClosed = false,
    isReadOnly = false,
  }: { isSaved?: boolean; inThread?: boolean; isClosed?: boolean; isReadOnly?: boolean } = {},
): MessageActionName[] {
  const { kind, seq, isMine, pinnedAt, pollId, location, parentId, inChannel } = message
  const isConfirmed = seq !== null
  const isRegular = isConfirmed && kind === 'regular'
  const mayAct = isRegular && !isReadOnly
  const may: Record<MessageActionName, boolean> = {
    reply: canReply(message) && !isClosed,
    thread: canReply(message) && !inThread && !isClosed,
    // Polls and locations cannot be edited.
    edit: isRegular && isMine && pollId === undefined && !location && !isClosed,
    forward: mayAct,
    copy: canCopy(message),
    link: isConfirmed,
    pin: isRegular && !pinnedAt && !isClosed,
    unpin: mayAct && Boolean(pinnedAt),
    remind: mayAct,
    save: mayAct && !isSaved,
    unsave: isRegular && isSaved,
    // What only its thread shows has no place in the conversation.
    unread: isConfirmed && !isMine && (parentId === undefined || inChannel === true),
    hide: isConfirmed && !isReadOnly,
    report: isRegular && !isMine,
    remove: mayAct && isMine,
  }
  return (Object.keys(may) as MessageActionName[]).filter((name) => may[name])
}

/** The caller's last message that can be edited. */
export const lastOwn = (messages: readonly MessageView[]): MessageView | undefined =>
  messages.findLast((message) => actionsOn(message).includes('edit'))

/**
 * Whether a message triggers a desktop notification. None while a conversation is open on /messages, and none in
 * background tabs unless this device's setting allows it.
 */
export function deservesNotification(arrival: {
  message: Pick<ArrivedMessage, 'kind' | 'mentions' | 'isMuted'>
  /** A conversation is open on /messages. */
  conversationIsOpen: boolean
  /** The tab is visible. */
  isVisible: boolean
  /** Setting: notify in a background tab even with a conversation open. */
  behindConversation?: boolean
  /** Mentions notify in muted conversations too. */
  me?: string | undefined
}): boolean {
  const { message, conversationIsOpen, isVisible, behindConversation = false, me } = arrival
  // System messages arrive as notifications in the inbox.
  if (message.kind !== 'regular') return false
  const isNamed = me !== undefined && message.mentions?.includes(me) === true
  if (message.isMuted && !isNamed) return false
  return !conversationIsOpen || (behindConversation && !isVisible)
}

/** Whether the caller has muted the channel at this time. */
export const isMuted = (membership: Membership | null, now: Date): boolean => {
  const until = membership?.settings.mutedUntil
  return until !== null && until !== undefined && Date.parse(until) > now.getTime()
}

/** Parses a channel id from the address, with or without its type. */
export const readCid = (value: string | null): string | undefined => {
  if (!value) return undefined
  return value.includes(':') ? value : `messaging:${value}`
}

/** Message named by the address: `&message=01j…`. */
export function readMessageId(search: URLSearchParams): string | undefined {
  const value = search.get('message') ?? ''
  return /^[\w-]{1,64}$/.test(value) ? value : undefined
}

/** Sorts upcoming records first, soonest on top; then past ones, latest on top. */
export function byProximity<Row extends { startAt: string | null; endAt: string | null }>(
  rows: readonly Row[],
  now: Date,
): Row[] {
  // Unscheduled records sort after all scheduled upcoming ones.
  const momentOf = (at: string | null) => (at === null ? Infinity : Date.parse(at))
  const isAhead = ({ endAt }: Row) => momentOf(endAt) > now.getTime()
  const start = ({ startAt }: Row) => momentOf(startAt)
  return [
    ...rows.filter(isAhead).sort((one, other) => start(one) - start(other)),
    ...rows.filter((row) => !isAhead(row)).sort((one, other) => start(other) - start(one)),
  ]
}

/** Filters of the conversation list. */
export type ChannelFilter = 'all' | 'unread' | 'archived'

/** Converts a channel state from a response to a list entry. */
export const listedOf = ({ channel, membership, messages, lastReplyAt }: ChannelState): ListedChannel => ({
  cid: channel.cid,
  channel,
  membership,
  ...latestOf({ messages, lastReplyAt }),
  unreadCount: membership?.reading.unreadCount ?? 0,
  typing: [],
})

/** Durations for muting a conversation. */
export const mutePresets = ['hour', 'workday', 'always'] as const
export type MutePreset = (typeof mutePresets)[number]

const HOUR_MS = 3_600_000
const MUTED_FOREVER_UNTIL = '9999-12-31T23:59:59.000Z'

/** End of a mute that starts now. */
export function mutedUntilOf(preset: MutePreset, now: Date): string {
  if (preset === 'always') return MUTED_FOREVER_UNTIL
  return new Date(now.getTime() + (preset === 'hour' ? 1 : 8) * HOUR_MS).toISOString()
}
