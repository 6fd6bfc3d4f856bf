import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../lib/api-error.ts'

/** What the last refused calls are known by at the server: whoever asks for help may send them along. */

const KEPT = 5
let last: readonly string[] = []

/** Notes from now on what reads and writes are refused. */
export function noteRefusals(client: QueryClient): void {
  const note = (error: unknown) => {
    const requestId = isApiError(error) ? error.requestId : undefined
    if (requestId) last = [requestId, ...last.filter((each) => each !== requestId)].slice(0, KEPT)
  }
  for (const cache of [client.getQueryCache(), client.getMutationCache()]) {
    cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error)
    })
  }
}

/** Newest first, five at most; forgotten with the page. */
export const lastRefusals = (): readonly string[] => last
