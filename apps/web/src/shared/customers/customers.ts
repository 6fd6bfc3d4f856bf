import { getCustomer, listCustomers } from '@fettle/protocol/workspace/calls'
import { queryOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 20

/** Recent customers, or those matching `q`. */
export const customersQuery = (q?: string) => ({
  ...queryOf(listCustomers, { query: { limit: PAGE_SIZE, ...(q && { q }) } }),
  staleTime: 60_000,
})

/** A customer the provider has had a booking with. */
export const customerQuery = (id: string) => queryOf(getCustomer, { params: { id } })

/** As many customers as one call returns, latest booking first; available for offline search. */
export const allCustomersQuery = { ...queryOf(listCustomers, { query: { limit: 100 } }), staleTime: 10 * 60_000 }
