import type { RevisionSummary } from '@fettle/protocol/offers'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'
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

type SummaryRow = Pick<Revision, 'number' | 'title' | 'total' | 'contentHash' | 'sentAt' | 'supersededAt'>

const summaryColumns = sql`
  number, title, total, content_hash as "contentHash", sent_at as "sentAt", superseded_at as "supersededAt"`

const toSummary = ({ total, sentAt, supersededAt, ...row }: SummaryRow, currency: string): RevisionSummary => ({
  ...row,
  total: { amount: total, currency },
  sentAt: sentAt.toISOString(),
  supersededAt: supersededAt?.toISOString() ?? null,
})

export async function listSummaries(db: Queryable, offerId: string, currency: string): Promise<RevisionSummary[]> {
  const rows = await db.query<SummaryRow>(
    sql`select ${summaryColumns} from offer_revisions where offer_id = ${offerId} order by number desc`,
  )
  return rows.map((row) => toSummary(row, currency))
}

export interface RevisionColumns {
  revisions: JsonRow<SummaryRow>[]
  /** The revision the customer sees and the one before it, newest first. */
  liveRevisions: JsonRow<Revision>[]
}

/** The revisions of offer `o` as JSON columns. */
export const revisionColumns = sql`
  ${jsonRows(sql`select ${summaryColumns} from offer_revisions where offer_id = o.id order by number desc`)} as revisions,
  ${jsonRows(sql`
    select ${columns} from offer_revisions
    where offer_id = o.id and number in (o.live_revision, o.live_revision - 1)
    order by number desc`)} as "liveRevisions"`

export const fromRevisionColumns = ({ revisions, liveRevisions }: RevisionColumns, currency: string) => ({
  summaries: revisions.map((row) =>
    toSummary(fromJsonRow<SummaryRow>(row, { sentAt: true, supersededAt: true }), currency),
  ),
  live: liveRevisions.map((row) => fromJsonRow<Revision>(row, { validUntil: true, sentAt: true, supersededAt: true })),
})

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
