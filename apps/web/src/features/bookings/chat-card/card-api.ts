import type { BookingCard, BookingView } from '@fettle/protocol/bookings'
import { bookingCardsMax } from '@fettle/protocol/bookings/constants'
import { listBookingCards } from '@fettle/protocol/bookings/calls'
import type { QueryClient } from '@tanstack/react-query'
import { cardQueryOf } from '../../../lib/http/card-query.ts'
import { bookingQuery } from '../api.ts'

export const bookingCardQuery = cardQueryOf<BookingCard>(listBookingCards, bookingCardsMax)

/** Updates a card in the cache with the booking a call returned. */
export function showCard(client: QueryClient, { id, ...booking }: BookingView): void {
  client.setQueryData(bookingCardQuery(id).queryKey, (before): BookingCard | null | undefined => {
    if (!before) return before
    const { status, version, startAt, endAt, respondBy, awaitingParty, slotTaken, allowedActions, ...rest } = booking
    const { pendingProposal, etaAt, autoConfirmAt } = rest
    const times = { startAt, endAt, respondBy, etaAt, autoConfirmAt }
    return { ...before, ...times, status, version, awaitingParty, slotTaken, allowedActions, pendingProposal }
  })
}

/**
 * Loads the booking for a sheet, with the version of the card, so that a decision on stale data is refused.
 * Fails at once offline.
 */
export async function fetchBookingForSheet(client: QueryClient, { id, version }: Pick<BookingCard, 'id' | 'version'>) {
  const booking = await client.fetchQuery({ ...bookingQuery(id), staleTime: 0, retry: false })
  return { ...booking, version }
}
