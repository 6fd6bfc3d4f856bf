import type { QueryClient } from '@tanstack/react-query'
import { loadScreen } from '../../app/screens.ts'
import type { DeviceWork } from '../../lib/device-work.ts'
import { allFaqsQuery } from './api.ts'

/** Help is readable without a connection (domain §13, §18 Offline): every article, and the screens that show them. */
export const deviceWork: DeviceWork = {
  nouns: ['faqs'],
  sendOn: () => undefined,
  async fetchNear(client: QueryClient) {
    await client.prefetchQuery(allFaqsQuery)
    await Promise.all(['support/support.screen', 'support/article.screen'].map(loadScreen))
  },
  pathOf: () => undefined,
  readAgain: () => undefined,
}
