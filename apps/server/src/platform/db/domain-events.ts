import type { TimelineEntry } from '@fettle/protocol/bookings'
import { marketplaceEventTypes } from '@fettle/protocol/marketplace/events'
import type { ActorRef } from '../acting-party.ts'
import type { Deps } from '../deps.ts'
import { actingUser } from '../http/request-context.ts'
import { sql, type Queryable, type Tx } from './db.ts'

export interface DomainEvent {
  subject: { type: string; id: string; version?: number; status?: string }
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

const marketplaceTypes: ReadonlySet<string> = new Set(marketplaceEventTypes)

/**
 * Appends a domain event in the transaction of its cause, and signals the provider's open screens after commit. The
 * caller must hold the lock of the subject's row, so that sequence numbers have no gaps.
 */
export async function appendEvent(
  tx: Tx,
  { clock, ids, signal, wakeFeed }: Pick<Deps, 'clock' | 'ids' | 'signal'> & Partial<Pick<Deps, 'wakeFeed'>>,
  event: DomainEvent,
): Promise<void> {
  const { subject, type, actor, data = {}, visibility = 'BOTH', providerId, customerId = null } = event
  const at = clock.now()
  const isForPartners = marketplaceTypes.has(type)
  // Automatic consequences have no acting person.
  const onBehalf = actor.type === 'CUSTOMER' ? actingUser() : null
  await tx.execute(sql`
    with appended as (
      insert into events (id, subject_type, subject_id, subject_seq, type, at, occurred_at, actor_type, actor_id,
                          actor_name, data, visibility, provider_id, customer_id, status, on_behalf)
      select ${ids.next('evt')}, ${subject.type}, ${subject.id}, coalesce(max(subject_seq), 0) + 1, ${type}, ${at}::timestamptz,
             ${event.occurredAt ?? at}::timestamptz, ${actor.type}, ${actor.id}, ${actor.name}, ${JSON.stringify(data)}::jsonb,
             ${visibility}, ${providerId}, ${customerId}, ${subject.status ?? null},
             ${onBehalf && JSON.stringify(onBehalf)}::jsonb
      from events where subject_type = ${subject.type} and subject_id = ${subject.id}
      returning id, seq)
    insert into feed_pending (seq, event_id) select seq, id from appended where ${isForPartners}`)
  if (isForPartners) tx.afterCommit(() => wakeFeed?.())
  if (providerId) tx.afterCommit(() => signal(providerId, { type: 'resource.updated', resource: subject }))
}

/** Removes from where somebody acted; the events stay. */
export const redactActorOrigin = (tx: Queryable, actorId: string): Promise<void> =>
  tx.execute(sql`update events set on_behalf = null where actor_id = ${actorId} and on_behalf is not null`)

/** The timeline of an object as `side` may see it, oldest first. */
export async function listTimeline(
  db: Queryable,
  subject: { type: string; id: string },
  side: 'PROVIDER' | 'CUSTOMER' | 'OPERATOR',
): Promise<TimelineEntry[]> {
  const visible =
    side === 'OPERATOR' ? ['BOTH', 'PROVIDER', 'OPERATOR'] : side === 'PROVIDER' ? ['BOTH', 'PROVIDER'] : ['BOTH']
  const rows = await db.query<EventRow>(sql`
    select id, subject_seq, type, at, occurred_at, actor_type, actor_id, actor_name, data
    from events
    where subject_type = ${subject.type} and subject_id = ${subject.id} and visibility = any(${visible})
    order by subject_seq`)
  return rows.map((row) => ({
    id: row.id,
    seq: row.subject_seq,
    at: row.at.toISOString(),
    occurredAt: row.occurred_at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    event: row.type,
    data: row.data,
  }))
}

interface EventRow {
  id: string
  subject_seq: number
  type: string
  at: Date
  occurred_at: Date
  actor_type: ActorRef['type']
  actor_id: string | null
  actor_name: string
  data: Record<string, unknown>
}

/**
 * The next reference of a kind: `BK-2026-000123`. Each kind has its own database sequence, such as `reference_bk`:
 * writers do not wait for each other, and numbers may have gaps.
 */
export async function nextReference(tx: Queryable, prefix: 'BK' | 'OF' | 'CT' | 'SUP', now: Date): Promise<string> {
  const { number } = await tx.one<{ number: number }>(
    sql`select nextval(${`reference_${prefix.toLowerCase()}`}) as number`,
  )
  return `${prefix}-${now.getUTCFullYear()}-${String(number).padStart(6, '0')}`
}
