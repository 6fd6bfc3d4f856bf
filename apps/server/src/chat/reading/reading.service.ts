import type { getUnread, markDelivered, markRead, markUnread } from '@fettle/protocol/chat/channels/read-state'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { publishToMembers, requireMember } from '../core/members.ts'
import { noSuchChannel, noSuchMessage } from '../messages/messages.rules.ts'
import { findVisible } from '../messages/messages.store.ts'
import * as rules from './reading.rules.ts'
import * as store from './reading.store.ts'

export const read: CallHandler<typeof markRead> = async (context, actor, { cid, seq: requestedSeq }) => {
  const { db, clock, publisher } = context
  const userId = actingUser(actor)
  const { row, raised } = await db.transaction(async (tx) => {
    const before = await store.lockReading(tx, cid, userId)
    if (!before) throw noSuchChannel()
    const seq = rules.decideRead(before, requestedSeq)
    if (seq === undefined) return { row: before, raised: undefined }
    const after = await store.saveReading(tx, { cid, userId, seq, at: clock.now() })
    return { row: after, raised: after.read_receipt_seq > before.read_receipt_seq ? after.read_receipt_seq : undefined }
  })
  const reading = rules.toReading(row)
  const lastReadAt = row.last_read_at?.toISOString() ?? null
  publisher.toUser(userId, { type: 'reading.updated', cid, reading }, actor.connection?.id)
  if (raised !== undefined && lastReadAt !== null) {
    const frame = { type: 'message.read' as const, cid, userId, lastReadSeq: raised, lastReadAt }
    await publishToMembers(context, cid, frame, actor.connection?.id)
  }
  return { reading, lastReadAt }
}

export const unreadFrom: CallHandler<typeof markUnread> = async (context, actor, { cid, messageId }) => {
  const { db, publisher } = context
  const userId = actingUser(actor)
  const row = await db.transaction(async (tx) => {
    if (!(await store.lockReading(tx, cid, userId))) throw noSuchChannel()
    const message = await findVisible(tx, { cid, id: messageId }, userId)
    if (!message?.in_channel) throw noSuchMessage()
    return store.moveReading(tx, { cid, userId, seq: message.seq - 1 })
  })
  const reading = rules.toReading(row)
  publisher.toUser(userId, { type: 'reading.updated', cid, reading }, actor.connection?.id)
  return { reading }
}

export const delivered: CallHandler<typeof markDelivered> = async (context, actor, { cid, seq }) => {
  const { userId } = await requireMember(context, actor, cid)
  if (await store.raiseDelivered(context.db, cid, userId, seq)) {
    const frame = { type: 'message.delivered' as const, cid, userId, deliveredSeq: seq }
    await publishToMembers(context, cid, frame, actor.connection?.id)
  }
  return {}
}

export const unread: CallHandler<typeof getUnread> = ({ unreadOverviews }, actor) =>
  unreadOverviews.of(actingUser(actor))
