import { sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import {
  pageInOrder,
  selectByText,
  type PagedList,
  type PageRequest,
  type SelectedListing,
} from '../../platform/db/list-query.ts'

/** A found booking, offer, contract or invoice. */
export interface FoundRecord {
  kind: RecordKind
  id: string
  /** Null for the draft of an invoice. */
  reference: string | null
  title: string
  status: string
  customerName: string
  customerAvatar: string | null
  at: Date
}

export const recordKinds = ['BOOKING', 'OFFER', 'CONTRACT', 'INVOICE'] as const
type RecordKind = (typeof recordKinds)[number]

interface Listing {
  providerId: string
  text?: string | undefined
}

interface RecordSource extends PagedList<Listing> {
  columns: Sql
}

/** `at` is the time of an index of the table by provider. */
const sourceOf = (
  kind: RecordKind,
  table: Sql,
  at: Sql,
  reference: Sql,
  search: { table: Sql; id: Sql },
): RecordSource => ({
  rows: sql`${table} r`,
  from: sql`${table} r join customers c on c.id = r.customer_id`,
  id: sql`r.id`,
  providerId: sql`r.provider_id`,
  status: sql`r.status`,
  value: at,
  type: 'time',
  searchTable: search.table,
  searchId: search.id,
  filters: () => [],
  columns: sql`
    ${kind}::text as kind, r.id, ${reference} as reference, r.title, r.status, c.name as "customerName",
    c.avatar as "customerAvatar", ${at} as at`,
})

const sources: Record<RecordKind, RecordSource> = {
  BOOKING: sourceOf('BOOKING', sql`bookings`, sql`r.created_at`, sql`r.reference`, {
    table: sql`booking_search`,
    id: sql`w.booking_id`,
  }),
  OFFER: sourceOf('OFFER', sql`offers`, sql`r.updated_at`, sql`r.reference`, {
    table: sql`offer_search`,
    id: sql`w.offer_id`,
  }),
  CONTRACT: sourceOf('CONTRACT', sql`contracts`, sql`r.updated_at`, sql`r.reference`, {
    table: sql`contract_search`,
    id: sql`w.contract_id`,
  }),
  INVOICE: sourceOf('INVOICE', sql`invoices`, sql`r.created_at`, sql`r.number`, {
    table: sql`invoice_search`,
    id: sql`w.invoice_id`,
  }),
}

/** The latest of a kind, in index order. */
export const listLatest = (db: Queryable, kind: RecordKind, listing: SelectedListing<Listing> & { limit: number }) => {
  const latest: SelectedListing<Listing> & PageRequest = { ...listing, order: 'latest' }
  return db.query<FoundRecord>(pageInOrder(sources[kind], sources[kind].columns, latest))
}

/** The latest of a kind that contain every word in reference, title or customer name. */
export async function findLatest(
  db: Queryable,
  kind: RecordKind,
  { providerId, text, limit }: { providerId: string; text: string; limit: number },
): Promise<FoundRecord[]> {
  const { chosen } = await selectByText(db, sources[kind], { providerId, text })
  return listLatest(db, kind, { ...chosen, limit })
}
