import type { Money, PageMeta } from '@fettle/protocol'
import type { DocumentSort } from '@fettle/protocol/common/list-sorts'
import type { ContractSummary } from '@fettle/protocol/contracts'
import type { listContracts } from '@fettle/protocol/contracts/calls'
import type { OfferSummary } from '@fettle/protocol/offers'
import type { listOffers } from '@fettle/protocol/offers/calls'
import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query'
import { callWithMeta } from '../../lib/http/api.ts'
import { countText } from '../../lib/format/count-text.ts'
import { keyOf } from '../../lib/http/query.ts'

// List queries shared by offers and contracts.

const PAGE_SIZE = 20

export type ListedDocument = OfferSummary | ContractSummary

export interface DocumentsPage<Row extends ListedDocument> extends PageMeta {
  documents: Row[]
  atLeast: boolean
  valueByStatus: Record<string, Money[]>
}

export interface DocumentsFilter {
  statuses: readonly string[]
  customer?: string | undefined
  q?: string | undefined
  sort?: DocumentSort
}

/** Pages of documents by status, latest change first unless sorted. `Row` is what `operation` lists. */
export function documentListQuery<Row extends ListedDocument>(
  operation: typeof listOffers | typeof listContracts,
  { statuses, customer, q, sort }: DocumentsFilter,
) {
  const filter = { status: statuses.join(','), customerId: customer, q, sort: sort === '-updatedAt' ? undefined : sort }
  return infiniteQueryOptions({
    queryKey: keyOf(operation, filter),
    queryFn: async ({ pageParam, signal }): Promise<DocumentsPage<Row>> => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam }
      const { data, meta } = await callWithMeta(operation, { query }, { signal })
      return {
        ...(meta as unknown as Omit<DocumentsPage<Row>, 'documents'>),
        documents: data as ListedDocument[] as Row[],
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Typing a search must not blank the list.
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as typeof filter | undefined)?.status === filter.status
        ? keepPreviousData(previous)
        : undefined,
  })
}

/** Loaded lists, as `getQueriesData` returns them. */
type LoadedLists<Row extends ListedDocument> = readonly (readonly [
  unknown,
  InfiniteData<DocumentsPage<Row>> | undefined,
])[]

/** Finds a document's summary in the loaded lists. */
export function summaryIn<Row extends ListedDocument>(loaded: LoadedLists<Row>, id: string): Row | undefined {
  for (const [, lists] of loaded) {
    for (const page of lists && 'pages' in lists ? lists.pages : []) {
      const found = page.documents.find((row) => row.id === id)
      if (found) return found
    }
  }
  return undefined
}

/** Number of documents by status; undefined before counting. */
const countOf = (
  counts: Readonly<Record<string, number>> | undefined,
  statuses: readonly string[],
): number | undefined => counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)

/** Count of a tab including local documents; a lower bound where the server stopped counting. */
export function tabCount(
  page: CountedPage | undefined,
  statuses: readonly string[],
  localCount = 0,
): number | string | undefined {
  const count = countOf(page?.countsByStatus, statuses)
  if (count === undefined) return undefined
  return countText(count + localCount, page?.atLeast)
}

type CountedPage = Pick<DocumentsPage<ListedDocument>, 'countsByStatus' | 'atLeast'>

/** Total of documents by status and currency; empty while none has a price. */
export function valueOf(values: Readonly<Record<string, Money[]>> | undefined, statuses: readonly string[]): Money[] {
  const sums = new Map<string, number>()
  for (const status of statuses) {
    for (const { amount, currency } of values?.[status] ?? []) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount })).filter(({ amount }) => amount > 0)
}
