import type { OfferCard, OfferDetails } from '@fettle/protocol/offers'
import { offerCardsMax } from '@fettle/protocol/offers/constants'
import { listOfferCards } from '@fettle/protocol/offers/calls'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { createBatch } from '../../../lib/http/batch.ts'
import { keyOf } from '../../../lib/http/query.ts'
import { offerQuery } from '../api.ts'

const fetchCards = createBatch((ids) => call(listOfferCards, { query: { ids: ids.join(',') } }), {
  most: offerCardsMax,
})

/**
 * Query of one offer card. Cards on screen are fetched in one batch. Null when it does not exist or is not the
 * caller's.
 */
export const offerCardQuery = (id: string) =>
  queryOptions({ queryKey: keyOf(listOfferCards, { id }), queryFn: (): Promise<OfferCard | null> => fetchCards(id) })

/** Loads the offer for a sheet, with the card's version. */
export async function fetchOfferForSheet(
  client: QueryClient,
  { id, version }: Pick<OfferCard, 'id' | 'version'>,
): Promise<OfferDetails> {
  const offer = await client.fetchQuery({ ...offerQuery(id), staleTime: 0, networkMode: 'always', retry: false })
  return { ...offer, version }
}
