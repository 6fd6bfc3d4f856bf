import type { Money, PageMeta } from '@fettle/protocol'
import { createOffer } from '@fettle/protocol/offer-moves'
import {
  diffOfferRevision,
  getOffer,
  getOfferRevision,
  getOfferTimeline,
  listOffers,
  type OfferDetails,
  type OfferSummary,
} from '@fettle/protocol/offers'
import { infiniteQueryOptions, keepPreviousData, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { call, callWhole } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query.ts'
import { statusesOf, type OfferTab } from './model.ts'

const PAGE = 20
const offersKey = ['offers']

export interface OffersPage extends PageMeta {
  offers: OfferSummary[]
  valueByStatus: Record<string, Money[]>
}

export interface OfferFilter {
  tab: OfferTab
  customer?: string | undefined
  q?: string | undefined
}

/** The offers of a tab, page after page, latest change first. */
export const offersQuery = ({ tab, customer, q }: OfferFilter) => {
  const filter = { status: statusesOf[tab].join(','), customerId: customer, q }
  return infiniteQueryOptions({
    queryKey: keyOf(listOffers, filter),
    queryFn: async ({ pageParam, signal }): Promise<OffersPage> => {
      const query = { ...filter, limit: PAGE, cursor: pageParam }
      const { data, meta } = await callWhole(listOffers, { query }, { signal })
      return { ...(meta as unknown as Omit<OffersPage, 'offers'>), offers: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Typing a search must not blank the list under it.
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as typeof filter | undefined)?.status === filter.status
        ? keepPreviousData(previous)
        : undefined,
  })
}

export const offerQuery = (id: string) => queryOf(getOffer, { params: { id } })
export const offerTimelineQuery = (id: string) => queryOf(getOfferTimeline, { params: { id } })
/** A sent revision never changes again. */
export const revisionQuery = (id: string, number: number) => ({
  ...queryOf(getOfferRevision, { params: { id, number } }),
  staleTime: 4 * 60_000,
})
export const diffQuery = (id: string, number: number, against: number) => ({
  ...queryOf(diffOfferRevision, { params: { id, number }, query: { against } }),
  staleTime: Infinity,
})

type Lists = InfiniteData<OffersPage>

/** What the lists that are loaded know of an offer. */
export function summaryOf(client: QueryClient, id: string): OfferSummary | undefined {
  for (const [, lists] of client.getQueriesData<Lists>({ queryKey: [...offersKey, 'list'] })) {
    for (const page of lists && 'pages' in lists ? lists.pages : []) {
      const found = page.offers.find((row) => row.id === id)
      if (found) return found
    }
  }
  return undefined
}

/** Shows an offer as the server has it now: on its own page and in every list that is loaded. */
export function showOffer(client: QueryClient, offer: OfferDetails): void {
  client.setQueryData(offerQuery(offer.id).queryKey, offer)
  const { status, version, title, total, hasDraft, validUntil, sentAt, revisionNumber } = offer
  const shown = { status, version, title, total, hasDraft, validUntil, sentAt, revisionNumber }
  client.setQueriesData<Lists>({ queryKey: [...offersKey, 'list'] }, (lists) =>
    lists && 'pages' in lists
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            offers: page.offers.map((row) => (row.id === offer.id ? { ...row, ...shown } : row)),
          })),
        }
      : lists,
  )
}

/** Reads again what is on screen of offers; what is not is read when it is opened. */
export const readAgain = (client: QueryClient): void => void client.invalidateQueries({ queryKey: offersKey })

/** Whom and what a new offer is for. */
export interface NewOffer {
  customerId?: string
  channelId?: string
  bookingId?: string
  templateId?: string
}

/** Begins an offer of one's own (O1). */
export async function beginOffer(client: QueryClient, body: NewOffer): Promise<OfferDetails> {
  const offer = await call(createOffer, { body })
  showOffer(client, offer)
  readAgain(client)
  return offer
}
