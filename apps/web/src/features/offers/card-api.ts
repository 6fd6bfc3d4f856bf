import { listOfferCards, offerCardsMax, type OfferCard, type OfferDetails } from '@fettle/protocol/offers'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { createBatch } from '../../lib/http/batch.ts'
import { keyOf } from '../../lib/http/query.ts'
import { offerQuery } from './api.ts'

const fetchCards = createBatch((ids) => call(listOfferCards, { query: { ids: ids.join(',') } }), {
  most: offerCardsMax,
})

/** One offer as a card: all that are on screen are read in one call. Null: it is not there, or not one's own. */
export const offerCardQuery = (id: string) =>
  queryOptions({ queryKey: keyOf(listOfferCards, { id }), queryFn: (): Promise<OfferCard | null> => fetchCards(id) })

/** The whole offer, for the questions it asks; with the version that stood on the card. */
export async function fetchOfferForSheet(
  client: QueryClient,
  { id, version }: Pick<OfferCard, 'id' | 'version'>,
): Promise<OfferDetails> {
  const offer = await client.fetchQuery({ ...offerQuery(id), staleTime: 0, networkMode: 'always', retry: false })
  return { ...offer, version }
}
