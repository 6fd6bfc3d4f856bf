import { listDocuments, withdrawDocument } from '@fettle/protocol/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { profileQuery } from '../../../shared/profile/profile.ts'
import { queryOf } from '../../../lib/http/query.ts'

// File URLs are valid for five minutes; refetch before they expire.
const STALE_TIME_MS = 4 * 60_000

export const documentsQuery = { ...queryOf(listDocuments, {}), refetchInterval: STALE_TIME_MS }

export async function withdraw(client: QueryClient, id: string): Promise<void> {
  await call(withdrawDocument, { params: { id } }, { headers: { 'X-Profile-Update': 'true' } })
  await client.invalidateQueries({ queryKey: ['documents'] })
  void client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
