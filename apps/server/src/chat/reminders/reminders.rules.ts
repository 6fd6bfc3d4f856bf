import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import type { Reminder, setReminder } from '@fettle/protocol/chat/messages/reminders'
import { MessageId } from '@fettle/protocol/chat/core/values'
import { preview } from '@fettle/protocol/common/limits'
import * as z from 'zod/mini'
import { CursorInstant } from '../core/cursor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { ReminderRow } from './reminders.store.ts'

/** Time of a reminder. Null: saved for later. */
export function remindAt(
  { remindAt, offset }: Pick<ChatReceived<typeof setReminder>, 'remindAt' | 'offset'>,
  now: Date,
): Date | null {
  if (offset !== undefined) return new Date(now.getTime() + offset)
  if (remindAt === null) return null
  const time = new Date(remindAt)
  if (time <= now) throw new ChatRefusal('INPUT', { reason: { code: 'chat.time-past' } })
  return time
}

export const toReminder = (row: ReminderRow): Reminder => ({
  cid: row.cid,
  messageId: row.message_id,
  remindAt: row.remind_at?.toISOString() ?? null,
  firedAt: row.fired_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  excerpt: preview(row.text ?? ''),
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '', image: row.author_image },
  version: row.version,
})

/** Position in the list, for its cursor. */
export const positionOf = (row: ReminderRow) => [row.remind_at, row.message_id]

export const ReminderCursor = z.pipe(
  z.tuple([z.nullable(CursorInstant), MessageId]),
  z.transform(([at, id]) => ({ at, id })),
)
