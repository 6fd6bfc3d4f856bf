import type { Call, CallInput, Result } from '@fettle/protocol'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { isApiError } from './api-error.ts'

/** Query key `['bookings', 'list', input]`, so that a noun's queries can be invalidated by the first element. */
export function keyOf(operation: Call, input: unknown = {}): readonly unknown[] {
  const [noun = operation.name, ...verb] = operation.name.split('.')
  return [noun, verb.join('.'), input]
}

/** TanStack Query options of a read operation: key, function and abort signal. */
export const queryOf = <C extends Call>(operation: C, input: CallInput<C>) =>
  queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }): Promise<Result<C>> => call(operation, input, { signal }),
  })

/** Retry network failures, server errors and rate limits; other refusals are final. */
const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** Offline, writes fail at once too, rather than wait without saying so. */
export const mutationDefaults = { retry: false, networkMode: 'always' } as const

/**
 * Creates the query client. Offline, reads fail at once, so that screens can say so; cached data stays, and visible
 * queries are refetched after reconnecting.
 */
export function createQueryClient(): QueryClient {
  // The library assumes to be online until an event says otherwise.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        networkMode: 'offlineFirst',
        retry: (count, error) => count < 2 && isRetryable(error) && navigator.onLine,
      },
      mutations: mutationDefaults,
    },
  })
}
