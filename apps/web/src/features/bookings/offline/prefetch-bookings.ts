import type { BookingDetails, BookingSummary } from '@fettle/protocol/bookings'
import type { QueryClient } from '@tanstack/react-query'
import { upcomingBookingsQueries } from '../../../shared/bookings/upcoming-bookings.ts'
import { repliesQuery } from '../../../shared/quick-replies/api.ts'
import { bookingQuery, bookingsQuery, bookingTimelineQuery } from '../api.ts'
import { fetchSender } from './offline-actions.ts'
import { filterOf } from '../model.ts'

/** Whether the user asked the browser to save data; then nothing is prefetched. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Prefetches the code of the work sections, so that they open without a connection. */
export async function prefetchWorkScreens(): Promise<void> {
  if (savesData()) return
  await Promise.all([fetchSender(), import('../booking.screen.tsx')])
}

/** Prefetch concurrency; leaves half of the browser's connections free. */
const MAX_PARALLEL = 3

/** Prefetches the bookings of the days around today that have changed, a few at a time. */
export async function prefetchBookings(client: QueryClient, now = new Date()): Promise<void> {
  if (savesData()) return
  // The lists of current work also open offline.
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
