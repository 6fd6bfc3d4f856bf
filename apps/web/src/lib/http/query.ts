import type { CallInput, Operation, Result } from '@fettle/protocol'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './api.ts'
import { isApiError } from './api-error.ts'

/** `['bookings', 'list', input]`: everything of one noun is invalidated by its first word. */
export function keyOf(operation: Operation, input: unknown = {}): readonly unknown[] {
  const [noun = operation.name, ...verb] = operation.name.split('.')
  return [noun, verb.join('.'), input]
}

/** A read as TanStack Query wants it: key, function and the signal that gives it up. */
export const queryOf = <O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: Omit<CallOptions, 'signal'> = {},
) =>
  queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }): Promise<Result<O>> => call(operation, input, { ...options, signal }),
  })

/** Worth another try: the network, a server in trouble, too many at once. A refusal stays a refusal. */
const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/**
 * Without a connection a read fails at once, so that a screen can say so; what is there stays, and everything on screen
 * is read again when the connection is back.
 */
export function createQueryClient(): QueryClient {
  // It takes every page to be online until it hears otherwise: not one that was opened in a cellar.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        networkMode: 'offlineFirst',
        retry: (count, error) => count < 2 && isRetryable(error) && navigator.onLine,
      },
      mutations: { retry: false },
    },
  })
}
