import type { NotificationObject, InboxSeverity, NotificationTrigger } from '@fettle/protocol/notifications/inbox'
import { empty, join, sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import type { InboxKey } from '../identity.ts'
import type { Criteria, DataTerm } from './filters.ts'
import type { ActionType, NotificationRow } from './notifications.rules.ts'

/** Counts stop here: a badge shows at most "99+". */
export const COUNT_CAP = 100

export type NewNotification = Omit<
  NotificationRow,
  'subscriber_id' | 'context' | 'delivered_at' | 'read_at' | 'seen_at' | 'archived_at' | 'snoozed_until'
>

const columns = sql`subscriber_id, id, context, transaction_id, workflow, subject, body, avatar, tags, data, severity,
  redirect, primary_action, secondary_action, completed_action, created_at, delivered_at, read_at, seen_at, archived_at,
  snoozed_until`

const json = (value: object | null) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

/** Inserts a notification, unless its transaction is known. Undefined: it was. */
export async function insert(
  db: Queryable,
  inbox: InboxKey,
  notification: NewNotification,
): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(sql`
    insert into inbox.notifications (subscriber_id, id, context, transaction_id, workflow, subject, body, avatar, tags, data,
      severity, redirect, primary_action, secondary_action, completed_action, created_at)
    values (${inbox.subscriberId}, ${notification.id}, ${inbox.context}, ${notification.transaction_id}, ${notification.workflow}, ${notification.subject}, ${notification.body},
      ${notification.avatar}, ${notification.tags}, ${json(notification.data)}, ${notification.severity}, ${json(notification.redirect)}, ${json(notification.primary_action)},
      ${json(notification.secondary_action)}, ${notification.completed_action}, ${notification.created_at})
    on conflict (subscriber_id, transaction_id) do nothing
    returning ${columns}`)
}

/**
 * Merges a notification into one about the same object since `since` that is still listed: shown as new and unread.
 * Undefined: none.
 */
export async function merge(
  db: Queryable,
  inbox: InboxKey,
  notification: NewNotification,
  since: Date,
): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(sql`
    update inbox.notifications set subject = ${notification.subject}, body = ${notification.body}, avatar = ${notification.avatar}, tags = ${notification.tags},
      data = ${json(notification.data)}, severity = ${notification.severity}, redirect = ${json(notification.redirect)},
      primary_action = ${json(notification.primary_action)}, secondary_action = ${json(notification.secondary_action)},
      completed_action = ${notification.completed_action}, merged = merged || ${notification.transaction_id}::text, read_at = null,
      delivered_at = case when cardinality(delivered_at) = 0 then array[created_at, ${notification.created_at}::timestamptz]
        else delivered_at || ${notification.created_at}::timestamptz end,
      created_at = ${notification.created_at}
    where ${inInbox(inbox)} and id = (
      select id from inbox.notifications
      where ${inInbox(inbox)} and workflow = ${notification.workflow} and ${matchesSubject(notification.data)} and created_at >= ${since}
        and archived = false and snoozed = false
      order by created_at desc, id desc limit 1)
    returning ${columns}`)
}

/** A notification about the same object: whether it is this one already, and whether this one may be merged into it. */
export interface MergeCandidate {
  id: string
  isTaken: boolean
  isOpen: boolean
}

/**
 * The notification this transaction was merged into (`isTaken`), otherwise the newest it may be merged into (`isOpen`).
 */
export async function findMergeCandidate(
  db: Queryable,
  inbox: InboxKey,
  notification: Pick<NewNotification, 'transaction_id' | 'workflow' | 'data'>,
  since: Date,
): Promise<MergeCandidate | undefined> {
  return db.maybeOne<MergeCandidate>(sql`
    select id, (transaction_id = ${notification.transaction_id} or merged @> array[${notification.transaction_id}]::text[]) as "isTaken",
      (created_at >= ${since} and archived = false and snoozed = false) as "isOpen"
    from inbox.notifications
    where ${inInbox(inbox)} and workflow = ${notification.workflow} and ${matchesSubject(notification.data)}
    order by 2 desc, 3 desc, created_at desc, id desc
    limit 1`)
}

export async function findByTransaction(db: Queryable, subscriberId: string, transactionId: string): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    select id from inbox.notifications where subscriber_id = ${subscriberId} and transaction_id = ${transactionId}`)
  return id
}

export async function find(db: Queryable, inbox: InboxKey, id: string): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(
    sql`select ${columns} from inbox.notifications where ${inInbox(inbox)} and id = ${id}`,
  )
}

/** A page, newest first, plus one row if there are more. */
export async function list(
  db: Queryable,
  inbox: InboxKey,
  criteria: Criteria,
  page: { limit: number; offset: number; after?: { createdAt: Date; id: string } },
): Promise<NotificationRow[]> {
  const beforeCursor = page.after ? sql`and (created_at, id) < (${page.after.createdAt}, ${page.after.id})` : empty
  return db.query<NotificationRow>(sql`
    select ${columns} from inbox.notifications
    where ${matching(inbox, criteria)} ${beforeCursor}
    order by created_at desc, id desc limit ${page.limit + 1} offset ${page.offset}`)
}

/** Number of matches, up to the cap. */
export async function count(db: Queryable, inbox: InboxKey, criteria: Criteria): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count
    from (select from inbox.notifications where ${matching(inbox, criteria)} limit ${COUNT_CAP}) as found`)
  return row.count
}

export interface UnreadCounts {
  total: number
  severity: Record<InboxSeverity, number>
  unseen: number
}

/** Badge counts: unread and not snoozed, by severity, and never seen. */
export async function countUnread(db: Queryable, inbox: InboxKey): Promise<UnreadCounts> {
  const visible = sql`${inInbox(inbox)} and archived = false and snoozed = false`
  const row = await db.one<Record<InboxSeverity | 'total' | 'unseen', number>>(sql`
    select count(*)::int as total, count(*) filter (where severity = 'high')::int as high,
      count(*) filter (where severity = 'medium')::int as medium, count(*) filter (where severity = 'low')::int as low,
      count(*) filter (where severity = 'none')::int as none,
      (select count(*)::int from (
        select from inbox.notifications where ${visible} and read = false and seen_at is null limit ${COUNT_CAP}) as fresh) as unseen
    from (select severity from inbox.notifications where ${visible} and read = false limit ${COUNT_CAP}) as unread`)
  const { total, unseen, ...severity } = row
  return { total, severity, unseen }
}

/** Effects of each operation on the flags, as the protocol defines. */
export const changes = {
  read: (now: Date) => sql`read_at = ${now}, ${seen(now)}`,
  unread: (now: Date) => sql`read_at = null, archived_at = null, ${seen(now)}`,
  archive: (now: Date) => sql`read_at = ${now}, archived_at = ${now}, ${seen(now)}`,
  unarchive: (now: Date) => sql`read_at = ${now}, archived_at = null, ${seen(now)}`,
  seen: (now: Date) => seen(now),
  unsnooze: (now: Date) => sql`archived_at = null, snoozed_until = null, ${seen(now)}`,
  snooze: (now: Date, until: Date) => sql`archived_at = null, snoozed_until = ${until}, ${seen(now)}`,
  complete: (now: Date, action: ActionType) => sql`completed_action = ${action}, ${resolvedColumns(now)}`,
  revert: (now: Date) => sql`completed_action = null, ${resolvedColumns(now)}`,
}

const seen = (now: Date) => sql`seen_at = coalesce(seen_at, ${now})`
const resolvedColumns = (now: Date) => sql`read_at = coalesce(read_at, ${now}), ${seen(now)}`

/** Changes one notification and returns it. Undefined: not found, or `condition` does not hold. */
export async function change(
  db: Queryable,
  inbox: InboxKey,
  id: string,
  assignments: Sql,
  condition = sql`true`,
): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(sql`
    update inbox.notifications set ${assignments}
    where ${inInbox(inbox)} and id = ${id} and ${condition} returning ${columns}`)
}

/** Ends a snooze. Undefined: there is none. */
export const unsnooze = (db: Queryable, inbox: InboxKey, id: string, now: Date) =>
  change(db, inbox, id, changes.unsnooze(now), sql`snoozed`)

/** Rows that a bulk operation still changes. */
const affectedRows = {
  read: sql`(read = false or seen_at is null)`,
  archive: sql`archived = false`,
  seen: sql`seen_at is null`,
}

/** Changes all matches, in any state. Returns the number of rows. */
export async function changeAll(
  db: Queryable,
  inbox: InboxKey,
  criteria: Criteria,
  operation: keyof typeof affectedRows,
  now: Date,
): Promise<number> {
  return db.executeCount(sql`
    update inbox.notifications set ${changes[operation](now)} where ${matching(inbox, criteria)} and ${affectedRows[operation]}`)
}

export async function markSeen(db: Queryable, inbox: InboxKey, ids: readonly string[], now: Date): Promise<number> {
  return db.executeCount(sql`
    update inbox.notifications set ${changes.seen(now)} where ${inInbox(inbox)} and id = any(${ids}) and seen_at is null`)
}

/** Deletes a notification and returns it. Undefined: not found. */
export async function remove(db: Queryable, inbox: InboxKey, id: string): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(sql`
    delete from inbox.notifications where ${inInbox(inbox)} and id = ${id} returning ${columns}`)
}

export async function removeAll(db: Queryable, inbox: InboxKey, criteria: Criteria): Promise<number> {
  return db.executeCount(sql`delete from inbox.notifications where ${matching(inbox, criteria)}`)
}

/** Deletes notifications from before a time, except snoozed ones, which will return to the top of the list. */
export async function deleteOlder(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from inbox.notifications where created_at < ${before} and not snoozed`)
}

/**
 * Ends a snooze: moves the notification to the top, unread. Does nothing if it was woken, snoozed again or deleted
 * meanwhile; an archived one stays archived.
 */
export async function wake(
  db: Queryable,
  { subscriberId, id, until }: { subscriberId: string; id: string; until: Date },
  now: Date,
): Promise<NotificationRow | undefined> {
  return db.maybeOne<NotificationRow>(sql`
    update inbox.notifications set snoozed_until = null,
      read_at = case when archived then read_at end,
      delivered_at = case when archived then delivered_at
        when cardinality(delivered_at) = 0 then array[created_at, ${now}::timestamptz]
        else delivered_at || ${now}::timestamptz end,
      created_at = case when archived then created_at else ${now} end
    where subscriber_id = ${subscriberId} and id = ${id} and snoozed_until = ${until}
    returning ${columns}`)
}

/** Marks a workflow's notifications about an object as done, and ends their snoozes. Returns their inboxes. */
export async function resolveSubject(
  db: Queryable,
  subscriberId: string,
  about: Pick<NotificationObject, 'workflow' | 'type' | 'id'>,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ context: string }>(sql`
    update inbox.notifications set ${changes.complete(now, 'primary')}, snoozed_until = null
    where subscriber_id = ${subscriberId} and workflow = ${about.workflow} and ${matchesSubject(about)}
      and completed_action is null and primary_action is not null
    returning context`)
  return [...new Set(rows.map((row) => row.context))]
}

/** Replaces the texts of stored notifications. A merged one has the texts of its last transaction. */
export async function replaceTexts(
  db: Queryable,
  subscriberId: string,
  notifications: readonly NotificationTrigger[],
): Promise<void> {
  const texts = notifications.map(({ transactionId, subject, body, primaryAction, secondaryAction }) => ({
    transaction: transactionId,
    subject,
    body,
    primary: primaryAction?.label,
    secondary: secondaryAction?.label,
  }))
  await db.execute(sql`
    update inbox.notifications set subject = texts.subject, body = texts.body,
      primary_action = primary_action || jsonb_build_object('label', texts."primary"),
      secondary_action = secondary_action || jsonb_build_object('label', texts.secondary)
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as texts(transaction text, subject text, body text, "primary" text, secondary text)
    where subscriber_id = ${subscriberId}
      and coalesce(merged[cardinality(merged)], transaction_id) = texts.transaction`)
}

const inInbox = (inbox: InboxKey) => sql`subscriber_id = ${inbox.subscriberId} and context = ${inbox.context}`

/** Condition on the object, which an index finds by id. */
const matchesSubject = ({ type, id }: { type?: unknown; id?: unknown }) =>
  sql`data ->> 'id' = ${String(id)}::text and data ->> 'type' = ${String(type)}::text`

/**
 * Terms that an index serves are included only when used, so that each combination is planned separately; all others
 * are always included, to keep the number of statements small.
 */
function matching(inbox: InboxKey, criteria: Criteria): Sql {
  const { seen, tags, data, severity, createdGte, createdLte } = criteria
  // Unseen implies unread and not snoozed, and unread implies not archived; stating it lets an index serve the query.
  const read = criteria.read ?? (seen === false ? false : undefined)
  const snoozed = criteria.snoozed ?? (seen === false ? false : undefined)
  const archived = criteria.archived ?? (read === false ? false : undefined)
  const terms = [
    inInbox(inbox),
    read === undefined ? undefined : sql`read = ${read}`,
    archived === undefined ? undefined : sql`archived = ${archived}`,
    snoozed === undefined ? undefined : sql`snoozed = ${snoozed}`,
    createdGte && sql`created_at >= ${createdGte}`,
    createdLte && sql`created_at <= ${createdLte}`,
    tags.length > 0 ? tagsMatch(tags) : undefined,
    data.length > 0 ? dataMatch(data) : undefined,
    sql`(${seen ?? null}::boolean is null or (seen_at is not null) = ${seen ?? null}::boolean)`,
    sql`(${severity ?? null}::text[] is null or severity = any(${severity ?? null}::text[]))`,
  ]
  return join(
    terms.filter((term) => term !== undefined),
    ' and ',
  )
}

/** At least one tag of every group. */
const tagsMatch = (groups: string[][]) =>
  groups.length === 1
    ? sql`tags && ${groups[0]}::text[]`
    : sql`not exists (
  select from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) as tag_group
  where not tags && array(select jsonb_array_elements_text(tag_group)))`

/** All terms match; an absent member matches none. */
const dataMatch = (terms: DataTerm[]) => sql`not exists (
  select from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as term(path text[], "anyOf" jsonb)
  where (case jsonb_typeof(data #> term.path)
    when 'array' then exists (
      select from jsonb_array_elements(data #> term.path) as element where term."anyOf" @> jsonb_build_array(element))
    when 'object' then false
    else term."anyOf" @> jsonb_build_array(data #> term.path) and data #> term.path is not null
  end) is not true)`
