import type { Operation } from '@fettle/protocol/core/operation'
import type { OfferDetails } from '@fettle/protocol/offers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { readAgain, showOffer } from './api.ts'

interface Act {
  operation: Operation
  body?: Record<string, unknown>
}

const isOffer = (result: unknown): result is OfferDetails =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** One call about an offer, shown when the server has agreed to it. It needs a connection. */
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
  /** What the server answered; undefined where it refused. The refusal stays in `error`. */
  const run = (operation: Operation, body?: Record<string, unknown>): Promise<unknown> =>
    mutation.mutateAsync({ operation, ...(body && { body }) }).then(
      (result) => result ?? true,
      () => undefined,
    )
  return { run, busy: mutation.isPending, error: mutation.error }
}
