import { sql, type Queryable } from '../../platform/db/db.ts'

/** An event that is not published yet. */
export interface PendingEvent {
  seq: number
  id: string
  type: string
  subjectType: string
  subjectId: string
  resourceSeq: number
  at: Date
  occurredAt: Date
  data: Record<string, unknown>
  providerId: string | null
  customerId: string | null
  previousStatus: string | null
}

/** An event with its position and snapshot. */
export interface PublishedEvent {
  seq: number
  id: string
  type: string
  subjectType: string
  subjectId: string
  resourceSeq: number
  occurredAt: Date
  previousStatus: string | null
  object: Record<string, unknown>
  parent: Record<string, unknown> | null
}

/** An event that gets its id and position when it is published. */
export type UnpublishedEvent = Omit<PublishedEvent, 'seq' | 'id'>

/** Locks the last assigned position until the transaction ends. Undefined while another process publishes. */
export const lockHead = (tx: Queryable) =>
  tx.maybeOne<{ seq: number }>(sql`select last_seq as seq from feed_state for update skip locked`)

/** The last assigned position of the feed, and that of the newest purged event. */
export const readHead = (db: Queryable) =>
  db.one<{ seq: number; purged: number }>(sql`select last_seq as seq, purged_seq as purged from feed_state`)

/** The next unpublished events in insertion order, which keeps the order per object. */
export const listPending = (tx: Queryable, limit: number) =>
  tx.query<PendingEvent>(sql`
    select p.seq, e.id, e.type, e.subject_type as "subjectType", e.subject_id as "subjectId", e.subject_seq as "resourceSeq",
           e.at, e.occurred_at as "occurredAt", e.data, e.provider_id as "providerId", e.customer_id as "customerId",
           -- Only an event of the subject itself has one: the parts of a contract have no status here.
           case when starts_with(e.type, e.subject_type || '.') then (
             select before.status from events before
             where before.subject_type = e.subject_type and before.subject_id = e.subject_id
               and before.subject_seq < e.subject_seq and before.status is not null
             order by before.subject_seq desc limit 1) end as "previousStatus"
    from feed_pending p join events e on e.id = p.event_id
    order by p.seq limit ${limit}`)

/** Appends events. The position of the last one becomes the head, which the transaction has locked. */
export async function append(tx: Queryable, events: readonly PublishedEvent[], now: Date): Promise<void> {
  const last = events.at(-1)
  if (!last) return
  const rows = events.map((event) => ({ ...event, occurredAt: event.occurredAt.toISOString() }))
  await tx.execute(sql`
    with head as (update feed_state set last_seq = ${last.seq})
    insert into feed (seq, event_id, type, subject_type, subject_id, resource_seq, occurred_at, published_at,
                      previous_status, object, parent)
    select seq, id, type, "subjectType", "subjectId", "resourceSeq", "occurredAt", ${now}, "previousStatus", object, parent
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      seq bigint, id text, type text, "subjectType" text, "subjectId" text, "resourceSeq" integer, "occurredAt" timestamptz,
      "previousStatus" text, object json, parent json)`)
}

export const removePending = (tx: Queryable, pending: readonly Pick<PendingEvent, 'seq'>[]) =>
  tx.execute(sql`delete from feed_pending where seq = any(${pending.map(({ seq }) => seq)}::bigint[])`)

const columns = sql`
  seq, event_id as id, type, subject_type as "subjectType", subject_id as "subjectId", resource_seq as "resourceSeq",
  occurred_at as "occurredAt", previous_status as "previousStatus", object, nullif(parent::text, 'null')::json as parent`

/** Events after a position, up to and including another, oldest first. */
export const list = (
  db: Queryable,
  { after, upTo, types, limit }: { after: number; upTo: number; types: readonly string[]; limit: number },
) =>
  db.query<PublishedEvent>(sql`
    select ${columns} from feed
    where seq > ${after} and seq <= ${upTo} and type = any(${types})
    order by seq limit ${limit}`)

/** The published event at a position. */
export const find = (db: Queryable, seq: number) =>
  db.maybeOne<PublishedEvent>(sql`select ${columns} from feed where seq = ${seq}`)

/** Deletes events published before a time. */
export const purge = (db: Queryable, before: Date) =>
  db.execute(sql`
    with gone as (delete from feed where published_at < ${before} returning seq)
    update feed_state set purged_seq = greatest(purged_seq, (select coalesce(max(seq), 0) from gone))`)
