import { bookingCardsMax, listBookingCards, type BookingCard, type BookingView } from '@fettle/protocol/bookings'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createBatch } from '../../lib/http/batch.ts'
import { call } from '../../lib/http/api.ts'
import { keyOf } from '../../lib/http/query.ts'
import { bookingQuery } from './api.ts'

const fetchCards = createBatch((ids) => call(listBookingCards, { query: { ids: ids.join(',') } }), {
  most: bookingCardsMax,
})

/** One booking as a card: all that are on screen are read in one call. Null: it is not there, or not one's own. */
export const bookingCardQuery = (id: string) =>
  queryOptions({ queryKey: keyOf(listBookingCards, { id }), queryFn: () => fetchCards(id) })

/** Shows what an answer says of a booking on its card, before it is read again. */
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
 * The whole booking, for the questions it asks. With the version that stood on the card: who decided on an old one is
 * told so. Refused like any read, at once where there is no connection.
 */
export async function fetchBookingForSheet(client: QueryClient, { id, version }: Pick<BookingCard, 'id' | 'version'>) {
  const booking = await client.fetchQuery({ ...bookingQuery(id), staleTime: 0, networkMode: 'always', retry: false })
  return { ...booking, version }
}
