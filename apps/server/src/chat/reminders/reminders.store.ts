import type { Cursor } from '../../platform/db/cursor.ts'
import { empty, sql, type Queryable } from '../../platform/db/db.ts'
import { comesAfter } from '../../platform/db/list-query.ts'
import { visibleToUser } from '../messages/messages.store.ts'

/** A reminder with its message. */
export interface ReminderRow {
  user_id: string
  cid: string
  message_id: string
  remind_at: Date | null
  fired_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
  text: string | null
  author_id: string | null
  author_name: string | null
  author_image: string | null
}

export interface ReminderKey {
  userId: string
  cid: string
  messageId: string
}

const columns = sql`r.user_id, r.cid, r.message_id, r.remind_at, r.fired_at, r.created_at, r.updated_at, r.version,
  case when m.deleted_at is null and ${visibleToUser} then m.text end as text, m.user_id as author_id, u.name as author_name, u.image as author_image`
// Only members read the message: the user may have been removed from the channel since.
const source = sql`chat.reminders r
  left join chat.members me on me.cid = r.cid and me.user_id = r.user_id
  left join chat.messages m on m.cid = me.cid and m.id = r.message_id
  left join chat.users u on u.id = m.user_id`

export async function saveReminder(
  db: Queryable,
  { userId, cid, messageId }: ReminderKey,
  remindAt: Date | null,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into chat.reminders as r (user_id, cid, message_id, remind_at, created_at, updated_at)
    values (${userId}, ${cid}, ${messageId}, ${remindAt}, ${now}, ${now})
    on conflict (user_id, cid, message_id) do update set
      remind_at = excluded.remind_at, fired_at = null, updated_at = excluded.updated_at, deleted_at = null,
      created_at = case when r.deleted_at is null then r.created_at else excluded.created_at end,
      version = r.version + 1`)
}

export const findReminder = (db: Queryable, { userId, cid, messageId }: ReminderKey) =>
  db.maybeOne<ReminderRow>(sql`
    select ${columns} from ${source}
    where r.user_id = ${userId} and r.cid = ${cid} and r.message_id = ${messageId} and r.deleted_at is null`)

/** Deletes a reminder. Returns its last version. Undefined: there was none. */
export const deleteReminder = (db: Queryable, { userId, cid, messageId }: ReminderKey, now: Date) =>
  db.maybeOne<{ version: number }>(sql`
    update chat.reminders set deleted_at = ${now}, version = version + 1
    where user_id = ${userId} and cid = ${cid} and message_id = ${messageId} and deleted_at is null
    returning version`)

/** Marks a reminder as fired. True for exactly one caller. */
export async function fire(db: Queryable, { userId, cid, messageId }: ReminderKey, now: Date): Promise<boolean> {
  const rows = await db.executeCount(sql`
    update chat.reminders set fired_at = ${now}, updated_at = ${now}, version = version + 1
    where user_id = ${userId} and cid = ${cid} and message_id = ${messageId}
      and deleted_at is null and fired_at is null and remind_at <= ${now}`)
  return rows === 1
}

/** A page of a user's reminders by time, those without a time last. */
export const listReminders = (
  db: Queryable,
  { userId, after, limit }: { userId: string; after: Cursor<Date | null> | undefined; limit: number },
) =>
  db.query<ReminderRow>(sql`
    select ${columns} from ${source}
    where r.user_id = ${userId} and r.deleted_at is null
      ${after ? sql`and ${comesAfter(sorted, { order: 'earliest', after })}` : empty}
    order by r.remind_at, r.message_id limit ${limit}`)
const sorted = { value: sql`r.remind_at`, type: 'optionalTime', id: sql`r.message_id` } as const
