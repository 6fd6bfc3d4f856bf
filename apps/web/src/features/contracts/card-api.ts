import { contractCardsMax, listContractCards, type ContractCard } from '@fettle/protocol/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { createBatch } from '../../lib/http/batch.ts'
import { keyOf } from '../../lib/http/query.ts'

const fetchCards = createBatch((ids) => call(listContractCards, { query: { ids: ids.join(',') } }), {
  most: contractCardsMax,
})

/** One contract as a card: all that are on screen are read in one call. Null: it is not there, or not one's own. */
export const contractCardQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(listContractCards, { id }),
    queryFn: (): Promise<ContractCard | null> => fetchCards(id),
  })
