import type { LedgerType } from '@fettle/protocol/earnings/earnings'
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
import type { PayoutSchedule } from '@fettle/protocol/earnings/payouts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { download } from '../../lib/http/download.ts'
import type { WithKey } from '../../lib/http/idempotency-key.ts'
import { pagesOf } from '../../shared/lists/pages.ts'
import { queryOf } from '../../lib/http/query.ts'

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
export const entriesQuery = (filter: EntryFilter) => pagesOf(listEarnings, { query: filter })

export const payoutsQuery = () => pagesOf(listPayouts, {})

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
