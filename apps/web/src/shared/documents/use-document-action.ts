import type { Call } from '@fettle/protocol/core/operation'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'

interface DocumentAction {
  operation: Call
  body?: Record<string, unknown>
  /** Further path parameters, for example of a milestone or change order. */
  params?: Record<string, string>
}

/** Whether a response is a whole offer or contract. */
const isDocument = (result: unknown): result is { id: string } =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/**
 * Runs an operation on a document and updates the cache with the response. Needs a connection. `cache` puts a document
 * into the cache, `invalidate` invalidates what else has changed.
 */
export function useDocumentAction<Details extends { id: string }>(
  { id }: Pick<Details, 'id'>,
  {
    cache,
    invalidate,
  }: { cache: (client: QueryClient, details: Details) => void; invalidate: (client: QueryClient) => void },
) {
  const client = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ operation, body, params }: DocumentAction) =>
      call(operation, { params: { id, ...params }, ...(body && { body }) }),
    onSuccess: (result) => {
      if (isDocument(result) && result.id === id) cache(client, result as Details)
    },
    onSettled: () => invalidate(client),
  })
  /** Resolves to the response; undefined on failure. The error stays in `error`. */
  const run = (operation: Call, body?: Record<string, unknown>, params?: Record<string, string>): Promise<unknown> =>
    mutation.mutateAsync({ operation, ...(body && { body }), ...(params && { params }) }).then(
      (result) => result ?? true,
      () => undefined,
    )
  return { run, busy: mutation.isPending, error: mutation.error }
}
