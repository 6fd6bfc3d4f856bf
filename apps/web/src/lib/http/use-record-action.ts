import type { Call } from '@fettle/protocol/core/operation'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { callOnce } from './call-once.ts'

interface RecordInput {
  /** Further path parameters, for example of a milestone or note. */
  params?: Record<string, string> | undefined
  body?: Record<string, unknown> | undefined
}

interface RecordCache<Details> {
  /** Puts the record of a response into the cache. */
  cache: (client: QueryClient, details: Details) => void
  /** Invalidates what else has changed. */
  invalidate: (client: QueryClient) => void
}

/** Whether a response is a whole booking, offer or contract, rather than a part of it. */
const isRecord = (result: unknown): result is { id: string } =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** Runs operations on a record, one after the other, and updates the cache with the responses. Needs a connection. */
export function useRecordAction<Details extends { id: string }>(
  { id }: Pick<Details, 'id'>,
  { cache, invalidate }: RecordCache<Details>,
) {
  const client = useQueryClient()
  const mutation = useMutation({
    scope: { id },
    mutationFn: ({ operation, params, body = {} }: RecordInput & { operation: Call }): Promise<unknown> => {
      const input = { params: { id, ...params }, body }
      // A version that was changed by the first attempt is refused.
      return 'version' in body ? call(operation, input) : callOnce(operation, input)
    },
    onSuccess: (result) => {
      if (isRecord(result) && result.id === id) cache(client, result as Details)
    },
    onSettled: () => invalidate(client),
  })
  /** Resolves to the response; undefined on failure. The error stays in `error`. */
  const run = (operation: Call, input: RecordInput = {}): Promise<unknown> =>
    mutation.mutateAsync({ operation, ...input }).then(
      (result) => result ?? true,
      () => undefined,
    )
  return { run, busy: mutation.isPending, error: mutation.error, forget: mutation.reset }
}
