import type { QueryClient } from '@tanstack/react-query'
import { bookingsQuery } from './api.ts'
import { provideOverview } from './list/bookings-layout.tsx'
import { BookingsOverview } from './list/bookings-overview.tsx'
import { filterOf } from './list/booking-filters.ts'

// Opened by its address, the list is there at once; on the page of one booking it loads on demand.
provideOverview(BookingsOverview)

/** Reads the first page of the requests into the cache, which the address without a query shows. */
export const loadData = async (client: QueryClient, search: URLSearchParams) => {
  if (search.size === 0) await client.prefetchInfiniteQuery(bookingsQuery(filterOf('requests')))
}

export { BookingsLayout as Component } from './list/bookings-layout.tsx'
