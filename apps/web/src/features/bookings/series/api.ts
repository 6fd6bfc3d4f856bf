import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '../api.ts'

/** After a change of a series: its visits are bookings, and stand in the diary. */
export function readSeriesAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['series'] })
  readAgain(client)
}
