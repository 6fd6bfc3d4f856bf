import type { BookingDetails, BookingSummary } from '@fettle/protocol/bookings'
import type { QueryClient } from '@tanstack/react-query'
import { loadWithMessages } from '../../routing/loader.ts'
import { upcomingBookingsQueries } from '../../shared/upcoming-bookings.ts'
import { repliesQuery } from '../../shared/quick-replies/api.ts'
import { bookingQuery, bookingsQuery, bookingTimelineQuery } from './api.ts'
import { fetchSender } from './offline-actions.ts'
import { filterOf } from './model.ts'

/** Whoever pays for each megabyte reads nothing ahead. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches what a job asks and shows while it is done: in a cellar it could not be fetched any more. */
export async function prefetchWorkScreens(): Promise<void> {
  if (savesData()) return
  await Promise.all([
    fetchSender(),
    loadWithMessages('bookings/booking.screen', import('./booking.screen.tsx')),
    loadWithMessages('bookings/booking-more', import('./booking-more.tsx')),
    loadWithMessages('bookings/sheets/sheets', import('./sheets/sheets.tsx')),
    loadWithMessages('bookings/work/work-sections', import('./work/work-sections.tsx')),
  ])
}

/** So many are read at a time: half of the lines a browser opens stay free for whoever works on. */
const MAX_PARALLEL = 3

/** Reads the jobs of the days around today, a few at a time, and those only that have changed since. */
export async function prefetchBookings(client: QueryClient, now = new Date()): Promise<void> {
  if (savesData()) return
  // The lists one works from: opened without a connection they show what they showed last.
  for (const tab of ['upcoming', 'progress'] as const)
    await client.prefetchInfiniteQuery({ ...bookingsQuery(filterOf(tab)), staleTime: 60_000 })
  await client.prefetchQuery({ ...repliesQuery, staleTime: 60_000 })
  for (const query of upcomingBookingsQueries(now))
    await fetchChanged(client, await client.fetchQuery({ ...query, staleTime: 60_000 }))
}

async function fetchChanged(client: QueryClient, rows: readonly BookingSummary[]): Promise<void> {
  const wanted = rows.filter(({ id, version, status }) => {
    if (['DECLINED', 'EXPIRED'].includes(status)) return false
    return client.getQueryData<BookingDetails>(bookingQuery(id).queryKey)?.version !== version
  })
  const next = async (): Promise<void> => {
    const row = wanted.shift()
    if (!row) return
    await client.fetchQuery({ ...bookingQuery(row.id), staleTime: 0 })
    await client.prefetchQuery(bookingTimelineQuery(row.id))
    return next()
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, next))
}
