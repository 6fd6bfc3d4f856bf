import type { Call } from '@fettle/protocol/core/operation'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { readAgain, showContract } from './api.ts'

interface Act {
  operation: Call
  body?: Record<string, unknown>
  /** Further path parameters, for example of a milestone or change order. */
  params?: Record<string, string>
}

const isContract = (result: unknown): result is ContractDetails =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** Runs an operation on a contract and updates the cache with the response. Needs a connection. */
export function useAct({ id }: Pick<ContractDetails, 'id'>) {
  const client = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ operation, body, params }: Act) =>
      call(operation, { params: { id, ...params }, ...(body && { body }) }),
    onSuccess: (result) => {
      if (isContract(result) && result.id === id) showContract(client, result)
    },
    onSettled: () => readAgain(client),
  })
  /** Resolves to the response; undefined on failure. The error stays in `error`. */
  const run = (operation: Call, body?: Record<string, unknown>, params?: Record<string, string>): Promise<unknown> =>
    mutation.mutateAsync({ operation, ...(body && { body }), ...(params && { params }) }).then(
      (result) => result ?? true,
      () => undefined,
    )
  return { run, busy: mutation.isPending, error: mutation.error }
}
