import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { deleteReminder, listReminders, setReminder } from '@fettle/protocol/chat/messages/reminders'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { decodeCursor, pageOf } from '../core/cursor.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { noSuchMessage } from '../messages/messages.rules.ts'
import { findVisible } from '../messages/messages.store.ts'
import * as rules from './reminders.rules.ts'
import * as store from './reminders.store.ts'
import { chatTasks } from '../../platform/jobs/service-tasks.ts'

export const FIRE_JOB = chatTasks.fireReminder

const keyOf = ({ userId, cid, messageId }: store.ReminderKey) => `${FIRE_JOB}:${userId}:${cid}:${messageId}`

export const set: CallHandler<typeof setReminder> = async (context, actor, { cid, messageId, ...when }) => {
  const { db, clock, jobs, publisher } = context
  const { userId } = await requireMember(context, actor, cid)
  const key = { userId, cid, messageId }
  const reminder = await db.transaction(async (tx) => {
    const message = await findVisible(tx, { cid, id: messageId }, userId)
    if (!message || message.deleted_at !== null) throw noSuchMessage()
    const remindAt = rules.remindAt(when, clock.now())
    await store.saveReminder(tx, key, remindAt, clock.now())
    if (remindAt) await jobs.add(tx, FIRE_JOB, key, { key: keyOf(key), runAt: remindAt })
    else await jobs.cancel(tx, keyOf(key))
    return rules.toReminder(await getReminder(tx, key))
  })
  publisher.toUser(userId, { type: 'reminder.changed', cid, reminder }, actor.connection?.id)
  return { reminder }
}

export const remove: CallHandler<typeof deleteReminder> = async (context, actor, { cid, messageId }) => {
  const { db, clock, jobs, publisher } = context
  const userId = actingUser(actor)
  const key = { userId, cid, messageId }
  const deleted = await db.transaction(async (tx) => {
    await jobs.cancel(tx, keyOf(key))
    return store.deleteReminder(tx, key, clock.now())
  })
  if (!deleted) throw new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-reminder' } })
  const frame = { type: 'reminder.deleted' as const, cid, messageId, version: deleted.version }
  publisher.toUser(userId, frame, actor.connection?.id)
  return { version: deleted.version }
}

export const list: CallHandler<typeof listReminders> = async ({ db }, actor, { cursor }) => {
  const limit = chatLimits.remindersPage
  const after = decodeCursor(cursor, rules.ReminderCursor)
  const rows = await store.listReminders(db, { userId: actingUser(actor), after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, rules.positionOf)
  return { reminders: page.map(rules.toReminder), nextCursor }
}

/** Fires a due reminder, exactly once across workers and attempts. The app's reaction runs in the same transaction. */
export async function fire(context: ChatContext, key: store.ReminderKey): Promise<void> {
  const { db, clock, publisher, options } = context
  const reminder = await db.transaction(async (tx) => {
    if (!(await store.fire(tx, key, clock.now()))) return undefined
    const fired = rules.toReminder(await getReminder(tx, key))
    await options.onReminder?.(tx, key.userId, fired)
    return fired
  })
  if (reminder) publisher.toUser(key.userId, { type: 'reminder.due', cid: key.cid, reminder })
}

async function getReminder(db: Queryable, key: store.ReminderKey) {
  const row = await store.findReminder(db, key)
  if (!row) throw new Error('The saved reminder was not found.')
  return row
}
