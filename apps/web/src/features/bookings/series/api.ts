import type { QueryClient } from '@tanstack/react-query'
import { invalidateBookings } from '../api.ts'

/** Invalidates bookings and schedule after a change of a series: its visits are bookings. */
export function invalidateSeries(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['series'] })
  invalidateBookings(client)
}
