import type { PageMeta } from '@fettle/protocol'
import { listBookings, type BookingSummary } from '@fettle/protocol/bookings'
import { queryOptions } from '@tanstack/react-query'
import { callWhole } from '../../lib/api.ts'
import { keyOf } from '../../lib/query.ts'

export interface Excerpt extends PageMeta {
  bookings: BookingSummary[]
}

const excerpt = (query: { status: 'REQUESTED' | 'CONFIRMED'; from?: string; limit: number }) =>
  queryOptions({
    queryKey: keyOf(listBookings, query),
    queryFn: async ({ signal }): Promise<Excerpt> => {
      const { data, meta } = await callWhole(listBookings, { query: { ...query, sort: 'startAt' } }, { signal })
      return { ...(meta as unknown as PageMeta), bookings: data }
    },
  })

/** The requests that wait for an answer, soonest job first. */
export const waitingQuery = excerpt({ status: 'REQUESTED', limit: 5 })

/** The jobs of today and of the days after. */
export const aheadQuery = (from: string) => excerpt({ status: 'CONFIRMED', from, limit: 8 })
