import type {
  ChannelState,
  createChannel,
  getChannel,
  queryChannels,
  stopWatching,
} from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Queryable } from '../../platform/db/db.ts'
import type { SocketConnection } from '../connections/connections.ts'
import { actingUser, type ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { decodeCursor, pageOf } from '../core/cursor.ts'
import { noSuchChannel } from '../messages/messages.rules.ts'
import { listKnown } from '../users/users.store.ts'
import * as rules from './channels.rules.ts'
import * as store from './channels.store.ts'

export const query: CallHandler<typeof queryChannels> = async (context, actor, input) => {
  const { filter, limit, cursor, state, messageLimit } = input
  const userId = actingUser(actor)
  const listener = listenerFor(context, actor, input)
  const after = decodeCursor(cursor, rules.ChannelCursor)
  if (filter.members && !filter.members.includes(userId)) throw new ChatRefusal('QUERY_PERMISSIONS')
  const messages = state ? messageLimit : 0
  const rows = await store.listChannels(context.db, {
    userId,
    type: filter.type,
    members: filter.members?.filter((id) => id !== userId) ?? [],
    cids: filter.cids,
    unread: filter.unread,
    archived: filter.archived,
    pinned: filter.pinned,
    text: filter.text,
    limit: limit + 1,
    messages: withOneMore(messages),
    after,
  })
  const { page, nextCursor } = pageOf(rows, limit, rules.positionOf)
  const [isOnline, lastReplies] = await Promise.all([
    context.presence.among(page.flatMap(rules.memberIdsOf)),
    findLastReplies(context.db, userId, page),
  ])
  const states = page.map((row) => rules.toState(row, messages, isOnline, lastReplies.get(row.cid)))
  if (listener) for (const { channel } of states) context.connections.watch(listener, channel.cid, memberIds(channel))
  return { channels: states, nextCursor }
}

export const get: CallHandler<typeof getChannel> = async (context, actor, input) => {
  const listener = listenerFor(context, actor, input)
  const state = await openState(context, actor, input.cid)
  if (listener) context.connections.watch(listener, input.cid, memberIds(state.channel))
  return state
}

export const create: CallHandler<typeof createChannel> = async (context, actor, input) => {
  const { db, clock, log, publisher } = context
  const listener = listenerFor(context, actor, input)
  const members = [...new Set(actor.userId === null ? input.members : [actor.userId, ...input.members])]
  rules.requireRoomFor(members.length)
  const isDirect = input.id === undefined
  const cid = `${input.type}:${input.id ?? directIdOf(members)}`
  const created = await db.transaction(async (tx) => {
    if (actor.userId !== null && rules.isUser(actor)) {
      if ((await store.findChannel(tx, { cid, userId: actor.userId, messages: 0 }))?.me) return false
      const { type, name, image, custom } = input
      const isDescribed = [name, image, custom].some((field) => field !== undefined)
      rules.requireMayCreate(
        { type, isGroup: !isDirect, isDescribed },
        { userGroups: context.options.userGroups ?? false },
      )
      await requireLinked(tx, actor.userId, members)
    }
    await requireUsers(tx, members)
    const channel = {
      cid,
      type: input.type,
      name: input.name ?? null,
      image: input.image ?? null,
      custom: input.custom ?? {},
    }
    // The second caller waits for the first and then finds the channel.
    const opening = { createdBy: actor.userId, createdByApp: !rules.isUser(actor) }
    if (!(await store.insertChannel(tx, { ...channel, ...opening }, clock.now()))) return false
    const roles = members.map((userId) => ({
      userId,
      role: userId === actor.userId ? ('owner' as const) : ('member' as const),
    }))
    await store.insertMembers(tx, cid, roles, clock.now())
    return true
  })
  if (created) context.channelPolicies.invalidate(cid)
  const row = await openChannel(db, actor, cid, withOneMore(chatLimits.channelMessages))
  // A direct channel must have the two members and nobody else.
  if (isDirect && !rules.hasOnly(row, members)) {
    log.error(
      { cid, members: rules.memberIdsOf(row), expected: members },
      'refused to open a direct channel with other members',
    )
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.channel-incomplete' } })
  }
  const state = await toOpenState(context, row)
  if (listener) context.connections.watch(listener, cid, memberIds(state.channel))
  if (created) {
    const frame = { type: 'notification.added_to_channel' as const, cid, channel: state.channel }
    for (const userId of members) publisher.toUser(userId, frame, actor.connection?.id)
  }
  return { ...state, created }
}

export const unwatch: CallHandler<typeof stopWatching> = async (context, actor, input) => {
  const listener = listenerFor(context, actor, { ...input, watch: true })
  if (listener) context.connections.unwatch(listener, input.cid)
  return {}
}

/** The channel as the caller sees it, with its newest messages: a snapshot at `channel.lastSeq`. */
async function openState(context: ChatContext, actor: ChatActor, cid: string): Promise<ChannelState> {
  return toOpenState(context, await openChannel(context.db, actor, cid, withOneMore(chatLimits.channelMessages)))
}

async function toOpenState({ db, presence }: ChatContext, row: store.ChannelRow): Promise<ChannelState> {
  const [isOnline, lastReplies] = await Promise.all([
    presence.among(rules.memberIdsOf(row)),
    findLastReplies(db, row.me, [row]),
  ])
  return rules.toState(row, chatLimits.channelMessages, isOnline, lastReplies.get(row.cid))
}

/** Times of replies in threads that are newer than the newest message of their channel. Most channels have none. */
const findLastReplies = (db: Queryable, userId: string | null, rows: readonly store.ChannelRow[]) =>
  store.findLastReplies(
    db,
    userId,
    rows.flatMap((row) => rules.newestIfNotLast(row) ?? []),
  )

const withOneMore = (messages: number) => (messages === 0 ? 0 : messages + 1)

/** Checks access to a channel: members, and a server that acts for nobody. Throws otherwise. */
export async function openChannel(
  db: Queryable,
  actor: ChatActor,
  cid: string,
  messages = 0,
): Promise<store.ChannelRow> {
  const row = await store.findChannel(db, { cid, userId: actor.userId, messages })
  if (!row || (row.me === null && !(actor.server && actor.userId === null))) throw noSuchChannel()
  return row
}

/** The connection that will receive a channel's signals: the calling one, or the one named over HTTP. */
function listenerFor(
  { connections }: ChatContext,
  actor: ChatActor,
  { watch, connectionId }: { watch?: boolean | undefined; connectionId?: string | undefined },
): SocketConnection | undefined {
  if (!watch) return undefined
  if (actor.connection) return actor.connection
  const connection = connectionId === undefined ? undefined : connections.find(connectionId)
  if (!connection || connection.userId !== actor.userId) throw new ChatRefusal('CONNECTION_NOT_FOUND')
  return connection
}

/** Throws for users the app has not linked with the caller, as if they did not exist. */
export async function requireLinked(db: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  const others = ids.filter((id) => id !== userId)
  const linked = new Set(await store.listLinked(db, userId, others))
  requireNoneMissing(others.filter((id) => !linked.has(id)))
}

export async function requireUsers(db: Queryable, ids: readonly string[]): Promise<void> {
  const existingIds = new Set(await listKnown(db, ids))
  requireNoneMissing(ids.filter((id) => !existingIds.has(id)))
}

function requireNoneMissing(missing: readonly string[]): void {
  if (missing.length > 0)
    throw new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-user' }, details: { users: missing } })
}

function directIdOf(members: readonly string[]): string {
  const [one, other, ...more] = members
  if (one === undefined || other === undefined || more.length > 0) {
    throw new ChatRefusal('INPUT', { message: 'A channel without an id needs two members.' })
  }
  return rules.directId(one, other)
}

const memberIds = (channel: { members: { userId: string }[] }) => channel.members.map(({ userId }) => userId)
