import type { Call, CallInput, Result } from '@fettle/protocol'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { isApiError } from './api-error.ts'
import { hasNetwork, isConnected, onConnectionChange, onReconnect } from './connection.ts'

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

/** Disconnected, writes fail at once too, rather than wait without saying so. */
export const mutationDefaults = { retry: false, networkMode: 'always' } as const

/** Tells the library when the server is lost and found, where it would watch the network. */
function watchConnection(setConnected: (isConnected: boolean) => void): () => void {
  const stops = [onConnectionChange(() => !isConnected() && setConnected(false)), onReconnect(() => setConnected(true))]
  return () => stops.forEach((stop) => stop())
}

/**
 * Creates the query client. Without a network, reads fail at once, so that screens can say so; cached data stays, and
 * visible queries are refetched when the server can be reached again.
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(watchConnection)
  // The library assumes to be online until told otherwise.
  onlineManager.setOnline(isConnected())
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < 2 && isRetryable(error) && hasNetwork(),
      },
      mutations: mutationDefaults,
    },
  })
}
