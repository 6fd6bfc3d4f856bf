import type { TimelineEntry } from '@fettle/protocol/bookings'
import { marketplaceEventTypes } from '@fettle/protocol/marketplace/events'
import type { ActorRef } from '../acting-party.ts'
import type { Deps } from '../deps.ts'
import { actingUser } from '../http/request-context.ts'
import { customerNameOf } from '../locale/customer-name.ts'
import { sql, type Queryable, type Tx } from './db.ts'

/** An event of a record: a row of its timeline and, if partners know its type, of the feed. */
export interface DomainEvent {
  subject: { type: string; id: string; version?: number; status?: string }
  /** The resource that open screens fetch again, if it is not the subject. */
  refresh?: { type: string; id: string; version?: number }
  /** An event name, such as `booking.confirmed`. */
  type: string
  actor: ActorRef
  /** When it happened for the actor, if not now. */
  occurredAt?: Date
  data?: Record<string, unknown>
  visibility?: 'BOTH' | 'PROVIDER' | 'OPERATOR'
  providerId: string | null
  customerId?: string | null
}

/** First half of the advisory lock's key; the second half derives from the provider's id. */
const PROVIDER_EVENTS_LOCK = 4312

const marketplaceTypes: ReadonlySet<string> = new Set(marketplaceEventTypes)

/**
 * Appends a domain event in the transaction of its cause, and signals the provider's open screens after commit. The
 * caller must hold the lock of the subject's row, unless it is a provider, so that sequence numbers have no gaps.
 */
export function appendEvent(deps: EventDeps, tx: Tx, event: DomainEvent): Promise<void> {
  return appendEvents(deps, tx, [event])
}

/** Appends several events in one statement, in this order. See `appendEvent`. */
export async function appendEvents(
  { clock, ids, signal, wakeFeed }: EventDeps,
  tx: Tx,
  events: readonly DomainEvent[],
): Promise<void> {
  if (events.length === 0) return
  const at = clock.now()
  const rows = events.map(({ subject, type, actor, occurredAt, data, visibility, providerId, customerId }) => ({
    id: ids.next('evt'),
    subject_type: subject.type,
    subject_id: subject.id,
    type,
    status: subject.status,
    occurred_at: occurredAt ?? at,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    // Automatic consequences have no acting person.
    on_behalf: actor.type === 'CUSTOMER' ? (actingUser() ?? undefined) : undefined,
    data: data ?? {},
    visibility: visibility ?? 'BOTH',
    provider_id: providerId,
    customer_id: customerId,
    for_partners: marketplaceTypes.has(type),
  }))
  // Events about a provider come from account, profile and schedule, so no single row's lock orders them.
  for (const { subject } of events)
    if (subject.type === 'provider')
      await tx.execute(sql`select pg_advisory_xact_lock(${PROVIDER_EVENTS_LOCK}, hashtext(${subject.id}))`)
  await tx.execute(sql`
    with given as materialized (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
        id text, subject_type text, subject_id text, type text, status text, occurred_at timestamptz, actor_type text,
        actor_id text, actor_name text, on_behalf jsonb, data jsonb, visibility text, provider_id text, customer_id text,
        for_partners boolean)) with ordinality as given (id, subject_type, subject_id, type, status, occurred_at, actor_type,
        actor_id, actor_name, on_behalf, data, visibility, provider_id, customer_id, for_partners, ordinal)),
    appended as (
      insert into events (id, subject_type, subject_id, subject_seq, type, at, occurred_at, actor_type, actor_id,
                          actor_name, data, visibility, provider_id, customer_id, status, on_behalf)
      select g.id, g.subject_type, g.subject_id,
             coalesce(last.seq, 0) + row_number() over (partition by g.subject_type, g.subject_id order by g.ordinal),
             g.type, ${at}, g.occurred_at, g.actor_type, g.actor_id, g.actor_name, g.data, g.visibility, g.provider_id,
             g.customer_id, g.status, g.on_behalf
      from given g
      left join lateral (
        select e.subject_seq as seq from events e where e.subject_type = g.subject_type and e.subject_id = g.subject_id
        order by e.subject_seq desc limit 1) as last on true
      order by g.ordinal
      returning id, seq)
    insert into feed_pending (seq, event_id)
    select a.seq, a.id from appended a join given g on g.id = a.id where g.for_partners`)
  if (rows.some((row) => row.for_partners)) tx.afterCommit(() => wakeFeed?.())
  for (const { providerId, subject, refresh = subject } of events)
    if (providerId) tx.afterCommit(() => signal(providerId, { type: 'resource.updated', resource: refresh }))
}

type EventDeps = Pick<Deps, 'clock' | 'ids' | 'signal'> & Partial<Pick<Deps, 'wakeFeed'>>

/** Removes a customer's name, and the address and device they acted from, from all events, which stay. */
export const redactCustomer = (tx: Queryable, customerId: string): Promise<void> =>
  tx.execute(sql`
    update events set on_behalf = null, actor_name = '' where actor_type = 'CUSTOMER' and actor_id = ${customerId}`)

/** Replaces a provider's name in all events, which stay. */
export const redactProvider = (tx: Queryable, providerId: string, name: string): Promise<void> =>
  tx.execute(sql`
    update events set actor_name = ${name}
    where provider_id = ${providerId} and actor_type = 'PROVIDER' and actor_id = ${providerId}`)

/** When an event of this type last happened to an object. Undefined: never. */
export async function findEventAt(
  db: Queryable,
  subject: { type: string; id: string },
  type: string,
): Promise<Date | undefined> {
  const last = await db.maybeOne<{ at: Date }>(sql`
    select at from events where subject_type = ${subject.type} and subject_id = ${subject.id} and type = ${type}
    order by subject_seq desc limit 1`)
  return last?.at
}

/** The timeline of an object as `side` may see it, oldest first. */
export async function listTimeline(
  db: Queryable,
  subject: { type: string; id: string },
  side: 'PROVIDER' | 'CUSTOMER' | 'OPERATOR',
): Promise<TimelineEntry[]> {
  const visible =
    side === 'OPERATOR' ? ['BOTH', 'PROVIDER', 'OPERATOR'] : side === 'PROVIDER' ? ['BOTH', 'PROVIDER'] : ['BOTH']
  const rows = await db.query<TimelineRow>(sql`
    select id, subject_seq as seq, type as event, at, occurred_at as "occurredAt", data,
      jsonb_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor
    from events
    where subject_type = ${subject.type} and subject_id = ${subject.id} and visibility = any(${visible})
    order by subject_seq`)
  return rows.map(({ at, occurredAt, actor, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    occurredAt: occurredAt.toISOString(),
    actor: { ...actor, name: actor.type === 'CUSTOMER' ? customerNameOf(actor.name) : actor.name },
  }))
}

interface TimelineRow extends Omit<TimelineEntry, 'at' | 'occurredAt' | 'actor'> {
  at: Date
  occurredAt: Date
  actor: ActorRef
}
