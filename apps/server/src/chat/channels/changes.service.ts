import type { Channel } from '@fettle/protocol/chat/channels/channels'
import type { addMembers, leaveChannel, removeMembers, updateChannel } from '@fettle/protocol/chat/channels/members'
import type { blockChannel, listReports, reportChannel } from '@fettle/protocol/chat/channels/moderation'
import type { Tx } from '../../platform/db/db.ts'
import { actingUser, type ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { appendChannelEvent } from '../events/append-event.ts'
import { endShares, type ShareRow } from '../location/location.store.ts'
import { publishEnded } from '../location/publish-ended.ts'
import { findMessage } from '../messages/messages.store.ts'
import { noSuchMessage } from '../messages/messages.rules.ts'
import { markThreadsRead } from '../threads/threads.store.ts'
import * as rules from './changes.rules.ts'
import * as store from './changes.store.ts'
import {
  appOnly,
  isUser,
  memberIdsOf,
  requireGroupsOfUsers,
  requireRoomFor,
  toChannel,
  toStoredChannel,
} from './channels.rules.ts'
import { openChannel, requireLinked, requireUsers } from './channels.service.ts'
import { findChannel, insertMembers } from './channels.store.ts'
import type { ChannelPolicy } from './channel-policy.ts'

export const update: CallHandler<typeof updateChannel> = async (
  context,
  actor,
  { cid, slowModeSeconds, ...change },
) => {
  if (slowModeSeconds !== undefined && !actor.server)
    throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app can set slow mode.' })
  const channel = await changeChannel(context, actor, cid, async (tx, found) => {
    const ownedChannel = rules.requireOwned(found, actor)
    if (isUser(actor) && rules.isDirect(ownedChannel)) throw appOnly()
    await store.saveChannel(tx, cid, { ...change, slowModeSeconds })
  })
  return { channel }
}

export const add: CallHandler<typeof addMembers> = async (context, actor, { cid, userIds }) => {
  const existingIds = new Set<string>()
  const channel = await changeChannel(context, actor, cid, async (tx, found) => {
    const ownedChannel = rules.requireOwned(found, actor)
    rules.requireGroup(ownedChannel)
    const { members } = ownedChannel
    for (const { userId } of members) existingIds.add(userId)
    const newUserIds = [...new Set(userIds)].filter((id) => !existingIds.has(id))
    requireRoomFor(members.length + newUserIds.length)
    if (actor.userId !== null && isUser(actor)) {
      requireGroupsOfUsers(context.options.userGroups ?? false)
      await requireLinked(tx, actor.userId, newUserIds)
    }
    await requireUsers(tx, newUserIds)
    const roles = newUserIds.map((userId) => ({ userId, role: 'member' as const }))
    await insertMembers(tx, cid, roles, context.clock.now())
    await markThreadsRead(tx, { cid, seq: ownedChannel.last_seq, userIds: newUserIds })
    await store.saveChannel(tx, cid, {})
  })
  for (const { userId } of channel.members)
    if (!existingIds.has(userId))
      context.publisher.toUser(userId, { type: 'notification.added_to_channel', cid, channel }, actor.connection?.id)
  return { channel }
}

export const remove: CallHandler<typeof removeMembers> = async (context, actor, { cid, userIds }) => {
  let removed: string[] = []
  let endedShares: ShareRow[] = []
  const channel = await changeChannel(context, actor, cid, async (tx, found) => {
    rules.requireGroup(rules.requireOwned(found, actor))
    removed = await store.deleteMembers(tx, cid, userIds)
    endedShares = await endShares(tx, { cid, userIds: removed }, context.clock.now())
    await store.saveChannel(tx, cid, {})
  })
  await publishEnded(context, endedShares)
  for (const userId of removed) context.publisher.toUser(userId, { type: 'notification.removed_from_channel', cid })
  return { channel }
}

export const leave: CallHandler<typeof leaveChannel> = async (context, actor, { cid }) => {
  const userId = actingUser(actor)
  let endedShares: ShareRow[] = []
  await changeChannel(context, actor, cid, async (tx, found) => {
    rules.requireGroup(rules.requireSeen(found, actor))
    await store.deleteMembers(tx, cid, [userId])
    endedShares = await endShares(tx, { cid, userIds: [userId] }, context.clock.now())
    await store.saveChannel(tx, cid, {})
  })
  await publishEnded(context, endedShares)
  context.publisher.toUser(userId, { type: 'notification.removed_from_channel', cid }, actor.connection?.id)
  if (actor.connection) context.connections.unwatch(actor.connection, cid)
  return {}
}

export const block: CallHandler<typeof blockChannel> = async (context, actor, { cid, blocked }) => {
  if (blocked) actingUser(actor)
  let endedShares: ShareRow[] = []
  const channel = await changeChannel(context, actor, cid, async (tx, found) => {
    const seen = rules.requireSeen(found, actor)
    const blocks = rules.decideBlock(seen, actor, blocked)
    if (blocks.blockedBy === seen.blocked_by && blocks.alsoBlockedBy === seen.also_blocked_by) return 'unchanged'
    await store.saveChannel(tx, cid, blocks)
    if (blocked) endedShares = await endShares(tx, { cid }, context.clock.now())
    return undefined
  })
  await publishEnded(context, endedShares)
  return { channel }
}

export const report: CallHandler<typeof reportChannel> = async (context, actor, { cid, reason, note, messageId }) => {
  const { db, clock, ids } = context
  const reporterId = actingUser(actor)
  await openChannel(db, actor, cid)
  if (messageId !== undefined && !(await findMessage(db, cid, messageId))) throw noSuchMessage()
  const id = ids.next('rpt')
  await store.insertReport(
    db,
    { id, cid, messageId: messageId ?? null, reporterId, reason, note: note ?? null },
    clock.now(),
  )
  return { id }
}

export const reports: CallHandler<typeof listReports> = async ({ db }, _actor, { before, limit }) => {
  const rows = await store.listReports(db, before === undefined ? undefined : new Date(before), limit)
  return {
    reports: rows.map((row) => ({
      id: row.id,
      cid: row.cid,
      reporterId: row.reporter_id,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      ...(row.note === null ? {} : { note: row.note }),
      ...(row.message_id === null ? {} : { messageId: row.message_id }),
    })),
  }
}

/** Throws for writes to a blocked channel. */
export function requireUnblocked({ blockedBy }: ChannelPolicy, actor: ChatActor): void {
  if (blockedBy !== null && !(actor.server && actor.userId === null))
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.channel-blocked' }, details: { blockedBy } })
}

/** Throws code 60 if the sender wrote too recently in slow mode. A message that exists already passes. */
export async function enforceSlowMode(
  { db, clock }: Pick<ChatContext, 'db' | 'clock'>,
  { cid, slowModeSeconds }: ChannelPolicy,
  actor: ChatActor,
  messageId: string,
): Promise<void> {
  if (slowModeSeconds === 0 || actor.server || actor.userId === null) return
  if (await findMessage(db, cid, messageId)) return
  const now = clock.now()
  if (await store.claimSlowModeSlot(db, { cid, userId: actor.userId, seconds: slowModeSeconds }, now)) return
  const last = await store.findLastSlowModeSend(db, cid, actor.userId)
  const secondsSince = last ? (now.getTime() - last.getTime()) / 1000 : 0
  const retryAfter = Math.max(1, Math.ceil(slowModeSeconds - secondsSince))
  throw new ChatRefusal('COOL_DOWN', { details: { retryAfter }, retryAfter })
}

/** Changes a channel under its lock, appends the event and publishes it to its members. */
async function changeChannel(
  context: ChatContext,
  actor: ChatActor,
  cid: string,
  change: (tx: Tx, found: store.LockedChannel | undefined) => Promise<'unchanged' | undefined | void>,
): Promise<Channel> {
  const { db, clock, channelPolicies: policy, presence, publisher } = context
  const now = clock.now()
  const saved = await db.transaction(async (tx) => {
    const isUnchanged = (await change(tx, await store.lockChannel(tx, cid))) === 'unchanged'
    const row = await findChannel(tx, { cid, userId: null, messages: 0 })
    if (!row) throw new Error(`Channel ${cid} no longer exists`)
    const channel = toChannel(row, await presence.among(memberIdsOf(row)))
    if (isUnchanged) return { channel, seq: undefined }
    const next = { ...channel, lastSeq: row.last_seq + 1 }
    const event = { type: 'channel.updated', userId: actor.userId, data: { channel: toStoredChannel(next) } }
    return { channel: next, seq: await appendChannelEvent(tx, cid, event, now) }
  })
  if (saved.seq === undefined) return saved.channel
  policy.invalidate(cid)
  const event = {
    type: 'channel.updated' as const,
    cid,
    seq: saved.seq,
    at: now.toISOString(),
    channel: saved.channel,
  }
  for (const { userId } of saved.channel.members) publisher.toUser(userId, event, actor.connection?.id)
  return saved.channel
}
