import type { PageMeta } from '@fettle/protocol'
import {
  acceptBooking,
  declineBooking,
  getBooking,
  getBookingTimeline,
  listBookings,
  type BookingSummary,
  type BookingView,
  type DeclineReason,
} from '@fettle/protocol/bookings'
import { createChannel } from '@fettle/protocol/channels'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { call, callWhole } from '../../lib/api.ts'
import { keyOf, mutationOf, queryOf } from '../../lib/query.ts'
import { decided, type TabFilter } from './model.ts'

const PAGE = 20
const bookingsKey = ['bookings']

export interface BookingsPage extends PageMeta {
  bookings: BookingSummary[]
}

/** The bookings of a tab, page after page. */
export const bookingsQuery = (given: TabFilter, q?: string) => {
  const filter = { ...given, q }
  return infiniteQueryOptions({
    queryKey: keyOf(listBookings, filter),
    queryFn: async ({ pageParam, signal }): Promise<BookingsPage> => {
      const query = { ...filter, limit: PAGE, cursor: pageParam }
      const { data, meta } = await callWhole(listBookings, { query }, { signal })
      return { ...(meta as unknown as PageMeta), bookings: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Typing a search must not blank the list under it.
    placeholderData: (previous, query) =>
      query && isSameList(query.queryKey, given) ? keepPreviousData(previous) : undefined,
  })
}

const isSameList = (key: readonly unknown[], { status, sort }: TabFilter): boolean => {
  const other = key[2] as Partial<TabFilter> | undefined
  return other?.status === status && other.sort === sort
}

export const bookingQuery = (id: string) => queryOf(getBooking, { params: { id } })
export const bookingTimelineQuery = (id: string) => queryOf(getBookingTimeline, { params: { id } })

export type Answer = { action: 'accept' } | { action: 'decline'; reasonCode: DeclineReason; note?: string }

const send = ({ id, version }: BookingView, answer: Answer): Promise<BookingView> => {
  const params = { id }
  if (answer.action === 'accept') return call(acceptBooking, { params, body: { version } })
  const { reasonCode, note } = answer
  return call(declineBooking, { params, body: { version, reasonCode, ...(note && { note }) } })
}

type Lists = InfiniteData<BookingsPage>

/** What the lists that are loaded know of a booking. */
export function summaryOf(client: QueryClient, id: string): BookingSummary | undefined {
  for (const [, lists] of client.getQueriesData<Lists>({ queryKey: [...bookingsKey, 'list'] })) {
    for (const page of lists?.pages ?? []) {
      const found = page.bookings.find((row) => row.id === id)
      if (found) return found
    }
  }
  return undefined
}

/** Shows a changed booking wherever it stands: its own page and every list that is loaded. */
function show(client: QueryClient, booking: BookingView): void {
  client.setQueryData(bookingQuery(booking.id).queryKey, (before) => before && { ...before, ...booking })
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

export type BookingAnswer = { booking: BookingView; answer: Answer }

/** Answers a request: shown at once, taken back when the server refuses, then read again either way. */
export const answerBooking = (client: QueryClient) =>
  mutationOptions({
    mutationKey: keyOf(acceptBooking),
    // An answer that waits for a connection would promise what nobody has heard.
    networkMode: 'always',
    mutationFn: ({ booking, answer }: BookingAnswer) => send(booking, answer),
    onMutate: async ({ booking, answer }) => {
      await client.cancelQueries({ queryKey: bookingsKey })
      show(client, decided(booking, answer.action))
    },
    onError: (_error, { booking }) => show(client, booking),
    onSuccess: (result) => show(client, result),
    onSettled: () => void client.invalidateQueries({ queryKey: bookingsKey }),
  })

/** The chat with a booking's customer, made if there is none yet. */
export const openChannel = mutationOf(createChannel)
