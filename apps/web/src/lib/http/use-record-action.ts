import type { Call } from '@fettle/protocol/core/operation'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { createWithKey, type WithKey } from './idempotency-key.ts'

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

/** Requests that got no answer so far. */
const unanswered = new Map<string, WithKey>()

/** Calls an operation. After a lost answer the same request has no second effect. */
async function callOnce(
  operation: Call,
  input: { params: Record<string, string>; body: Record<string, unknown> },
): Promise<unknown> {
  // A version that was changed by the first attempt is refused.
  if ('version' in input.body) return call(operation, input)
  const request = JSON.stringify([operation.name, input])
  const withKey = unanswered.get(request) ?? createWithKey()
  unanswered.set(request, withKey)
  const result = await withKey((idempotencyKey) => call(operation, input, { idempotencyKey }))
  unanswered.delete(request)
  return result
}

/** Runs operations on a record, one after the other, and updates the cache with the responses. Needs a connection. */
export function useRecordAction<Details extends { id: string }>(
  { id }: Pick<Details, 'id'>,
  { cache, invalidate }: RecordCache<Details>,
) {
  const client = useQueryClient()
  const mutation = useMutation({
    scope: { id },
    mutationFn: ({ operation, params, body = {} }: RecordInput & { operation: Call }) =>
      callOnce(operation, { params: { id, ...params }, body }),
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
