import { listBookings } from '@fettle/protocol/bookings'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../lib/query.ts'

export interface KnownCustomer {
  id: string
  name: string
  /** The latest booking with them. */
  bookingId: string
}

/** Everybody of the last hundred bookings, by name. */
export function useCustomers(): readonly KnownCustomer[] {
  const { data } = useQuery({ ...queryOf(listBookings, { query: { limit: 100 } }), staleTime: 5 * 60_000 })
  return useMemo(() => {
    const known = new Map<string, KnownCustomer>()
    for (const { id, customer } of data ?? []) {
      if (!known.has(customer.id)) known.set(customer.id, { id: customer.id, name: customer.name, bookingId: id })
    }
    return [...known.values()].sort((one, other) => one.name.localeCompare(other.name))
  }, [data])
}
