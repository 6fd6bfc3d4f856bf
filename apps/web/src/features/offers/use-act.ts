import type { Call } from '@fettle/protocol/core/operation'
import type { OfferDetails } from '@fettle/protocol/offers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { readAgain, showOffer } from './api.ts'

interface Act {
  operation: Call
  body?: Record<string, unknown>
}

const isOffer = (result: unknown): result is OfferDetails =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** Runs an operation on an offer and updates the cache with the response. Needs a connection. */
export function useAct({ id }: Pick<OfferDetails, 'id'>) {
  const client = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ operation, body }: Act) => call(operation, { params: { id }, ...(body && { body }) }),
    onSuccess: (result) => {
      if (isOffer(result) && result.id === id) showOffer(client, result)
    },
    onSettled: () => readAgain(client),
  })
  /** Resolves to the response; undefined on failure. The error stays in `error`. */
  const run = (operation: Call, body?: Record<string, unknown>): Promise<unknown> =>
    mutation.mutateAsync({ operation, ...(body && { body }) }).then(
      (result) => result ?? true,
      () => undefined,
    )
  return { run, busy: mutation.isPending, error: mutation.error }
}
