import { listCustomers } from '@fettle/protocol/workspace/customers'
import { queryOf } from '../lib/http/query.ts'

const PAGE_SIZE = 20

/** Those of late, or those with `q` in their name. */
export const customersQuery = (q?: string) => ({
  ...queryOf(listCustomers, { query: { limit: PAGE_SIZE, ...(q && { q }) } }),
  staleTime: 60_000,
})

/** As many as one call answers, whoever booked last first: who can be found without a connection. */
export const allCustomersQuery = { ...queryOf(listCustomers, { query: { limit: 100 } }), staleTime: 10 * 60_000 }
