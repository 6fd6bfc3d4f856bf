import type { QueryClient } from '@tanstack/react-query'

/** What a feature wants done on this device whatever screen is shown. */
export interface OfflineFeature {
  /** First words of the reads that are kept for the time without a connection. */
  nouns: readonly string[]
  /** From here on its deeds can be sent. */
  registerSenders: (client: QueryClient) => void
  /** Reads ahead what is wanted without a connection. */
  prefetch: (client: QueryClient) => Promise<void>
  /** Where one looks at something of its own; undefined where it is not. */
  pathOf: (subject: string) => string | undefined
  /** What is read again after a deed was sent. */
  readAgain: (client: QueryClient) => void
}
