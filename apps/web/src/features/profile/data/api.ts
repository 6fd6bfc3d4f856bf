import { closeAccount, getDataExport, requestDataExport, type DataExport } from '@fettle/protocol/accounts/privacy'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'

const PREPARING = 4_000
// The address of the file is good for five minutes.
const FRESH = 4 * 60_000

const read = queryOf(getDataExport, {})
export const exportQuery = {
  ...read,
  refetchInterval: (query: { state: { data?: DataExport | undefined } }) =>
    query.state.data?.status === 'PREPARING' ? PREPARING : FRESH,
}

export async function askForExport(client: QueryClient): Promise<void> {
  client.setQueryData(read.queryKey, await call(requestDataExport, {}))
}

export const leave = (reason: string) => call(closeAccount, { body: reason.trim() === '' ? {} : { reason } })
