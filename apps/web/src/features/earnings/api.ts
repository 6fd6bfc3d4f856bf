import type { LedgerEntry, LedgerType } from '@fettle/protocol/earnings/earnings'
import {
  getEarnings,
  getStatement,
  listEarnings,
  listEarningsMonths,
  cancelPayout,
  getPayout,
  getPayoutTerms,
  listPayouts,
  requestPayout,
  savePayoutSchedule,
} from '@fettle/protocol/earnings/calls'
import type { Payout, PayoutSchedule } from '@fettle/protocol/earnings/payouts'
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { download } from '../../lib/http/download.ts'
import type { WithKey } from '../../lib/http/idempotency-key.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 20

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

export const summaryQuery = () => queryOf(getEarnings, { query: {} })
export const monthsQuery = () => queryOf(listEarningsMonths, { query: { months: 12 } })
export const termsQuery = () => queryOf(getPayoutTerms, {})
export const payoutQuery = (id: string) => queryOf(getPayout, { params: { id } })

export interface EntryFilter {
  type?: LedgerType | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Pages of the ledger, newest first. */
export const entriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(listEarnings, filter),
    queryFn: async ({ pageParam, signal }): Promise<Page<LedgerEntry>> => {
      const { data, meta } = await callWithMeta(
        listEarnings,
        { query: { ...filter, limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      )
      return { rows: data, nextCursor: (meta?.['nextCursor'] as string | null) ?? null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const payoutsQuery = () =>
  infiniteQueryOptions({
    queryKey: keyOf(listPayouts),
    queryFn: async ({ pageParam, signal }): Promise<Page<Payout>> => {
      const { data, meta } = await callWithMeta(
        listPayouts,
        { query: { limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      )
      return { rows: data, nextCursor: (meta?.['nextCursor'] as string | null) ?? null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

const invalidateEarnings = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: ['payouts'] })
  void client.invalidateQueries({ queryKey: ['earnings'] })
}

type Guarded = <T>(action: () => Promise<T>) => Promise<T>

/** Mutation that requests a payout, confirmed where needed. */
export const requestPayoutNow = (client: QueryClient, guarded: Guarded, withKey: WithKey) =>
  mutationOptions({
    mutationFn: (amount: number) =>
      guarded(() => withKey((idempotencyKey) => call(requestPayout, { body: { amount } }, { idempotencyKey }))),
    onSettled: () => invalidateEarnings(client),
  })

export const cancelPayoutRequest = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelPayout, { params: { id } }),
    onSettled: () => invalidateEarnings(client),
  })

/** Mutation that saves the payout schedule, confirmed where needed. */
export const chooseSchedule = (client: QueryClient, guarded: Guarded) =>
  mutationOptions({
    mutationFn: (schedule: PayoutSchedule) => guarded(() => call(savePayoutSchedule, { body: { schedule } })),
    onSettled: () => invalidateEarnings(client),
  })

export const saveStatement = (month: string, format: 'pdf' | 'csv'): Promise<void> =>
  download(getStatement, { query: { month, format } }, `statement-${month}.${format}`)
