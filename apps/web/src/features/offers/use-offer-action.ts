import type { OfferDetails } from '@fettle/protocol/offers'
import { useRecordAction } from '../../lib/http/use-record-action.ts'
import { invalidateOffers, cacheOffer } from './api.ts'

/** Runs an operation on an offer and updates the cache with the response. Needs a connection. */
export const useOfferAction = (offer: Pick<OfferDetails, 'id'>) =>
  useRecordAction(offer, { cache: cacheOffer, invalidate: invalidateOffers })
