import { RETURN_TO_KEY, writeTab } from '../lib/browser/tab-storage.ts'
import { paths } from './paths.ts'

// Apart from `return-to.ts`: the app writes and the sign-in pages read, and neither loads the other's code.

const MAX_AGE_MS = 30 * 60_000

/**
 * Stores the address to open after signing in, for this tab and half an hour. `user`: whose page it is, if known; nobody
 * else is led there.
 */
export function storeReturnTo(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  { user, now = Date.now() }: { user?: string | undefined; now?: number } = {},
): void {
  const path = pathname + search + hash
  if (path !== paths.home) writeTab(RETURN_TO_KEY, { path, until: now + MAX_AGE_MS, user })
}
