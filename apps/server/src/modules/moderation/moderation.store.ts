import type { OnBehalf } from '@fettle/protocol/marketplace/acting-customer'
import { empty, sql, type Queryable } from '../../platform/db/db.ts'

export interface AuditRow {
  id: string
  seq: number
  at: Date
  occurredAt: Date
  actorType: 'PROVIDER' | 'CUSTOMER' | 'OPERATOR' | 'SYSTEM'
  actorId: string | null
  actorName: string
  event: string
  subjectType: string
  subjectId: string
  data: Record<string, unknown>
  onBehalf: OnBehalf | null
}

/** Events by and about a provider, newest first, including those only operators see. */
export const listEvents = (
  db: Queryable,
  providerId: string,
  { before, type, limit }: { before: number | undefined; type: string | undefined; limit: number },
) =>
  db.query<AuditRow>(sql`
    select id, seq, at, occurred_at as "occurredAt", actor_type as "actorType", actor_id as "actorId",
           actor_name as "actorName", type as event, subject_type as "subjectType", subject_id as "subjectId", data,
           on_behalf as "onBehalf"
    from events where provider_id = ${providerId}
    ${before === undefined ? empty : sql`and seq < ${before}`}
    ${type === undefined ? empty : sql`and (type = ${type} or starts_with(type, ${`${type}.`}))`}
    order by seq desc limit ${limit}`)
