import type { OfferDetails } from '@fettle/protocol/offers'
import { useDocumentAction } from '../../shared/documents/use-document-action.ts'
import { invalidateOffers, cacheOffer } from './api.ts'

/** Runs an operation on an offer and updates the cache with the response. Needs a connection. */
export const useOfferAction = (offer: Pick<OfferDetails, 'id'>) =>
  useDocumentAction(offer, { cache: cacheOffer, invalidate: invalidateOffers })
