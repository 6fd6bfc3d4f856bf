import type { Booking } from '../booking.types.ts'

/** Requests that are answered with an offer. */

/** Whether an offer can answer this booking: a customer's request for one visit. */
export const canBeAnsweredByOffer = ({
  status,
  createdBy,
  links,
}: Pick<Booking, 'status' | 'createdBy' | 'links'>): boolean =>
  status === 'REQUESTED' && createdBy === 'CUSTOMER' && links.seriesId === null

/** Whether an open offer answers this request: then its own author is awaited. */
export const isAnsweredByOffer = ({
  status,
  createdBy,
  awaitingParty,
}: Pick<Booking, 'status' | 'createdBy' | 'awaitingParty'>): boolean =>
  status === 'REQUESTED' && createdBy === 'CUSTOMER' && awaitingParty === 'CUSTOMER'
