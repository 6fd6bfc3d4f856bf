import type { AuditEntry } from '@fettle/protocol/accounts/moderation'
import { empty, sql, type Queryable } from '../../platform/db/db.ts'

export interface AuditRow extends Omit<AuditEntry, 'at' | 'occurredAt'> {
  at: Date
  occurredAt: Date
}

/** Events by and about a provider, newest first, including those only operators see. */
export const listEvents = (
  db: Queryable,
  providerId: string,
  { before, type, limit }: { before: number | undefined; type: string | undefined; limit: number },
) =>
  db.query<AuditRow>(sql`
    select id, seq, at, occurred_at as "occurredAt", type as event, data, on_behalf as "onBehalf",
           jsonb_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor,
           jsonb_build_object('type', subject_type, 'id', subject_id) as subject
    from events where provider_id = ${providerId}
    ${before === undefined ? empty : sql`and seq < ${before}`}
    ${type === undefined ? empty : sql`and (type = ${type} or starts_with(type, ${`${type}.`}))`}
    order by seq desc limit ${limit}`)
