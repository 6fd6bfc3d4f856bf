import type { OfferCard, OfferDetails } from '@fettle/protocol/offers'
import { offerCardsMax } from '@fettle/protocol/offers/constants'
import { listOfferCards } from '@fettle/protocol/offers/calls'
import type { QueryClient } from '@tanstack/react-query'
import { cardQueryOf } from '../../../lib/http/card-query.ts'
import { offerQuery } from '../api.ts'

export const offerCardQuery = cardQueryOf<OfferCard>(listOfferCards, offerCardsMax)

/** Loads the offer for a sheet, with the card's version. */
export async function fetchOfferForSheet(
  client: QueryClient,
  { id, version }: Pick<OfferCard, 'id' | 'version'>,
): Promise<OfferDetails> {
  const offer = await client.fetchQuery({ ...offerQuery(id), staleTime: 0, retry: false })
  return { ...offer, version }
}
