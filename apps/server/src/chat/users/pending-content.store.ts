import { sql, type Queryable } from '../../platform/db/db.ts'

/** Deletes a user's pending content: drafts, scheduled messages, reminders and live locations. */
export async function deletePendingContent(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.execute(sql`delete from chat.drafts where user_id = ${userId}`)
  await db.execute(sql`delete from chat.reminders where user_id = ${userId}`)
  await db.execute(sql`delete from chat.scheduled where user_id = ${userId}`)
  await db.execute(sql`
    update chat.locations set ended_at = ${now}, version = version + 1 where user_id = ${userId} and ended_at is null`)
}
