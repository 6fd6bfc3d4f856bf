import type { OfferDetails } from '@fettle/protocol/offers'
import type { QueryClient } from '@tanstack/react-query'
import { loadScreen } from '../../../routing/loader.ts'
import { paths } from '../../../routing/paths.ts'
import type { OfflineFeature } from '../../../lib/offline/offline-feature.ts'
import { allCustomersQuery, customersQuery } from '../../../shared/customers/customers.ts'
import { offerTemplatesQuery, priceBookQuery } from '../../../shared/price-book/api.ts'
import { offerQuery, offersQuery, invalidateOffers } from '../api.ts'
import { isLocalId, registerLocalOfferSender } from './local-drafts.ts'
import { registerDraftSender } from './draft-mutation.ts'

/** Offline support of offers: open ones can be read, drafts edited and new ones created. */
const tabs = ['quote', 'drafts', 'waiting'] as const

async function prefetchOffers(client: QueryClient): Promise<void> {
  const rows = []
  for (const tab of tabs) {
    const { pages } = await client.fetchInfiniteQuery({ ...offersQuery({ tab }), staleTime: 60_000 })
    rows.push(...pages.flatMap(({ documents }) => documents))
  }
  for (const { id, version } of rows) {
    const query = offerQuery(id)
    if (client.getQueryData<OfferDetails>(query.queryKey)?.version === version) continue
    await client.fetchQuery({ ...query, staleTime: 0 })
  }
  await client.prefetchQuery(priceBookQuery)
  await client.prefetchQuery(offerTemplatesQuery)
  // Customers to choose from.
  await client.prefetchQuery(customersQuery())
  await client.prefetchQuery(allCustomersQuery)
  // The code that makes an offer.
  await Promise.all([
    loadScreen('offers/offers.screen'),
    loadScreen('offers/offer.screen'),
    import('./new-offer.tsx'),
    import('../editor/editor.tsx'),
  ])
}

export const offlineFeature: OfflineFeature = {
  nouns: ['offers', 'priceBook', 'offerTemplates', 'customers'],
  registerSenders: (client) => {
    registerDraftSender(client)
    registerLocalOfferSender(client)
  },
  prefetch: prefetchOffers,
  pathOf: (subject) => (subject.startsWith('off_') || isLocalId(subject) ? paths.offer(subject) : undefined),
  invalidate: invalidateOffers,
}
