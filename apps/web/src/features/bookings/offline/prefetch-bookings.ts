import type { BookingDetails, BookingSummary } from '@fettle/protocol/bookings'
import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../../../lib/browser/idle.ts'
import { upcomingBookingsQueries } from '../../../shared/bookings/upcoming-bookings.ts'
import { repliesQuery } from '../../../shared/quick-replies/api.ts'
import { bookingQuery, bookingsQuery, bookingTimelineQuery } from '../api.ts'
import { fetchSender } from './offline-actions.ts'
import { filterOf } from '../list/booking-filters.ts'

/** Whether the user asked the browser to save data; then nothing is prefetched. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Prefetches the code of the work sections, so that they open without a connection. */
export async function prefetchWorkScreens(): Promise<void> {
  if (savesData()) return
  await Promise.all([fetchSender(), import('../booking.screen.tsx')])
}

/** Prefetches the bookings of the days around today that have changed, one booking at a time. */
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
  for (const { id, version, status } of rows) {
    if (['DECLINED', 'EXPIRED'].includes(status)) continue
    if (client.getQueryData<BookingDetails>(bookingQuery(id).queryKey)?.version === version) continue
    await whenIdle()
    await Promise.all([
      client.fetchQuery({ ...bookingQuery(id), staleTime: 0 }),
      client.prefetchQuery(bookingTimelineQuery(id)),
    ])
  }
}
