import type { CustomerRecord, KnownCustomer } from '@fettle/protocol/workspace/customers'
import type { CustomerSort } from '@fettle/protocol/common/list-sorts'
import { listCustomerHistory, listCustomers, saveCustomerNotes } from '@fettle/protocol/workspace/calls'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { keyOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 20

interface CustomersPage {
  customers: KnownCustomer[]
  nextCursor: string | null
}

interface HistoryPage {
  records: CustomerRecord[]
  nextCursor: string | null
}

export type RecordKind = CustomerRecord['kind']

/** Pages of customers. */
export const customerPages = (q: string | undefined, sort: CustomerSort) =>
  infiniteQueryOptions({
    queryKey: keyOf(listCustomers, { pages: true, q, sort }),
    queryFn: async ({ pageParam, signal }): Promise<CustomersPage> => {
      const query = { limit: PAGE_SIZE, cursor: pageParam, sort, ...(q && { q }) }
      const { data, meta } = await callWithMeta(listCustomers, { query }, { signal })
      return { customers: data, nextCursor: (meta?.['nextCursor'] as string | null | undefined) ?? null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** Pages of what is shared with a customer, newest first. */
export const historyPages = (id: string, kind: RecordKind | undefined) =>
  infiniteQueryOptions({
    queryKey: keyOf(listCustomerHistory, { id, kind }),
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const query = { limit: PAGE_SIZE, cursor: pageParam, kind }
      const { data, meta } = await callWithMeta(listCustomerHistory, { params: { id }, query }, { signal })
      return { records: data, nextCursor: (meta?.['nextCursor'] as string | null | undefined) ?? null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const saveNotes = (id: string, notes: { note: string; tags: string[]; version: number }) =>
  call(saveCustomerNotes, { params: { id }, body: notes })
