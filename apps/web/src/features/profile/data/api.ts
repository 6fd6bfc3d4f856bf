import type { DataExport } from '@fettle/protocol/accounts/privacy'
import { closeAccount, getDataExport, requestDataExport } from '@fettle/protocol/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { queryOf } from '../../../lib/http/query.ts'

const POLL_INTERVAL_MS = 4_000
// File URLs are valid for five minutes.
const STALE_TIME_MS = 4 * 60_000

const read = queryOf(getDataExport, {})
export const exportQuery = {
  ...read,
  refetchInterval: (query: { state: { data?: DataExport | undefined } }) =>
    query.state.data?.status === 'PREPARING' ? POLL_INTERVAL_MS : STALE_TIME_MS,
}

export async function requestExport(client: QueryClient): Promise<void> {
  client.setQueryData(read.queryKey, await call(requestDataExport, {}))
}

export const closeOwnAccount = (reason: string) => call(closeAccount, { body: reason.trim() === '' ? {} : { reason } })
