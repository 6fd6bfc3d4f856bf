import type { QueryClient } from '@tanstack/react-query'
import { bookingsQuery } from './api.ts'
import { filterOf } from './list/booking-filters.ts'

/** Reads the first page of the requests into the cache, which the address without a query shows. */
export const loadData = async (client: QueryClient, search: URLSearchParams) => {
  if (search.size === 0) await client.prefetchInfiniteQuery(bookingsQuery(filterOf('requests')))
}

export { BookingsOverview as Component } from './list/bookings-overview.tsx'
