import type { DocumentSort } from '@fettle/protocol/common/list-sorts'
import type { OfferDetails, OfferSummary } from '@fettle/protocol/offers'
import {
  diffOfferRevision,
  getOffer,
  getOfferRevision,
  getOfferTimeline,
  listOffers,
} from '@fettle/protocol/offers/calls'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryOf } from '../../lib/http/query.ts'
import { documentListQuery, summaryIn, type DocumentsPage } from '../../shared/documents/document-list-query.ts'
import { statusesOf, type OfferTab } from './list/offer-tabs.ts'

export const offersKey = ['offers']

interface OfferFilter {
  tab: OfferTab
  customer?: string | undefined
  q?: string | undefined
  sort?: DocumentSort
}

/** Pages of the offers under a tab, latest change first. */
export const offersQuery = ({ tab, ...filter }: OfferFilter) =>
  documentListQuery<OfferSummary>(listOffers, { statuses: statusesOf[tab], ...filter })

export const offerQuery = (id: string) => queryOf(getOffer, { params: { id } })
export const offerTimelineQuery = (id: string) => queryOf(getOfferTimeline, { params: { id } })
/** Query of a sent revision, which never changes. */
export const revisionQuery = (id: string, number: number) => ({
  ...queryOf(getOfferRevision, { params: { id, number } }),
  staleTime: 4 * 60_000,
})
export const diffQuery = (id: string, number: number, against: number) => ({
  ...queryOf(diffOfferRevision, { params: { id, number }, query: { against } }),
  staleTime: Infinity,
})

type Lists = InfiniteData<DocumentsPage<OfferSummary>>

/** Finds an offer's summary in the loaded lists. */
export const summaryOf = (client: QueryClient, id: string): OfferSummary | undefined =>
  summaryIn(client.getQueriesData<Lists>({ queryKey: [...offersKey, 'list'] }), id)

/** Updates an offer in the cache: its own page and every loaded list. */
export function cacheOffer(client: QueryClient, offer: OfferDetails): void {
  client.setQueryData(offerQuery(offer.id).queryKey, offer)
  const { status, version, title, total, hasDraft, validUntil, sentAt, revisionNumber, allowedActions } = offer
  const shown = { status, version, title, total, hasDraft, validUntil, sentAt, revisionNumber, allowedActions }
  client.setQueriesData<Lists>({ queryKey: [...offersKey, 'list'] }, (lists) =>
    lists && 'pages' in lists
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            documents: page.documents.map((row) => (row.id === offer.id ? { ...row, ...shown } : row)),
          })),
        }
      : lists,
  )
}

/** Invalidates all offer queries; those on screen are refetched. */
export const invalidateOffers = (client: QueryClient): void => void client.invalidateQueries({ queryKey: offersKey })
