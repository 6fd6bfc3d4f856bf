import type { ContractCard } from '@fettle/protocol/contracts'
import { contractCardsMax } from '@fettle/protocol/contracts/constants'
import { listContractCards } from '@fettle/protocol/contracts/calls'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { createBatch } from '../../../lib/http/batch.ts'
import { keyOf } from '../../../lib/http/query.ts'

const fetchCards = createBatch((ids) => call(listContractCards, { query: { ids: ids.join(',') } }), {
  most: contractCardsMax,
})

/**
 * Query of one contract card. Cards on screen are fetched in one batch. Null when it does not exist or is not the
 * caller's.
 */
export const contractCardQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(listContractCards, { id }),
    queryFn: (): Promise<ContractCard | null> => fetchCards(id),
  })
