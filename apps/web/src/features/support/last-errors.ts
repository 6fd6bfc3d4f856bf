import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../lib/http/api-error.ts'

/** Ids of recent failed requests, which a support ticket can include. */

const MAX_ERRORS = 5
let recentErrors: readonly string[] = []

/** Starts recording failed reads and writes. */
export function recordErrors(client: QueryClient): void {
  const note = (error: unknown) => {
    const requestId = isApiError(error) ? error.requestId : undefined
    if (requestId) recentErrors = [requestId, ...recentErrors.filter((each) => each !== requestId)].slice(0, MAX_ERRORS)
  }
  for (const cache of [client.getQueryCache(), client.getMutationCache()]) {
    cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error)
    })
  }
}

/** Newest first, at most five; kept in memory. */
export const lastErrors = (): readonly string[] => recentErrors
