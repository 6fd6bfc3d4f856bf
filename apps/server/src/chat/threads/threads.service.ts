import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type {
  listReplies,
  listThreads,
  listUnreadThreads,
  markThreadRead,
  Thread,
} from '@fettle/protocol/chat/messages/threads'
import { Cid, MessageId } from '@fettle/protocol/chat/core/values'
import * as z from 'zod/mini'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { CursorInstant, decodeCursor, pageOf } from '../core/cursor.ts'
import { requireMember } from '../core/members.ts'
import { noSuchMessage, requireRoot, toMessage } from '../messages/messages.rules.ts'
import { readPage } from '../messages/messages.service.ts'
import { findVisible } from '../messages/messages.store.ts'
import { toReading } from '../reading/reading.rules.ts'
import * as store from './threads.store.ts'

export const replies: CallHandler<typeof listReplies> = async ({ db }, actor, { cid, messageId, ...page }) => {
  const { userId } = actor
  const [timeline, parent, ownReading] = await Promise.all([
    readPage(db, actor, { cid, parentId: messageId }, page),
    findVisible(db, { cid, id: messageId }, userId),
    userId === null ? undefined : store.findReading(db, { cid, parentId: messageId, userId }),
  ])
  if (!parent) throw noSuchMessage()
  if (parent.parent_id !== null) requireRoot(parent)
  return { ...timeline, parent: toMessage(parent), reading: ownReading ? toReading(ownReading) : null }
}

export const list: CallHandler<typeof listThreads> = async ({ db }, actor, { unread = false, limit, cursor }) => {
  const userId = actingUser(actor)
  const after = decodeCursor(cursor, ThreadCursor)
  const [rows, unreadThreads] = await Promise.all([
    store.listThreads(db, userId, { unread, limit: limit + 1, after }),
    store.countUnread(db, userId),
  ])
  const { page, nextCursor } = pageOf(rows, limit, ({ last_reply_at, parent }) => [
    last_reply_at,
    parent.cid,
    parent.id,
  ])
  return { threads: page.map(toThread), unreadThreads, nextCursor }
}

export const unread: CallHandler<typeof listUnreadThreads> = async ({ db }, actor) => {
  const rows = await store.listUnread(db, actingUser(actor), chatLimits.unreadThreads)
  return { threads: rows.map((row) => ({ cid: row.cid, parentId: row.parent_id, reading: toReading(row) })) }
}

export const read: CallHandler<typeof markThreadRead> = async (
  context,
  actor,
  { cid, messageId, seq: requestedSeq },
) => {
  const { db, publisher } = context
  const { userId } = await requireMember(context, actor, cid)
  if (!(await findVisible(db, { cid, id: messageId }, userId))) throw noSuchMessage()
  const row = await db.transaction(async (tx) => {
    const before = await store.lockReading(tx, { cid, parentId: messageId, userId })
    if (!before) return undefined
    const seq = Math.min(requestedSeq ?? before.last_reply_seq, before.last_reply_seq)
    if (seq <= before.last_read_seq) return before
    return store.saveReading(tx, { cid, parentId: messageId, userId, seq })
  })
  if (!row) return { reading: null }
  const reading = toReading(row)
  publisher.toUser(userId, { type: 'thread.updated', cid, parentId: messageId, thread: reading })
  return { reading }
}

function toThread(row: store.ListedThread): Thread {
  return {
    cid: row.parent.cid,
    parent: toMessage(row.parent),
    lastReply: row.last_reply && toMessage(row.last_reply),
    lastReplySeq: row.last_reply_seq,
    reading: toReading(row),
  }
}

const ThreadCursor = z.pipe(
  z.tuple([CursorInstant, Cid, MessageId]),
  z.transform(([at, cid, parentId]) => ({ at, cid, parentId })),
)
