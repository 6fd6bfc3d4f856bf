import type { ChatEvent } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Tx } from '../../platform/db/db.ts'
import { requireSeen } from '../channels/changes.rules.ts'
import { lockChannel } from '../channels/changes.store.ts'
import type { ChatActor } from '../core/actor.ts'
import type { ChatContext } from '../core/context.ts'
import { appendChannelEvent } from '../events/append-event.ts'
import { toReading } from '../reading/reading.rules.ts'
import { updateSearchText } from '../search/search-text.store.ts'
import * as threads from '../threads/threads.store.ts'
import type { MessageChange } from './changes.rules.ts'
import * as store from './changes.store.ts'
import { noSuchMessage, toMessage } from './messages.rules.ts'
import { findMessage, findVisible, type MessageRow } from './messages.store.ts'

/** A message to change, with its channel. Read under the channel's lock, so it is valid until the commit. */
interface LockedMessage {
  row: MessageRow
  memberIds: ReadonlySet<string>
  now: Date
  tx: Tx
}

interface Target {
  cid: string
  messageId: string
}

/**
 * The only way to change an existing message: decides under the channel's lock, appends the event with the new state,
 * and publishes it to every member including the caller.
 */
export async function changeMessage(
  { db, clock, publisher }: ChatContext,
  actor: ChatActor,
  { cid, messageId }: Target,
  decide: (found: LockedMessage) => MessageChange | undefined | Promise<MessageChange | undefined>,
): Promise<Message> {
  const now = clock.now()
  const saved = await db.transaction(async (tx) => {
    const { row, memberIds } = await openMessage(tx, actor, cid, messageId)
    const change = await decide({ row, memberIds, now, tx })
    if (!change) return { message: toMessage(row) }
    const { type, emoji } = change
    const channelEvent = { type, userId: actor.userId, data: { messageId, ...(emoji === undefined ? {} : { emoji }) } }
    const seq = await appendChannelEvent(tx, cid, channelEvent, now)
    await store.saveMessage(tx, change.row, seq)
    // Only messages of people are searched.
    if (row.kind === 'regular' && change.row.text !== row.text) await updateSearchText(tx, row, change.row.text)
    const isGone = type === 'message.deleted'
    const readings = isGone && countsAsUnread(row) ? await store.lowerUnread(tx, row) : []
    const reply = { ...row, parentId: row.parent_id ?? '', authorId: row.user_id }
    const isReply = row.parent_id !== null
    const loweredReadings = isGone && isReply ? await threads.lower(tx, reply) : []
    if (isGone && row.parent_id !== null) await threads.discountReply(tx, cid, row.parent_id, seq)
    const parent = row.parent_id === null ? undefined : await findMessage(tx, cid, row.parent_id)
    const message = toMessage({ ...change.row, revision: seq })
    const event: ChatEvent = {
      type,
      cid,
      seq,
      at: now.toISOString(),
      userId: actor.userId,
      message,
      ...(emoji === undefined ? {} : { emoji }),
      ...(parent ? { parent: toMessage(parent) } : {}),
    }
    return { message, event, memberIds, readings, loweredReadings }
  })
  if (!saved.event) return saved.message
  const readings = new Map(saved.readings.map((row) => [row.user_id, toReading(row)]))
  const loweredByUser = new Map(saved.loweredReadings.map((row) => [row.user_id, toReading(row)]))
  for (const userId of saved.memberIds) {
    const [reading, thread] = [readings.get(userId), loweredByUser.get(userId)]
    publisher.toUser(userId, { ...saved.event, ...(reading ? { reading } : {}), ...(thread ? { thread } : {}) })
  }
  return saved.message
}

/** Hides a message from one member. Others receive only the sequence number. */
export async function hideMessage(
  { db, clock, publisher }: ChatContext,
  actor: ChatActor,
  userId: string,
  { cid, messageId }: Target,
): Promise<void> {
  const now = clock.now()
  const { row, seq, memberIds, readings, loweredReadings } = await db.transaction(async (tx) => {
    const found = await openMessage(tx, actor, cid, messageId)
    const parentId = found.row.parent_id
    const data = { messageId, messageSeq: found.row.seq, ...(parentId === null ? {} : { parentId }) }
    const position = await appendChannelEvent(tx, cid, { type: 'message.hidden', userId, data }, now)
    // Checked before it is hidden: a hidden message no longer counts.
    const isCounted = countsAsUnread(found.row)
    const raised = isCounted ? await store.lowerUnread(tx, found.row, userId) : []
    const isUnreadReply = parentId !== null && found.row.kind !== 'deleted'
    const reply = { cid, parentId: parentId ?? '', seq: found.row.seq, authorId: found.row.user_id, onlyFor: userId }
    const inThread = isUnreadReply ? await threads.lower(tx, reply) : []
    await store.insertHidden(tx, cid, userId, found.row.seq)
    return { ...found, seq: position, readings: raised, loweredReadings: inThread }
  })
  const position = { cid, seq, at: now.toISOString() }
  const [reading, thread] = [readings[0], loweredReadings[0]]
  for (const memberId of memberIds) {
    if (memberId !== userId) publisher.toUser(memberId, { type: 'channel.touched', ...position })
    else
      publisher.toUser(userId, {
        type: 'message.hidden',
        ...position,
        messageId,
        messageSeq: row.seq,
        ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
        ...(reading ? { reading: toReading(reading) } : {}),
        ...(thread ? { thread: toReading(thread) } : {}),
      })
  }
}

/** Whether it counts as unread for members who have not read it. */
const countsAsUnread = ({ kind, in_channel }: MessageRow) => in_channel && (kind === 'regular' || kind === 'card')

async function openMessage(tx: Tx, actor: ChatActor, cid: string, messageId: string) {
  const channel = requireSeen(await lockChannel(tx, cid), actor)
  const row = await findVisible(tx, { cid, id: messageId }, actor.userId)
  if (!row) throw noSuchMessage()
  return { row, memberIds: new Set(channel.members.map(({ userId }) => userId)) }
}
