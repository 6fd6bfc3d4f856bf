import type { Channel, ChannelState, Member, Membership } from '@fettle/protocol/chat/channels/channels'
import type { CatchUp, ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Reading } from '@fettle/protocol/chat/channels/read-state'
import type { ChatUser } from '@fettle/protocol/chat/users/users'
import {
  emptyWindow,
  filterMessages,
  replaceMessages,
  updateMessage,
  hideMessage,
  appendMessage,
  addPage,
  renameUserInWindow,
  type LoadedMessageWindow,
} from './message-window.ts'
import { isSameList } from './same-list.ts'

/**
 * Everything a client knows of a channel, and how frames change it. Pure, and tolerant of repeated, reordered and lost
 * frames. Invariant: a snapshot plus later frames equals a fresh snapshot.
 */
export interface ChannelData extends LoadedMessageWindow {
  readonly channel: Channel
  readonly membership: Membership | null
  /** When somebody last replied in a thread, if known. It may be older than the last message. */
  readonly lastReplyAt: string | undefined
  /** Every event up to this sequence number is applied. */
  readonly knownSeq: number
  /** Later sequence numbers already applied, ascending. Not empty: there is a gap. */
  readonly ahead: readonly number[]
}

/** Applies a fresh snapshot. Newer known state stays. */
export function applySnapshot(
  before: ChannelData | undefined,
  { channel, membership, messages, hasOlder, lastReplyAt }: ChannelState,
): ChannelData {
  const fresh: ChannelData = {
    ...emptyWindow,
    channel,
    membership,
    messages,
    hasOlder,
    lastReplyAt,
    knownSeq: channel.lastSeq,
    ahead: [],
  }
  if (!before) return fresh
  if (before.knownSeq >= channel.lastSeq)
    return applyReadStates(withUsers(before, channel.members), channel.members, membership)
  const beyond = [...before.ahead].filter((seq) => seq > channel.lastSeq)
  const later = before.hasNewer ? [] : before.messages.filter(({ seq }) => seq > channel.lastSeq)
  const { detached, hidden } = before
  const newest = replaceMessages({ ...fresh, detached, hidden, messages: before.messages }, [...messages, ...later])
  const merged = { ...newest, ...advanceKnownSeq(channel.lastSeq, beyond) }
  const withReadStates = applyReadStates(withChannel(merged, before.channel), before.channel.members, before.membership)
  const { lastMessageAt } = before.channel
  return withLatest(
    before.lastReplyAt === undefined ? withReadStates : withReply(withReadStates, before.lastReplyAt),
    lastMessageAt === null ? [] : [{ createdAt: lastMessageAt }],
  )
}

/** Applies a frame. Returns the same object for other channels and frames without effect. */
export function applyFrame(data: ChannelData, frame: ChatFrame): ChannelData {
  if (frame.type === 'user.updated') return withUser(data, frame.user)
  if (frame.type === 'user.presence.changed') {
    const { userId, online, lastActiveAt } = frame
    return withMember(data, userId, (member) => ({ ...member, user: { ...member.user, online, lastActiveAt } }))
  }
  if (!('cid' in frame) || frame.cid !== data.channel.cid) return data
  switch (frame.type) {
    case 'message.new': {
      // States are compared by revision, so applying one twice is harmless.
      const updated = withParent(frame.reading ? withReading(data, frame.reading) : data, frame.parent)
      if (isApplied(updated, frame.seq)) return updated
      return withMessage(withEventSeq(updated, frame.seq), frame.message)
    }
    case 'message.updated':
    case 'message.deleted':
    case 'message.pinned':
    case 'message.unpinned':
    case 'reaction.new':
    case 'reaction.deleted': {
      const withReplyState = withParent(frame.reading ? withReading(data, frame.reading) : data, frame.parent)
      const updated = withoutDeletedReply(updateMessage(withReplyState, frame.message), frame.message)
      return isApplied(updated, frame.seq) ? updated : withLatest(withEventSeq(updated, frame.seq), [])
    }
    case 'message.hidden': {
      const withOwnReading = frame.reading ? withReading(data, frame.reading) : data
      if (isApplied(withOwnReading, frame.seq)) return withOwnReading
      return withLatest(hideMessage(withEventSeq(withOwnReading, frame.seq), frame.messageSeq), [])
    }
    case 'channel.touched':
      if (isApplied(data, frame.seq)) return data
      return withLatest(
        withParent(withEventSeq(data, frame.seq), frame.parent),
        frame.lastMessageAt ? [{ createdAt: frame.lastMessageAt }] : [],
      )
    case 'channel.updated':
      if (isApplied(data, frame.seq)) return data
      return withLatest(withChannel(withEventSeq(data, frame.seq), frame.channel), [])
    case 'message.read':
      return withMember(data, frame.userId, (member) =>
        frame.lastReadSeq > member.lastReadSeq
          ? {
              ...member,
              lastReadSeq: frame.lastReadSeq,
              lastReadAt: frame.lastReadAt,
              deliveredSeq: Math.max(member.deliveredSeq, frame.lastReadSeq),
            }
          : member,
      )
    case 'message.delivered':
      return withMember(data, frame.userId, (member) =>
        frame.deliveredSeq > member.deliveredSeq ? { ...member, deliveredSeq: frame.deliveredSeq } : member,
      )
    case 'reading.updated':
      return withReading(data, frame.reading)
    // Threads are kept in their own stores.
    case 'thread.updated':
      return data
    case 'settings.updated': {
      const { membership } = data
      return membership && frame.settings.version > membership.settings.version
        ? withoutCleared({ ...data, membership: { ...membership, settings: frame.settings } })
        : data
    }
    case 'notification.added_to_channel':
    case 'notification.removed_from_channel':
    case 'typing.start':
    case 'typing.stop':
    // States kept beside the channel by their own stores.
    case 'poll.changed':
    case 'poll.voted':
    case 'location.changed':
    case 'reminder.changed':
    case 'reminder.deleted':
    case 'reminder.due':
    case 'scheduled.changed':
    case 'draft.changed':
      return data
    default:
      return frame satisfies never
  }
}

/** Applies a catch-up from `knownSeq`. A `reset` changes only read states: a fresh snapshot must follow. */
export function applyCatchUp(data: ChannelData, { events, members, membership }: CatchUp): ChannelData {
  return applyReadStates(withUsers(events.reduce(applyFrame, data), members), members, membership)
}

/** Inserts a page of history, or with `instead` replaces the window. */
export const applyPage = addPage<ChannelData>

/** Applies a message from an answer, or a hidden one: the event follows separately. */
export const applyMessage = updateMessage<ChannelData>
export const applyHidden = hideMessage<ChannelData>

/** Whether events are missing and must be requested. */
export function hasGap(data: ChannelData): boolean {
  return data.ahead.length > 0
}

/** Sequence number of the newest loaded message or the newest event, whichever is greater. */
export function newestSeq(data: ChannelData): number {
  return Math.max(data.knownSeq, data.ahead.at(-1) ?? 0)
}

/** Applies read states of members and the user: the higher one wins. */
function applyReadStates(data: ChannelData, members: readonly Member[], membership: Membership | null): ChannelData {
  const marks = new Map(members.map((member) => [member.userId, member]))
  const merged = data.channel.members.map((member) => {
    const other = marks.get(member.userId)
    if (!other || (other.lastReadSeq <= member.lastReadSeq && other.deliveredSeq <= member.deliveredSeq)) return member
    const read = other.lastReadSeq > member.lastReadSeq ? other : member
    return {
      ...member,
      lastReadSeq: read.lastReadSeq,
      lastReadAt: read.lastReadAt,
      deliveredSeq: Math.max(member.deliveredSeq, other.deliveredSeq),
    }
  })
  const changed = !isSameList(merged, data.channel.members)
  const newest = newerMembership(data.membership, membership)
  if (!changed && newest === data.membership) return data
  return withoutCleared({
    ...data,
    membership: newest,
    channel: changed ? { ...data.channel, members: merged } : data.channel,
  })
}

function newerMembership(ours: Membership | null, theirs: Membership | null): Membership | null {
  if (!ours || !theirs) return ours ?? theirs
  const reading = theirs.reading.version > ours.reading.version ? theirs.reading : ours.reading
  const settings = theirs.settings.version > ours.settings.version ? theirs.settings : ours.settings
  return reading === ours.reading && settings === ours.settings ? ours : { reading, settings }
}

/** Applies a newer state of the channel. Further data about members stays. */
function withChannel(data: ChannelData, channel: Channel): ChannelData {
  if ((channel.revision ?? 0) <= (data.channel.revision ?? 0)) return data
  const membersById = new Map(data.channel.members.map((member) => [member.userId, member]))
  const members = channel.members.map((member) => {
    const { role, joinedAt } = member
    const before = membersById.get(member.userId)
    return before && before.joinedAt === joinedAt ? { ...before, role } : member
  })
  const { lastSeq, lastMessageAt } = data.channel
  return { ...data, channel: { ...channel, lastSeq, lastMessageAt, members } }
}

/** Removes what the user has cleared. */
function withoutCleared(data: ChannelData): ChannelData {
  const cleared = data.membership?.settings.truncatedSeq ?? 0
  const [first] = data.messages
  if (first && first.seq > cleared) return data
  return cleared === 0 ? data : { ...filterMessages(data, ({ seq }) => seq > cleared), hasOlder: false }
}

function withReading(data: ChannelData, reading: Reading): ChannelData {
  const { membership } = data
  if (!membership || reading.version <= membership.reading.version) return data
  return { ...data, membership: { ...membership, reading } }
}

function withMember(data: ChannelData, userId: string, change: (member: Member) => Member): ChannelData {
  const members = data.channel.members.map((member) => (member.userId === userId ? change(member) : member))
  if (isSameList(members, data.channel.members)) return data
  return { ...data, channel: { ...data.channel, members } }
}

/** Applies freshly loaded members: names, pictures and presence. */
function withUsers(data: ChannelData, members: readonly Member[]): ChannelData {
  return members.reduce((now, { userId, user }) => withMember(now, userId, (member) => ({ ...member, user })), data)
}

/** Applies a new name or picture, also to the user's messages. */
function withUser(data: ChannelData, user: ChatUser): ChannelData {
  const changed = withMember(data, user.id, (member) => ({ ...member, user: { ...user, online: member.user.online } }))
  return renameUserInWindow(changed, user)
}

function isApplied({ knownSeq, ahead }: ChannelData, seq: number): boolean {
  return seq <= knownSeq || ahead.includes(seq)
}

function withEventSeq(data: ChannelData, seq: number): ChannelData {
  return { ...data, ...advanceKnownSeq(data.knownSeq, [...data.ahead, seq]) }
}

/** Advances `knownSeq` over following numbers without a gap. */
function advanceKnownSeq(knownSeq: number, seqs: readonly number[]): { knownSeq: number; ahead: number[] } {
  let contiguousSeq = knownSeq
  const ahead: number[] = []
  for (const seq of [...seqs].sort((one, other) => one - other)) {
    if (seq === contiguousSeq + 1) contiguousSeq = seq
    else if (seq > contiguousSeq) ahead.push(seq)
  }
  return { knownSeq: contiguousSeq, ahead }
}

/** Applies a message of an event: newer, new, or outside the window. */
function withMessage(data: ChannelData, message: Message): ChannelData {
  const latest = withLatest(data, [message])
  if (message.seq <= (data.membership?.settings.truncatedSeq ?? 0)) return latest
  // A reply belongs to its thread, unless it is shown in the channel too.
  return message.parentId !== undefined && !message.inChannel
    ? withReply(latest, message.createdAt)
    : appendMessage(latest, message)
}

/** Which reply was the last before a deleted one is not known here: the next snapshot says it. */
function withoutDeletedReply(data: ChannelData, { deletedAt, createdAt }: Message): ChannelData {
  return deletedAt !== undefined && createdAt === data.lastReplyAt ? { ...data, lastReplyAt: undefined } : data
}

function withReply(data: ChannelData, createdAt: string): ChannelData {
  const { lastReplyAt } = data
  return lastReplyAt !== undefined && lastReplyAt >= createdAt ? data : { ...data, lastReplyAt: createdAt }
}

const withParent = (data: ChannelData, parent: Message | undefined) => (parent ? updateMessage(data, parent) : data)

function withLatest(data: ChannelData, messages: readonly Pick<Message, 'createdAt'>[]): ChannelData {
  const { channel } = data
  const lastSeq = Math.max(channel.lastSeq, newestSeq(data))
  const lastMessageAt = messages.reduce(
    (latest, { createdAt }) => (latest === null || createdAt > latest ? createdAt : latest),
    channel.lastMessageAt,
  )
  if (lastSeq === channel.lastSeq && lastMessageAt === channel.lastMessageAt) return data
  return { ...data, channel: { ...channel, lastSeq, lastMessageAt } }
}
