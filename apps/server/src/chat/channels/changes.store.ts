import type { Report } from '@fettle/protocol/chat/channels/moderation'
import { empty, join, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'
import type { SettingsRow } from './channels.store.ts'

const columns = sql`settings_version, pinned_at, archived_at, muted_until, hidden_since, truncated_seq`

/** Saves the given settings. Undefined: no such member. */
export async function saveSettings(
  db: Queryable,
  cid: string,
  userId: string,
  change: {
    pinned?: boolean | undefined
    archived?: boolean | undefined
    mutedUntil?: Date | null | undefined
    hidden?: boolean | undefined
  },
  now: Date,
): Promise<SettingsRow | undefined> {
  const { pinned, archived, mutedUntil, hidden } = change
  // A timestamp that is set again keeps its value, so that pinning twice does not reorder channels.
  const sets: Sql[] = [
    pinned === undefined ? empty : pinned ? sql`, pinned_at = coalesce(pinned_at, ${now})` : sql`, pinned_at = null`,
    archived === undefined
      ? empty
      : archived
        ? sql`, archived_at = coalesce(archived_at, ${now})`
        : sql`, archived_at = null`,
    mutedUntil === undefined ? empty : sql`, muted_until = ${mutedUntil}`,
    hidden === undefined ? empty : hidden ? sql`, hidden_since = ${now}` : sql`, hidden_since = null`,
  ]
  return db.maybeOne<SettingsRow>(sql`
    update chat.members set settings_version = settings_version + 1 ${join(sets, ' ')}
    where cid = ${cid} and user_id = ${userId}
    returning ${columns}`)
}

/** Clears a member's own history up to a sequence number. */
export async function saveTruncation(db: Queryable, cid: string, userId: string, seq: number): Promise<SettingsRow> {
  return db.one<SettingsRow>(sql`
    update chat.members set settings_version = settings_version + 1, truncated_seq = greatest(truncated_seq, ${seq})
    where cid = ${cid} and user_id = ${userId}
    returning ${columns}`)
}

export interface LockedChannel {
  cid: string
  type: string
  created_by: string | null
  last_seq: number
  blocked_by: string | null
  also_blocked_by: string | null
  members: { userId: string; role: 'owner' | 'member' }[]
}

/** Loads a channel and locks it, so that decisions stay valid until the commit. */
export async function lockChannel(tx: Tx, cid: string): Promise<LockedChannel | undefined> {
  const row = await tx.maybeOne<Omit<LockedChannel, 'members'>>(sql`
    select cid, type, created_by, last_seq, blocked_by, also_blocked_by from chat.channels where cid = ${cid} for update`)
  if (!row) return undefined
  const members = await tx.query<LockedChannel['members'][number]>(sql`
    select user_id as "userId", role from chat.members where cid = ${cid}`)
  return { ...row, members }
}

/** Changes the channel itself. The caller holds its lock. */
export async function saveChannel(
  tx: Tx,
  cid: string,
  change: {
    name?: string | null | undefined
    image?: string | null | undefined
    custom?: object | undefined
    slowModeSeconds?: number | undefined
    blockedBy?: string | null | undefined
    alsoBlockedBy?: string | null | undefined
  },
): Promise<void> {
  const { name, image, custom, slowModeSeconds, blockedBy, alsoBlockedBy } = change
  const sets: Sql[] = [
    name === undefined ? empty : sql`, name = ${name}`,
    image === undefined ? empty : sql`, image = ${image}`,
    custom === undefined ? empty : sql`, custom = ${JSON.stringify(custom)}::jsonb`,
    slowModeSeconds === undefined ? empty : sql`, slow_mode_seconds = ${slowModeSeconds}`,
    blockedBy === undefined ? empty : sql`, blocked_by = ${blockedBy}`,
    alsoBlockedBy === undefined ? empty : sql`, also_blocked_by = ${alsoBlockedBy}`,
  ]
  // Invalidates decisions made with the previous policy.
  await tx.execute(sql`
    update chat.channels set policy_version = policy_version + 1, revision = last_seq + 1 ${join(sets, ' ')}
    where cid = ${cid}`)
}

/** Removes members. Returns those who were. */
export async function deleteMembers(tx: Tx, cid: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(sql`
    delete from chat.members where cid = ${cid} and user_id = any(${userIds}) returning user_id`)
  return rows.map(({ user_id }) => user_id)
}

/** Claims a slot in slow mode, exactly across processes. False while the member has to wait. */
export async function claimSlowModeSlot(
  db: Queryable,
  { cid, userId, seconds }: { cid: string; userId: string; seconds: number },
  now: Date,
): Promise<boolean> {
  const before = new Date(now.getTime() - seconds * 1000)
  const claimed = await db.executeCount(sql`
    update chat.members set last_sent_at = ${now}
    where cid = ${cid} and user_id = ${userId} and (last_sent_at is null or last_sent_at <= ${before})`)
  return claimed === 1
}

/** When a member last claimed a slot. */
export async function findLastSlowModeSend(db: Queryable, cid: string, userId: string): Promise<Date | null> {
  const row = await db.maybeOne<{ last_sent_at: Date | null }>(sql`
    select last_sent_at from chat.members where cid = ${cid} and user_id = ${userId}`)
  return row?.last_sent_at ?? null
}

export async function insertReport(
  db: Queryable,
  report: {
    id: string
    cid: string
    messageId: string | null
    reporterId: string
    reason: string
    note: string | null
  },
  now: Date,
): Promise<void> {
  const { id, cid, messageId, reporterId, reason, note } = report
  await db.execute(sql`
    insert into chat.reports (cid, id, message_id, reporter_id, reason, note, created_at)
    values (${cid}, ${id}, ${messageId}, ${reporterId}, ${reason}, ${note}, ${now})`)
}

export interface ReportRow {
  id: string
  cid: string
  message_id: string | null
  reporter_id: string
  reason: Report['reason']
  note: string | null
  created_at: Date
}

const reportColumns = sql`id, cid, message_id, reporter_id, reason, note, created_at`

/**
 * A page of reports, newest first. Those of the moment where it ends stay together, beyond the limit, because the next
 * page is asked for by time.
 */
export async function listReports(db: Queryable, before: Date | undefined, limit: number): Promise<ReportRow[]> {
  const page = await db.query<ReportRow>(sql`
    select ${reportColumns} from chat.reports
    ${before ? sql`where created_at < ${before}` : empty} order by created_at desc, id desc limit ${limit}`)
  const last = page.at(-1)
  if (!last || page.length < limit) return page
  const sameMoment = await db.query<ReportRow>(sql`
    select ${reportColumns} from chat.reports
    where created_at = ${last.created_at} and id < ${last.id} order by id desc`)
  return [...page, ...sameMoment]
}
