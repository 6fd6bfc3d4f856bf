import type { FoundMeta, PageMeta } from '@fettle/protocol'
import {
  acceptBooking,
  declineBooking,
  getBooking,
  getBookingTimeline,
  listBookings,
} from '@fettle/protocol/bookings/calls'
import type {
  BookingDetails,
  BookingListEntry,
  BookingSummary,
  BookingView,
  DeclineReason,
} from '@fettle/protocol/bookings'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'
import { answerWithUndo, needsConsent } from '../../shared/bookings/answer-with-undo.ts'
import { mergeConsents, type Consent } from '../../shared/errors/action-error.ts'
import { withDecision } from './next-step.ts'
import type { TabFilter } from './list/booking-filters.ts'

const PAGE_SIZE = 20
const bookingsKey = ['bookings']

export interface BookingsPage extends PageMeta, FoundMeta {
  bookings: BookingListEntry[]
}

/** Pages of the bookings under a tab. */
export const bookingsQuery = (tabFilter: TabFilter, q?: string) => {
  const filter = { ...tabFilter, q }
  return infiniteQueryOptions({
    queryKey: keyOf(listBookings, filter),
    queryFn: async ({ pageParam, signal }): Promise<BookingsPage> => {
      const query = { ...filter, limit: PAGE_SIZE, cursor: pageParam }
      const { data, meta } = await callWithMeta(listBookings, { query }, { signal })
      return { ...(meta as unknown as PageMeta & FoundMeta), bookings: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Typing a search or sorting must not blank the list.
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as typeof filter | undefined)?.status === filter.status
        ? keepPreviousData(previous)
        : undefined,
  })
}

export const bookingQuery = (id: string) => queryOf(getBooking, { params: { id } })
export const bookingTimelineQuery = (id: string) => queryOf(getBookingTimeline, { params: { id } })

export type RequestAnswer =
  | ({ action: 'accept' } & Consent)
  | { action: 'decline'; reasonCode: DeclineReason; note?: string }

/** Answer that accepts a request, with a consent added to those given before. */
export const acceptWithConsent = (before: RequestAnswer | undefined, consent: Consent): RequestAnswer => ({
  action: 'accept',
  ...mergeConsents(before?.action === 'accept' ? before : {}, consent),
})

const send = ({ id, version }: BookingView, answer: RequestAnswer): Promise<BookingView> => {
  const params = { id }
  if (answer.action === 'accept') {
    const { action: _, ...consent } = answer
    return call(acceptBooking, { params, body: { version, ...consent } as { version: number } }, { keepalive: true })
  }
  const { reasonCode, note } = answer
  return call(declineBooking, { params, body: { version, reasonCode, ...(note && { note }) } }, { keepalive: true })
}

type Lists = InfiniteData<BookingsPage>

/** Finds a booking's summary in the loaded lists. */
export function summaryOf(client: QueryClient, id: string): BookingSummary | undefined {
  for (const [, lists] of client.getQueriesData<Lists>({ queryKey: [...bookingsKey, 'list'] })) {
    for (const page of lists && 'pages' in lists ? lists.pages : []) {
      const found = page.bookings.find((row) => row.id === id)
      if (found) return found
    }
  }
  return undefined
}

/** Updates a changed booking in the cache: its own page and every loaded list. */
export function cacheBooking(client: QueryClient, booking: BookingView): void {
  updateCachedDetails(client, booking.id, (before) => ({ ...before, ...booking }))
  client.setQueriesData<Lists>({ queryKey: [...bookingsKey, 'list'] }, (lists) =>
    lists && 'pages' in lists
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            bookings: page.bookings.map((row) =>
              row.id === booking.id ? { ...row, status: booking.status, version: booking.version } : row,
            ),
          })),
        }
      : lists,
  )
}

/** Updates the cached details of a booking, if there are any. */
export const updateCachedDetails = (
  client: QueryClient,
  id: string,
  change: (before: BookingDetails) => BookingDetails,
): void => void client.setQueryData(bookingQuery(id).queryKey, (before) => before && change(before))

/** Refetches bookings and the calendar after a change. */
export const invalidateBookings = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: bookingsKey })
  void client.invalidateQueries({ queryKey: ['calendar'] })
}

export type BookingAnswer = { booking: BookingView; answer: RequestAnswer }

/** Whether an answer is held for five seconds. Accepting after a consent is not: it was confirmed in its own step. */
export const isUndoable = ({ booking, answer }: BookingAnswer): boolean =>
  answer.action === 'decline' || (!needsConsent(booking) && Object.keys(answer).length === 1)

/**
 * Mutation that answers a request: optimistic, rolled back on refusal, and refetched either way. Its result is undefined
 * when the answer was undone.
 */
export const answerBooking = (client: QueryClient) =>
  mutationOptions({
    mutationKey: keyOf(acceptBooking),
    mutationFn: async (bookingAnswer: BookingAnswer): Promise<BookingView | undefined> => {
      const { booking, answer } = bookingAnswer
      return isUndoable(bookingAnswer)
        ? answerWithUndo(booking, answer.action, () => send(booking, answer))
        : send(booking, answer)
    },
    onMutate: async ({ booking, answer }) => {
      await client.cancelQueries({ queryKey: bookingsKey })
      cacheBooking(client, withDecision(booking, answer.action))
    },
    onError: (_error, { booking }) => cacheBooking(client, booking),
    onSuccess: (result, { booking }) => cacheBooking(client, result ?? booking),
    onSettled: () => invalidateBookings(client),
  })
