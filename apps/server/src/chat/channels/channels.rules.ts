import type { Channel, ChannelState, Member, Membership } from '@fettle/protocol/chat/channels'
import { createHash } from 'node:crypto'
import { toMessage } from '../messages/messages.rules.ts'
import type { IsOnline } from '../presence/presence.ts'
import type { ChannelRow, MemberJson } from './channels.store.ts'

/** How channels are named and how they look. */

/** The id of the direct channel of two people: the same, whoever asks and in whatever order. */
export function directId(one: string, other: string): string {
  const names = [one, other].sort().join('\n')
  return `direct-${createHash('sha256').update(names).digest('base64url').slice(0, 32)}`
}

/** Who is in it. */
export const memberIdsOf = (row: ChannelRow): string[] => (row.members ?? []).map(({ userId }) => userId)

export function toChannel(row: ChannelRow, isOnline: IsOnline): Channel {
  return {
    cid: row.cid,
    type: row.type,
    id: row.cid.slice(row.type.length + 1),
    name: row.name,
    image: row.image,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    lastSeq: row.last_seq,
    members: (row.members ?? []).map((member) => toMember(member, isOnline)),
    ...(row.blocked_by === null ? {} : { blockedBy: row.blocked_by }),
    ...(row.slow_seconds === 0 ? {} : { slowModeSeconds: row.slow_seconds }),
    ...(row.revision === 0 ? {} : { revision: row.revision }),
    custom: row.custom,
  }
}

export function toMember(row: MemberJson, isOnline: IsOnline): Member {
  return {
    userId: row.userId,
    user: {
      id: row.userId,
      name: row.name,
      image: row.image,
      role: row.userRole,
      online: isOnline(row.userId),
      lastActiveAt: instant(row.lastActiveAt),
      custom: row.custom,
    },
    role: row.role,
    joinedAt: new Date(row.joinedAt).toISOString(),
    lastReadSeq: row.seenSeq,
    lastReadAt: instant(row.lastReadAt),
    deliveredSeq: row.deliveredSeq,
  }
}

/** One's own place in the channel; null for those who have none. */
export function toMembership(row: ChannelRow): Membership | null {
  if (row.me === null) return null
  return {
    reading: {
      version: row.reading_version ?? 0,
      lastReadSeq: row.last_read_seq ?? 0,
      unreadCount: row.unread_count ?? 0,
    },
    settings: {
      version: row.settings_version ?? 0,
      pinnedAt: row.pinned_at?.toISOString() ?? null,
      archivedAt: row.archived_at?.toISOString() ?? null,
      mutedUntil: row.muted_until?.toISOString() ?? null,
      hiddenSince: row.hidden_since?.toISOString() ?? null,
      ...(row.truncated_seq ? { truncatedSeq: row.truncated_seq } : {}),
    },
  }
}

/** `limit`: how many messages are wanted. One more was asked for, to know whether there are older ones. */
export function toState(row: ChannelRow, limit: number, isOnline: IsOnline): ChannelState {
  const newest = row.messages ?? []
  return {
    channel: toChannel(row, isOnline),
    membership: toMembership(row),
    messages: newest.slice(0, limit).toReversed().map(toMessage),
    hasOlder: limit === 0 ? row.last_seq > 0 : newest.length > limit,
  }
}

/** Where a page of the list ends, to be handed back for the next one. */
export function toCursor(row: ChannelRow): string {
  return Buffer.from(JSON.stringify([row.pinned_at !== null, row.sort_at?.toISOString(), row.cid])).toString(
    'base64url',
  )
}

/** Undefined for something we never handed out. */
export function fromCursor(cursor: string): { pinned: boolean; sortAt: Date; cid: string } | undefined {
  try {
    const [pinned, at, cid] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const sortAt = new Date(String(at))
    return typeof pinned === 'boolean' && typeof cid === 'string' && !Number.isNaN(sortAt.getTime())
      ? { pinned, sortAt, cid }
      : undefined
  } catch {
    return undefined
  }
}

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())
