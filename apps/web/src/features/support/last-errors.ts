import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../lib/http/api-error.ts'

/** What the last refused calls are known by at the server: whoever asks for help may send them along. */

const MAX_ERRORS = 5
let recentErrors: readonly string[] = []

/** Notes from now on what reads and writes are refused. */
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

/** Newest first, five at most; forgotten with the page. */
export const lastErrors = (): readonly string[] => recentErrors
