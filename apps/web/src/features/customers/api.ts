import type { CustomerRecord } from '@fettle/protocol/workspace/customers'
import type { CustomerSort } from '@fettle/protocol/common/list-sorts'
import { listCustomerHistory, listCustomers, saveCustomerNotes } from '@fettle/protocol/workspace/calls'
import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { pagesOf } from '../../shared/lists/pages.ts'

export type RecordKind = CustomerRecord['kind']

/** Pages of customers. */
export const customerPages = (q: string | undefined, sort: CustomerSort) => ({
  ...pagesOf(listCustomers, { query: { sort, ...(q && { q }) } }),
  placeholderData: keepPreviousData,
})

/** Pages of what is shared with a customer, newest first. */
export const historyPages = (id: string, kind: RecordKind | undefined) =>
  pagesOf(listCustomerHistory, { params: { id }, query: { kind } })

export const saveNotes = (id: string, notes: { note: string; tags: string[]; version: number }) =>
  call(saveCustomerNotes, { params: { id }, body: notes })
