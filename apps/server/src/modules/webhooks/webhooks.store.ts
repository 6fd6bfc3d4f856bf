import type { MarketplaceScope } from '@fettle/protocol'
import type { WebhookAttempt, WebhookDeliveryStatus } from '@fettle/protocol/marketplace/webhooks'
import type { Cursor } from '../../platform/db/cursor.ts'
import { empty, sql, type Queryable } from '../../platform/db/db.ts'

export interface StoredEndpoint {
  id: string
  url: string
  description: string
  types: readonly string[]
  scopes: readonly MarketplaceScope[]
  email: string | null
  secretNumber: number
  /** Until when the secret before the present one signs too. */
  previousUntil: Date | null
  /** The same of the secrets before that one, newest first. */
  earlierUntil: readonly Date[]
  disabledAt: Date | null
  disabledReason: 'GONE' | 'FAILING' | null
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface StoredDelivery {
  id: string
  endpointId: string
  seq: number
  eventId: string
  type: string
  lane: string
  status: WebhookDeliveryStatus
  tries: number
  attempts: readonly WebhookAttempt[]
  nextAt: Date
  createdAt: Date
}

const endpointColumns = sql`
  id, url, description, types, scopes, email, secret_number as "secretNumber", previous_until as "previousUntil",
  earlier_until as "earlierUntil",
  disabled_at as "disabledAt", disabled_reason as "disabledReason", failing_since as "failingSince",
  created_at as "createdAt", updated_at as "updatedAt"`

export const insertEndpoint = (tx: Queryable, endpoint: StoredEndpoint) =>
  tx.execute(sql`
    insert into webhook_endpoints (id, url, description, types, scopes, email, created_at, updated_at)
    values (${endpoint.id}, ${endpoint.url}, ${endpoint.description}, ${endpoint.types}, ${endpoint.scopes},
      ${endpoint.email}, ${endpoint.createdAt}, ${endpoint.updatedAt})`)

export const listEndpoints = (db: Queryable) =>
  db.query<StoredEndpoint>(sql`select ${endpointColumns} from webhook_endpoints order by created_at, id`)

export const findEndpoint = (db: Queryable, id: string) =>
  db.maybeOne<StoredEndpoint>(sql`select ${endpointColumns} from webhook_endpoints where id = ${id}`)

export const lockEndpoint = (tx: Queryable, id: string) =>
  tx.maybeOne<StoredEndpoint>(sql`select ${endpointColumns} from webhook_endpoints where id = ${id} for update`)

export const saveEndpoint = (tx: Queryable, endpoint: StoredEndpoint) =>
  tx.execute(sql`
    update webhook_endpoints
    set url = ${endpoint.url}, description = ${endpoint.description}, types = ${endpoint.types}, email = ${endpoint.email},
        secret_number = ${endpoint.secretNumber}, previous_until = ${endpoint.previousUntil},
        earlier_until = ${endpoint.earlierUntil},
        disabled_at = ${endpoint.disabledAt}, disabled_reason = ${endpoint.disabledReason},
        failing_since = ${endpoint.failingSince}, updated_at = ${endpoint.updatedAt}
    where id = ${endpoint.id}`)

export const removeEndpoint = (tx: Queryable, id: string) =>
  tx.execute(sql`delete from webhook_endpoints where id = ${id}`)

interface NewDelivery {
  id: string
  endpointId: string
  seq: number
  lane: string
}

export async function insertDeliveries(tx: Queryable, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, seq, lane, next_at, created_at)
    select id, "endpointId", seq, lane, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as row (id text, "endpointId" text, seq bigint, lane text)`)
}

const deliveries = sql`
  select d.id, d.endpoint_id as "endpointId", d.seq, f.event_id as "eventId", f.type, d.lane, d.status, d.tries, d.attempts,
         d.next_at as "nextAt", d.created_at as "createdAt"
  from webhook_deliveries d join feed f on f.seq = d.seq`

export const findDelivery = (db: Queryable, id: string) =>
  db.maybeOne<StoredDelivery>(sql`${deliveries} where d.id = ${id}`)

export const lockDelivery = (tx: Queryable, id: string) =>
  tx.maybeOne<StoredDelivery>(sql`${deliveries} where d.id = ${id} for update of d`)

export const listDeliveries = (
  db: Queryable,
  endpointId: string,
  { after, limit, statuses }: { after: Cursor | undefined; limit: number; statuses?: readonly string[] | undefined },
) =>
  db.query<StoredDelivery>(sql`
    ${deliveries} where d.endpoint_id = ${endpointId}
      ${statuses ? sql`and d.status = any(${statuses})` : empty}
      ${after ? sql`and (d.created_at, d.id) < (${after.at}, ${after.id})` : empty}
    order by d.created_at desc, d.id desc limit ${limit}`)

/** The first pending delivery of a lane, and whether it can be sent now. */
export const findHead = (db: Queryable, endpointId: string, lane: string) =>
  db.maybeOne<{ id: string; tries: number; nextAt: Date; claimedUntil: Date | null }>(sql`
    select id, tries, next_at as "nextAt", claimed_until as "claimedUntil" from webhook_deliveries
    where endpoint_id = ${endpointId} and lane = ${lane} and status = 'PENDING' order by seq limit 1`)

/**
 * Claims a delivery. False if it is claimed or no longer pending. By the database's time: processes whose clocks differ
 * must agree on when a claim ends.
 */
export async function claim(db: Queryable, id: string, forMs: number): Promise<boolean> {
  const claimed = await db.executeCount(sql`
    update webhook_deliveries set claimed_until = now() + ${forMs} * interval '1 millisecond'
    where id = ${id} and status = 'PENDING' and (claimed_until is null or claimed_until <= now())`)
  return claimed > 0
}

export const saveDelivery = (tx: Queryable, { id, status, tries, attempts, nextAt }: StoredDelivery) =>
  tx.execute(sql`
    update webhook_deliveries
    set status = ${status}, tries = ${tries}, attempts = ${JSON.stringify(attempts)}::jsonb, next_at = ${nextAt},
        claimed_until = null
    where id = ${id}`)

/** Makes a delivery due now, with a full set of attempts. A running attempt keeps its claim. */
export const restartDelivery = (tx: Queryable, id: string, now: Date) =>
  tx.execute(sql`
    update webhook_deliveries set status = 'PENDING', tries = 0, next_at = ${now} where id = ${id}`)

/** Lanes with pending deliveries: of one endpoint, or long overdue ones. */
export const listLanes = (db: Queryable, by: { endpointId: string } | { dueBefore: Date }) =>
  db.query<{ endpointId: string; lane: string }>(sql`
    select distinct d.endpoint_id as "endpointId", d.lane
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.status = 'PENDING' and e.disabled_at is null
      ${
        'endpointId' in by
          ? sql`and d.endpoint_id = ${by.endpointId}`
          : sql`and d.next_at < ${by.dueBefore} and (d.claimed_until is null or d.claimed_until < ${by.dueBefore})`
      }`)

/** Makes all pending deliveries of an endpoint due now. */
export const retryNow = (tx: Queryable, endpointId: string, now: Date) =>
  tx.execute(sql`
    update webhook_deliveries set next_at = ${now} where endpoint_id = ${endpointId} and status = 'PENDING'`)
