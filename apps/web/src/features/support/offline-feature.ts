import type { QueryClient } from '@tanstack/react-query'
import { loadScreen } from '../../routing/loader.ts'
import type { OfflineFeature } from '../../lib/offline/offline-feature.ts'
import { allFaqsQuery } from './api.ts'
import { recordErrors } from './last-errors.ts'

/** Help is readable without a connection: every article, and the screens that show them. */
export const offlineFeature: OfflineFeature = {
  nouns: ['faqs'],
  // Nothing is sent later; what is refused is noted, for whoever asks for help.
  registerSenders: recordErrors,
  async prefetch(client: QueryClient) {
    await client.prefetchQuery(allFaqsQuery)
    await Promise.all(['support/support.screen', 'support/article.screen'].map(loadScreen))
  },
  pathOf: () => undefined,
  readAgain: () => undefined,
}
