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
import { CursorInstant, decodeCursor, encodeCursor } from '../core/cursor.ts'
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
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  const rows = await store.listThreads(db, userId, { unread, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    threads: page.map(toThread),
    unreadThreads: last?.unread_threads ?? (await store.countUnread(db, userId)),
    nextCursor: rows.length > limit && last ? toCursor(last) : null,
  }
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

const toCursor = ({ last_reply_at, parent }: store.ListedThread): string =>
  encodeCursor([last_reply_at.toISOString(), parent.cid, parent.id])

const ThreadCursor = z.tuple([CursorInstant, Cid, MessageId])

/** Parses a cursor. Throws INPUT if it is invalid. */
function fromCursor(cursor: string): { at: Date; cid: string; parentId: string } {
  const [at, cid, parentId] = decodeCursor(cursor, ThreadCursor)
  return { at: new Date(at), cid, parentId }
}
