import type { Money, PageMeta } from '@fettle/protocol'
import type { DocumentSort } from '@fettle/protocol/common/list-sorts'
import { decodeSortCursor, pageOf } from './cursor.ts'
import { raw, sql, type Queryable, type Sql } from './db.ts'
import {
  byCustomerAndCreation,
  cursorOf,
  isFiltered,
  listPageAndCounts,
  matching,
  pageInOrder,
  readSort,
  sortedBy,
  type PagedList,
  type PageRequest,
  type SelectedListing,
  type SortedRow,
  type TextQuery,
} from './list-query.ts'

/** Lists of documents that a provider has with a customer: each has a status, a total and a time of change. */

/** Filter and cursor of one provider's documents. */
interface DocumentQuery<Status extends string> extends TextQuery, PageRequest {
  statuses?: readonly Status[] | undefined
  customerId?: string | undefined
  /** Created at this time or later, and before. */
  from?: Date | undefined
  to?: Date | undefined
}

type SortName = Exclude<DocumentSort, `-${string}`>

/** Query of a list operation. */
export interface DocumentListInput<Status extends string> {
  sort: DocumentSort
  status?: readonly Status[] | undefined
  customerId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

export interface DocumentListMeta extends PageMeta {
  total: number
  atLeast: boolean
  countsByStatus: Record<string, number>
  valueByStatus: Record<string, Money[]>
}

interface StatusTotal<Status extends string> {
  status: Status
  currency: string
  count: number
  value: number
}

/** Columns of a document's customer, joined as `c`. */
export const customerColumns = sql`
  c.id as "customerId", c.name as "customerName", c.avatar as "customerAvatar", c.phone as "customerPhone"`

/** A row with the columns of its customer. */
export type WithCustomerColumns<Row> = Omit<Row, 'customer'> & {
  customerId: string
  customerName: string
  customerAvatar: string | null
  customerPhone: string | null
}

/** The customer of a row, as cards show it. */
export const toCustomerCard = (row: WithCustomerColumns<object>) => ({
  id: row.customerId,
  name: row.customerName,
  avatar: row.customerAvatar,
  phone: row.customerPhone,
})

/** Creates the list of one kind of document. */
export function createDocumentList<Status extends string, Row extends { id: string }>({
  statuses: allStatuses,
  table,
  alias,
  searchTable,
  searchId,
  totalsTable,
  columns,
  deadline,
  toRow,
}: {
  statuses: readonly Status[]
  table: string
  /** The table's name in `columns`. */
  alias: string
  searchTable: Sql
  searchId: Sql
  /** Counts and values by provider, status and currency, kept by triggers. */
  totalsTable: Sql
  /** Columns of a list row besides its customer's. */
  columns: Sql
  /** The time by which somebody has to act. */
  deadline: Sql
  toRow: (row: WithCustomerColumns<Row>) => Row
}) {
  type Query = DocumentQuery<Status>
  const d = raw(alias)
  const rows = sql`${raw(table)} ${d}`
  const from = sql`${rows} join customers c on c.id = ${d}.customer_id`
  const paged: PagedList<Query> = {
    rows,
    from,
    id: sql`${d}.id`,
    providerId: sql`${d}.provider_id`,
    status: sql`${d}.status`,
    value: sql`${d}.updated_at`,
    type: 'time',
    searchTable,
    searchId,
    filters: byCustomerAndCreation(sql`${d}.customer_id`, sql`${d}.created_at`),
  }

  /** Each of the other orders has an index, except customer names: for those all documents of the provider are read. */
  const sorted: Record<SortName, PagedList<Query>> = {
    updatedAt: paged,
    title: sortedBy(paged, 'text', sql`normalize_text(${d}.title)`),
    customer: sortedBy(paged, 'text', sql`c.normalized_name`),
    total: sortedBy(paged, 'number', sql`coalesce(${d}.total, -1)`),
    deadline: sortedBy(paged, 'deadline', sql`coalesce(${deadline}, 'infinity')`),
  }

  const listPageBy = (by: SortName) => (db: Queryable, query: SelectedListing<Query>) => {
    // The indexes of the other orders are by status.
    const statuses = query.statuses ?? (by === 'updatedAt' ? undefined : allStatuses)
    return db.query<WithCustomerColumns<Row> & SortedRow>(
      pageInOrder(sorted[by], sql`${columns}, ${customerColumns}`, { ...query, statuses }),
    )
  }

  /** Counts and totals by status: maintained counters for all, counted for a search. */
  const countAll = (db: Queryable, query: SelectedListing<Query>) =>
    db.query<StatusTotal<Status>>(
      isFiltered(paged, query)
        ? sql`
          select ${d}.status, ${d}.currency, count(*) as count, coalesce(sum(${d}.total), 0)::bigint as value from ${from}
          where ${matching(paged, query)} group by ${d}.status, ${d}.currency`
        : sql`
          select status, currency, count, value from ${totalsTable}
          where provider_id = ${query.providerId} and count > 0`,
    )

  /** One page of a provider's documents, by latest change unless sorted, with counts and values by status. */
  return async function list(
    db: Queryable,
    providerId: string,
    input: DocumentListInput<Status>,
  ): Promise<{ rows: Row[]; meta: DocumentListMeta }> {
    const statuses = input.status?.length ? [...new Set(input.status)] : undefined
    const { by, order } = readSort<SortName>(input.sort)
    const query: Query = {
      providerId,
      statuses,
      order,
      customerId: input.customerId,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      text: input.q,
      after: input.cursor === undefined ? undefined : decodeSortCursor(input.cursor, sorted[by].type),
      // One more than requested shows whether there is a next page.
      limit: input.limit + 1,
    }
    const {
      page: found,
      counted,
      atLeast,
    } = await listPageAndCounts(db, paged, query, {
      listPage: listPageBy(by),
      countAll,
    })
    const { page, nextCursor } = pageOf(found, input.limit, cursorOf)
    const rowsOf = (status: Status) => counted.filter((row) => row.status === status)
    const countOf = (status: Status) => rowsOf(status).reduce((sum, { count }) => sum + count, 0)
    const valueOf = (status: Status): Money[] =>
      rowsOf(status).flatMap(({ value, currency }) => (value === 0 ? [] : [{ amount: value, currency }]))
    return {
      rows: page.map(toRow),
      meta: {
        nextCursor,
        total: (statuses ?? allStatuses).reduce((sum, status) => sum + countOf(status), 0),
        countsByStatus: Object.fromEntries(allStatuses.map((status) => [status, countOf(status)])),
        atLeast,
        valueByStatus: Object.fromEntries(allStatuses.map((status) => [status, valueOf(status)])),
      },
    }
  }
}
