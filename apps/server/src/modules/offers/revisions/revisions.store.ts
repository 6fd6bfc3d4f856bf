import type { RevisionSummary } from '@fettle/protocol/offers'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import type { Revision } from './revisions.rules.ts'

const columns = sql`number, title, total, snapshot, content_hash as "contentHash", costs, valid_until as "validUntil",
  sent_at as "sentAt", superseded_at as "supersededAt"`

/** A revision and the one before it, newest first. */
export const findWithPrevious = (db: Queryable, offerId: string, number: number) =>
  db.query<Revision>(sql`
    select ${columns} from offer_revisions
    where offer_id = ${offerId} and number in (${number}, ${number - 1}) order by number desc`)

export const find = (db: Queryable, offerId: string, number: number) =>
  db.maybeOne<Revision>(sql`select ${columns} from offer_revisions where offer_id = ${offerId} and number = ${number}`)

export async function listSummaries(db: Queryable, offerId: string, currency: string): Promise<RevisionSummary[]> {
  const rows = await db.query<
    Pick<Revision, 'number' | 'title' | 'total' | 'contentHash' | 'sentAt' | 'supersededAt'>
  >(sql`
    select number, title, total, content_hash as "contentHash", sent_at as "sentAt", superseded_at as "supersededAt"
    from offer_revisions where offer_id = ${offerId} order by number desc`)
  return rows.map(({ total, sentAt, supersededAt, ...row }) => ({
    ...row,
    total: { amount: total, currency },
    sentAt: sentAt.toISOString(),
    supersededAt: supersededAt?.toISOString() ?? null,
  }))
}

/** Inserts a revision. The previous one is superseded. */
export async function insert(tx: Queryable, offerId: string, revision: Revision): Promise<void> {
  await tx.execute(sql`
    update offer_revisions set superseded_at = ${revision.sentAt}
    where offer_id = ${offerId} and superseded_at is null`)
  await tx.execute(sql`
    insert into offer_revisions (offer_id, number, title, total, snapshot, content_hash, costs, valid_until, sent_at)
    values (${offerId}, ${revision.number}, ${revision.title}, ${revision.total}, ${revision.snapshot},
      ${revision.contentHash}, ${JSON.stringify(revision.costs)}::jsonb, ${revision.validUntil}, ${revision.sentAt})`)
}
