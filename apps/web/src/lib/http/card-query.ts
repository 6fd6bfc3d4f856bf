import type { Call } from '@fettle/protocol'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { createBatch } from './batch.ts'
import { keyOf } from './query.ts'

/**
 * Queries of single cards, by id. Cards on screen are fetched in one batch of at most `maxIds`. Null when a card does
 * not exist or is not the caller's.
 */
export function cardQueryOf<Card extends { id: string }>(listCards: Call, maxIds: number) {
  const load = (ids: string[]) => call(listCards, { query: { ids: ids.join(',') } }) as Promise<readonly Card[]>
  const fetchCard = createBatch(load, maxIds)
  return (id: string) => queryOptions({ queryKey: keyOf(listCards, { id }), queryFn: () => fetchCard(id) })
}
