import type { Channel, ChannelState, Member, Membership } from '@fettle/protocol/chat/channels/channels'
import { Cid } from '@fettle/protocol/chat/core/values'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { CursorInstant, decodeCursor, encodeCursor } from '../core/cursor.ts'
import { toMessage } from '../messages/messages.rules.ts'
import type { IsOnline } from '../presence/presence.ts'
import { DIRECT_PREFIX } from '@fettle/protocol/chat/core/values'
import type { ChatActor } from '../core/actor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { ChannelRow, MemberJson } from './channels.store.ts'

/** How channels are named, who may create them, and how they look. */

/** The id of the direct channel of two people: the same, whoever asks and in whatever order. */
export function directId(one: string, other: string): string {
  const names = [one, other].sort().join('\n')
  return `${DIRECT_PREFIX}${createHash('sha256').update(names).digest('base64url').slice(0, 32)}`
}

/** Whether the caller is a user on their own account: the app's server may act in a user's name, and is trusted. */
export const isUser = (actor: ChatActor): boolean => actor.userId !== null && !actor.server

/** Refuses a new channel that a user may not create, whoever its members are. `isGroup`: it has an id of its own. */
export function requireMayCreate(
  { type, isGroup, isDescribed }: { type: string; isGroup: boolean; isDescribed: boolean },
  { userGroups }: { userGroups: boolean },
): void {
  if (isGroup) return requireGroupsOfUsers(userGroups)
  // Of another type, it would be a second conversation of two people, and get past a block of the first.
  if (type !== 'messaging')
    throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app creates channels of this type.' })
  if (isDescribed) throw appOnly()
}

/** Refuses what makes or extends a group of users, unless the installation lets users do that. */
export function requireGroupsOfUsers(userGroups: boolean): void {
  if (!userGroups) throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app creates groups.' })
}

/** Refuses a user's change to a direct channel: its name and picture belong to neither of the two. */
export const appOnly = () => new ChatRefusal('NOT_ALLOWED', { message: 'Only the app changes a direct channel.' })

/** Whether a direct channel has its two members and nobody else. */
export function hasOnly(row: ChannelRow, pair: readonly string[]): boolean {
  const members = memberIdsOf(row)
  return members.length === pair.length && pair.every((userId) => members.includes(userId))
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
export const toCursor = (row: ChannelRow): string =>
  encodeCursor([row.pinned_at !== null, row.sort_at?.toISOString(), row.cid])

const ChannelCursor = z.tuple([z.boolean(), CursorInstant, Cid])

/** Throws INPUT for something we never handed out. */
export function fromCursor(cursor: string): { pinned: boolean; sortAt: Date; cid: string } {
  const [pinned, at, cid] = decodeCursor(cursor, ChannelCursor)
  return { pinned, sortAt: new Date(at), cid }
}

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())
