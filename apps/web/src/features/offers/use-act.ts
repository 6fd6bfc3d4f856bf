import type { OfferDetails } from '@fettle/protocol/offers'
import { useActOn } from '../../shared/documents/use-act.ts'
import { readAgain, showOffer } from './api.ts'

/** Runs an operation on an offer and updates the cache with the response. Needs a connection. */
export const useAct = (offer: Pick<OfferDetails, 'id'>) => useActOn(offer, { show: showOffer, readAgain })
