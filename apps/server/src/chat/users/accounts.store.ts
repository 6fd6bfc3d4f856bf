import { sql, type Queryable } from '../../platform/db/db.ts'
import type { UserRow } from './users.store.ts'

export interface RestrictionsRow {
  deactivated_at: Date | null
  tokens_valid_from: Date | null
  /** The user is read-only until this time. */
  suspended_until: Date | null
  ended: string[]
}

/** A user with their restrictions. */
export interface AccountRow extends UserRow, RestrictionsRow {}

/** The existing users among these ids. Others may connect, which creates them. */
export async function listAccounts(db: Queryable, userIds: readonly string[]): Promise<AccountRow[]> {
  return db.query<AccountRow>(sql`
    select id, name, image, role, custom, last_active_at, deactivated_at, tokens_valid_from, suspended_until,
           array(select session_id from chat.ended_sessions e where e.user_id = u.id) as ended
    from chat.users u where id = any(${userIds})`)
}

/** Creates a user without a name, unless there is one. */
export const ensureUser = (db: Queryable, userId: string, now: Date): Promise<void> =>
  db.execute(sql`
    insert into chat.users (id, name, created_at, updated_at) values (${userId}, '', ${now}, ${now})
    on conflict (id) do nothing`)

/** Revokes every token issued before now. */
export async function endTokens(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.execute(sql`update chat.users set tokens_valid_from = ${now} where id = ${userId}`)
}

/** Revokes the tokens of one session. Entries older than any token are deleted. */
export async function endSession(
  db: Queryable,
  { userId, sessionId, forgetBefore }: { userId: string; sessionId: string; forgetBefore: Date },
  now: Date,
): Promise<void> {
  await db.execute(sql`delete from chat.ended_sessions where user_id = ${userId} and ended_at < ${forgetBefore}`)
  await db.execute(sql`
    insert into chat.ended_sessions (user_id, session_id, ended_at) values (${userId}, ${sessionId}, ${now})
    on conflict do nothing`)
}

/** False: no such user. */
export async function setDeactivated(db: Queryable, userId: string, deactivatedAt: Date | null): Promise<boolean> {
  return (
    (await db.executeCount(sql`update chat.users set deactivated_at = ${deactivatedAt} where id = ${userId}`)) === 1
  )
}

/** Null lifts the suspension. Returns false for an unknown user. */
export async function setSuspendedUntil(db: Queryable, userId: string, until: Date | null): Promise<boolean> {
  return (await db.executeCount(sql`update chat.users set suspended_until = ${until} where id = ${userId}`)) === 1
}

/** Removes a user's personal data. False: no such user. */
export async function anonymize(db: Queryable, userId: string, name: string, now: Date): Promise<boolean> {
  const changed = await db.executeCount(sql`
    update chat.users
    set name = ${name}, image = null, custom = '{}', last_active_at = null, deactivated_at = ${now}, deleted_at = ${now},
        updated_at = ${now}
    where id = ${userId}`)
  await db.execute(sql`
    update chat.members set pinned_at = null, archived_at = null, muted_until = null, hidden_since = null
    where user_id = ${userId}`)
  return changed === 1
}

export async function isSuspended(db: Queryable, appKey: string): Promise<boolean> {
  const row = await db.maybeOne<{ suspended_at: Date | null }>(sql`
    select suspended_at from chat.apps where app_key = ${appKey}`)
  return row !== undefined && row.suspended_at !== null
}

export async function setSuspended(db: Queryable, appKey: string, suspendedAt: Date | null): Promise<void> {
  await db.execute(sql`
    insert into chat.apps (app_key, suspended_at) values (${appKey}, ${suspendedAt})
    on conflict (app_key) do update set suspended_at = excluded.suspended_at`)
}

/** Deletes a user's pending content: drafts, reminders, and scheduled messages, whose files are purged later. */
export async function deletePendingContent(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`delete from chat.drafts where user_id = ${userId}`)
  await db.execute(sql`delete from chat.reminders where user_id = ${userId}`)
  await db.execute(sql`
    with unsent as (
      delete from chat.scheduled_messages where user_id = ${userId} returning cid, message_id, state)
    update chat.attachments a set message_id = null from unsent s
    where a.cid = s.cid and a.message_id = s.message_id and a.user_id = ${userId} and s.state in ('waiting', 'failed')`)
}
