import type { ChatEvent } from '@fettle/protocol/chat/events'
import { toReading } from '../reading/reading.rules.ts'
import type { ChatContext } from '../core/context.ts'
import { noSuchMessage, toMessage, toNewMessage } from '../messages/messages.rules.ts'
import { append, findMessage } from '../messages/messages.store.ts'
import type { PendingMessage, WrittenMessage } from '../messages/writer.ts'
import * as store from './threads.store.ts'
import { violatedUniqueConstraint } from '../../platform/db/unique-violation.ts'

/** Writes a reply with its thread in one commit. The parent changes too, so its new state is part of the event. */
export async function writeReply(context: ChatContext, entry: PendingMessage): Promise<WrittenMessage> {
  const { db, clock, publisher, options } = context
  const now = clock.now()
  const { message: reply, user, quoted, memberIds } = entry
  const { cid, parentId } = reply
  if (parentId === null) throw new Error('The message is not a reply')
  const saved = await db
    .transaction(async (tx) => {
      const { sequences, members } = await append(tx, [reply], now)
      const seq = sequences.get(0)
      if (seq === undefined) return undefined
      if (!(await store.countReply(tx, { cid, parentId, seq, userId: reply.userId }, now))) throw noSuchMessage()
      const row = await findMessage(tx, cid, parentId)
      if (!row) throw noSuchMessage()
      const mentions = reply.extras && 'mentions' in reply.extras ? (reply.extras.mentions as string[]) : []
      const joiningIds = [row.user_id, reply.userId, ...mentions].filter((id) => id !== null)
      const thread = { cid, parentId, seq, authorId: reply.userId, joiningIds }
      return { seq, members, parent: toMessage(row), threads: await store.raise(tx, thread, now) }
    })
    .catch((error: unknown) => {
      // Another process wrote the same id meanwhile, so it exists.
      if (violatedUniqueConstraint(error) === undefined) throw error
      return undefined
    })
  if (!saved) return undefined
  const { seq, parent } = saved
  const message = toNewMessage(reply, seq, user, now, quoted)
  const event: ChatEvent = { type: 'message.new', cid, seq, at: message.createdAt, message, parent }
  const readings = new Map(saved.members.map(({ userId, reading }) => [userId, reading]))
  const threads = new Map(saved.threads.map((row) => [row.user_id, row]))
  // The sender's own devices too, because the result does not contain the thread.
  for (const userId of memberIds) {
    const reading = reply.counts && userId !== reply.userId ? readings.get(userId) : undefined
    const thread = threads.get(userId)
    publisher.toUser(userId, {
      ...event,
      ...(reading ? { reading } : {}),
      ...(thread ? { thread: toReading(thread) } : {}),
    })
  }
  if (reply.inChannel) options.onMessages?.([message])
  return message
}
