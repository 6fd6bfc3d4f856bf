import type { QueryClient } from '@tanstack/react-query'
import { loadScreen } from '../../routing/loader.ts'
import type { OfflineFeature } from '../../lib/offline/offline-feature.ts'
import { allFaqsQuery } from './api.ts'
import { recordErrors } from './last-errors.ts'

/** Offline support of help: all articles and their screens. */
export const offlineFeature: OfflineFeature = {
  nouns: ['faqs'],
  // Tickets are not queued; failed requests are recorded for support.
  registerSenders: recordErrors,
  async prefetch(client: QueryClient) {
    await client.prefetchQuery(allFaqsQuery)
    await Promise.all(['support/support.screen', 'support/article.screen'].map(loadScreen))
  },
  pathOf: () => undefined,
  invalidate: () => undefined,
}
