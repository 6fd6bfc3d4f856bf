import type { ContractDetails } from '@fettle/protocol/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { loadScreen } from '../../routing/loader.ts'
import { paths } from '../../routing/paths.ts'
import type { OfflineFeature } from '../../lib/offline/offline-feature.ts'
import { consolidatedQuery, contractQuery, contractsQuery, invalidateContracts } from './api.ts'

/** Prefetches active contracts for offline reading. Changes of contracts are never queued. */
async function prefetchContracts(client: QueryClient): Promise<void> {
  const { pages } = await client.fetchInfiniteQuery({ ...contractsQuery({ tab: 'active' }), staleTime: 60_000 })
  const rows = pages.flatMap(({ documents }) => documents)
  for (const { id, version } of rows) {
    const query = contractQuery(id)
    if (client.getQueryData<ContractDetails>(query.queryKey)?.version === version) continue
    await client.fetchQuery({ ...query, staleTime: 0 })
    await client.prefetchQuery(consolidatedQuery(id))
  }
  if (rows.length === 0) return
  // The code that displays them must be loaded before the connection is lost.
  await Promise.all([loadScreen('contracts/contracts.screen'), loadScreen('contracts/contract.screen')])
}

export const offlineFeature: OfflineFeature = {
  nouns: ['contracts'],
  registerSenders: () => undefined,
  prefetch: prefetchContracts,
  pathOf: (subject) => (subject.startsWith('ctr_') ? paths.contract(subject) : undefined),
  invalidate: invalidateContracts,
}
