import type { QueryClient } from '@tanstack/react-query'

/** Offline support of one feature, active on every screen. */
export interface OfflineFeature {
  /** First elements of the query keys to persist. */
  nouns: readonly string[]
  /** Registers the senders of the feature's mutations. */
  registerSenders: (client: QueryClient) => void
  /** Prefetches data and code for offline use. */
  prefetch: (client: QueryClient) => Promise<void>
  /** Address of a mutation's subject; undefined when it belongs to another feature. */
  pathOf: (subject: string) => string | undefined
  /** Invalidates queries after a mutation was sent. */
  invalidate: (client: QueryClient) => void
}
