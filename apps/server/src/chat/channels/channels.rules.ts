import type { Channel, ChannelState, Member, Membership, Settings } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { Cid } from '@fettle/protocol/chat/core/values'
import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { CursorInstant } from '../core/cursor.ts'
import { toReading } from '../reading/reading.rules.ts'
import { toMessage } from '../messages/messages.rules.ts'
import type { IsOnline } from '../presence/presence.ts'
import { DIRECT_PREFIX } from '@fettle/protocol/chat/core/values'
import type { ChatActor } from '../core/actor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { ChannelRow, MemberJson, SettingsRow } from './channels.store.ts'

/** The id of two users' direct channel, independent of their order. Rules for ids, creation and views of channels. */
export function directId(one: string, other: string): string {
  const names = [one, other].sort().join('\n')
  return `${DIRECT_PREFIX}${hash('sha256', names, 'base64url').slice(0, 32)}`
}

/** Whether a user calls for themselves. The app's server may act as a user, and is trusted. */
export const isUser = (actor: ChatActor): boolean => actor.userId !== null && !actor.server

/** Throws if a user may not create such a channel, whoever its members are. `isGroup`: it has its own id. */
export function requireMayCreate(
  { type, isGroup, isDescribed }: { type: string; isGroup: boolean; isDescribed: boolean },
  { userGroups }: { userGroups: boolean },
): void {
  if (isGroup) return requireGroupsOfUsers(userGroups)
  // Another type would be a second conversation of the two and bypass a block of the first.
  if (type !== 'messaging') throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.type-app-only' } })
  if (isDescribed) throw appOnly()
}

/** Throws if users create or extend a group, unless the installation allows it. */
export function requireGroupsOfUsers(userGroups: boolean): void {
  if (!userGroups) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.groups-app-only' } })
}

/** Throws for more members than a channel may have. */
export function requireRoomFor(members: number): void {
  const max = chatLimits.membersPerChannel
  if (members > max) throw new ChatRefusal('INPUT', { reason: { code: 'chat.members-limit', params: { max } } })
}

/** Error for a user's change of a direct channel, whose name and picture belong to neither. */
export const appOnly = () => new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.direct-app-only' } })

/** Whether a direct channel has exactly its two members. */
export function hasOnly(row: ChannelRow, pair: readonly string[]): boolean {
  const members = memberIdsOf(row)
  return members.length === pair.length && pair.every((userId) => members.includes(userId))
}

/** Ids of the members. */
export const memberIdsOf = (row: ChannelRow): string[] => (row.members ?? []).map(({ userId }) => userId)

/** A channel as its events store it: who its members are now is read when they are replayed. */
export type StoredChannel = Omit<Channel, 'members'> & { members: Omit<Member, 'user'>[] }

export const toStoredChannel = ({ members, ...channel }: Channel): StoredChannel => ({
  ...channel,
  members: members.map(({ user: _, ...member }) => member),
})

/** A channel of an event with its members as they are now. Those who have left since are not among them. */
export const fromStoredChannel = ({ members, ...channel }: StoredChannel, present: readonly Member[]): Channel => ({
  ...channel,
  members: members.flatMap((member) => {
    const user = present.find(({ userId }) => userId === member.userId)?.user
    return user ? [{ ...member, user }] : []
  }),
})

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
    ...(row.also_blocked_by === null ? {} : { alsoBlockedBy: row.also_blocked_by }),
    ...(row.slow_mode_seconds === 0 ? {} : { slowModeSeconds: row.slow_mode_seconds }),
    ...(row.revision === 0 ? {} : { revision: row.revision }),
    custom: row.custom,
  }
}

function toMember(row: MemberJson, isOnline: IsOnline): Member {
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
    lastReadSeq: row.readReceiptSeq,
    lastReadAt: instant(row.lastReadAt),
    deliveredSeq: row.deliveredSeq,
  }
}

/** The caller's read state and settings. Null for non-members. */
export const toMembership = (row: ChannelRow): Membership | null =>
  row.me === null ? null : { reading: toReading(row), settings: toSettings(row) }

export function toSettings(row: SettingsRow): Settings {
  return {
    version: row.settings_version,
    pinnedAt: row.pinned_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    hiddenSince: row.hidden_since?.toISOString() ?? null,
    ...(row.truncated_seq > 0 ? { truncatedSeq: row.truncated_seq } : {}),
  }
}

/**
 * The newest of the loaded messages, if something was written after it: a reply in a thread, or a message the member
 * does not see. Otherwise undefined.
 */
export function newestIfNotLast({
  cid,
  messages,
  last_message_at,
}: ChannelRow): { cid: string; seq: number } | undefined {
  const newest = messages?.[0]
  return newest && last_message_at && new Date(newest.created_at) < last_message_at
    ? { cid, seq: newest.seq }
    : undefined
}

/**
 * Converts a row. `limit`: messages requested; one more was read to detect older ones. `lastReplyAt`: time of a reply
 * in a thread after the newest message.
 */
export function toState(
  row: ChannelRow,
  limit: number,
  isOnline: IsOnline,
  lastReplyAt: Date | undefined,
): ChannelState {
  const newest = row.messages ?? []
  return {
    channel: toChannel(row, isOnline),
    membership: toMembership(row),
    messages: newest.slice(0, limit).toReversed().map(toMessage),
    hasOlder: limit === 0 ? row.last_seq > 0 : newest.length > limit,
    ...(lastReplyAt ? { lastReplyAt: lastReplyAt.toISOString() } : {}),
  }
}

/** Position in the list, for its cursor. */
export const positionOf = (row: ChannelRow) => [row.pinned_at !== null, row.sort_at, row.cid]

export const ChannelCursor = z.pipe(
  z.tuple([z.boolean(), CursorInstant, Cid]),
  z.transform(([pinned, sortAt, cid]) => ({ pinned, sortAt, cid })),
)

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())
