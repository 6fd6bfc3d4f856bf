import { empty, join, sql, type Queryable } from '../../platform/db/db.ts'
import type { NotificationSubject, WorkflowId } from './catalogue.ts'
import type { StoredNotification } from './notifications.rules.ts'

const columns = sql`id, provider_id as "providerId", workflow, params, resolved_at is not null as "isResolved",
  jsonb_build_object('type', subject_type, 'id', subject_id) as subject`

export async function insert(
  tx: Queryable,
  notification: Omit<StoredNotification, 'isResolved'>,
  now: Date,
): Promise<void> {
  const { id, providerId, workflow, params, subject } = notification
  await tx.execute(sql`
    insert into notifications (id, provider_id, workflow, params, subject_type, subject_id, at)
    values (${id}, ${providerId}, ${workflow}, ${JSON.stringify(params)}::jsonb, ${subject.type}, ${subject.id}, ${now})
    on conflict (id) do nothing`)
}

const sentAt = { MAIL: sql`mailed_at`, PUSH: sql`pushed_at` }

/** Claims a notification for a way of sending it. False if already claimed or resolved. */
export async function claim(tx: Queryable, id: string, by: keyof typeof sentAt, now: Date): Promise<boolean> {
  const column = sentAt[by]
  const count = await tx.executeCount(sql`
    update notifications set ${column} = ${now} where id = ${id} and ${column} is null and resolved_at is null`)
  return count > 0
}

/** A notification, and whether its provider has a push subscription. */
export async function find(
  db: Queryable,
  id: string,
): Promise<(StoredNotification & { hasDevice: boolean }) | undefined> {
  return db.maybeOne<StoredNotification & { hasDevice: boolean }>(sql`
    select ${columns}, exists (select from push_subscriptions s where s.provider_id = notifications.provider_id) as "hasDevice"
    from notifications where id = ${id}`)
}

/** A provider's notifications of these workflows since a time that were neither mailed nor resolved, oldest first. */
export async function listUnmailed(
  db: Queryable,
  providerId: string,
  { workflows, since, limit }: { workflows: readonly WorkflowId[]; since: Date; limit: number },
): Promise<StoredNotification[]> {
  return db.query<StoredNotification>(sql`
    select ${columns} from notifications
    where provider_id = ${providerId} and at >= ${since} and workflow = any(${[...workflows]})
      and mailed_at is null and resolved_at is null
    order by at, id limit ${limit}`)
}

/** Where a page of a provider's notifications ends. */
export interface Position {
  at: string
  id: string
}

/** A page of a provider's notifications, newest first. Without a limit all of them. */
export async function listBefore(
  db: Queryable,
  providerId: string,
  before: Position | undefined,
  limit: number | null,
): Promise<(StoredNotification & { position: Position })[]> {
  return db.query(sql`
    select ${columns}, jsonb_build_object('at', at, 'id', id) as position
    from notifications
    where provider_id = ${providerId} ${before ? sql`and (at, id) < (${before.at}::timestamptz, ${before.id})` : empty}
    order by at desc, id desc limit ${limit}::int`)
}

/** Deletes notifications from before a time. */
export async function deleteOlder(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from notifications where at < ${before}`)
}

/** Deletes a provider's notifications and push subscriptions. */
export async function deleteOf(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`delete from push_subscriptions where provider_id = ${providerId}`)
  await tx.execute(sql`delete from notifications where provider_id = ${providerId}`)
}

/** Removes a deleted customer's name from notifications. Returns the providers who have some. */
export async function redactCustomer(tx: Queryable, customerId: string): Promise<string[]> {
  const tables = [
    sql`bookings`,
    sql`booking_series`,
    sql`offers`,
    sql`contracts`,
    sql`invoices`,
    sql`disputes`,
    sql`reviews`,
    sql`conversations`,
  ]
  const records = tables.map((table) => sql`select id, provider_id from ${table} where customer_id = ${customerId}`)
  const rows = await tx.query<{ providerId: string }>(sql`
    update notifications n set params = n.params ||
      case when n.params ? 'authorName' then '{"authorName": null}'::jsonb else '{"customerName": ""}'::jsonb end
    from (${join(records, ' union all ')}) r
    where n.provider_id = r.provider_id and coalesce(n.params ->> 'channelId', n.subject_id) = r.id
      and n.params ?| array['authorName', 'customerName']
    returning n.provider_id as "providerId"`)
  return [...new Set(rows.map(({ providerId }) => providerId))]
}

/** Marks notifications about an object as resolved. Returns them by provider and workflow. */
export async function markResolved(
  tx: Queryable,
  subject: NotificationSubject,
  workflows: readonly WorkflowId[],
  now: Date,
): Promise<{ providerId: string; workflow: WorkflowId; transactionIds: string[] }[]> {
  return tx.query(sql`
    with resolved as (
      update notifications set resolved_at = ${now}
      where subject_type = ${subject.type} and subject_id = ${subject.id} and workflow = any(${[...workflows]})
        and resolved_at is null
      returning id, provider_id, workflow)
    select provider_id as "providerId", workflow, array_agg(id order by id) as "transactionIds"
    from resolved group by provider_id, workflow order by min(id)`)
}
