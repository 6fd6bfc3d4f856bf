import type { OfferDetails } from '@fettle/protocol/offers'
import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../app/paths.ts'
import type { DeviceWork } from '../../lib/device-work.ts'
import { offerTemplatesQuery, priceBookQuery } from '../../shared/offer-material/api.ts'
import { offerQuery, offersQuery, readAgain } from './api.ts'
import { sendDraftsOn } from './deeds.ts'

/** Open offers are readable without a connection, and drafts can be written (domain §18 Offline). */
const tabs = ['quote', 'drafts', 'waiting'] as const

async function fetchNear(client: QueryClient): Promise<void> {
  const rows = []
  for (const tab of tabs) {
    const { pages } = await client.fetchInfiniteQuery({ ...offersQuery({ tab }), staleTime: 60_000 })
    rows.push(...pages.flatMap(({ papers }) => papers))
  }
  for (const { id, version } of rows) {
    const query = offerQuery(id)
    if (client.getQueryData<OfferDetails>(query.queryKey)?.version === version) continue
    await client.fetchQuery({ ...query, staleTime: 0 })
  }
  await client.prefetchQuery(priceBookQuery)
  await client.prefetchQuery(offerTemplatesQuery)
  await (await import('./fetch-sheet.ts')).fetchSheet()
}

export const deviceWork: DeviceWork = {
  nouns: ['offers', 'priceBook', 'offerTemplates'],
  sendOn: sendDraftsOn,
  fetchNear,
  pathOf: (subject) => (subject.startsWith('off_') ? paths.offer(subject) : undefined),
  readAgain,
}
