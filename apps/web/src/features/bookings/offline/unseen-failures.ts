import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'

/**
 * Returns the newest refused mutation the user has not seen and the number that need review; undefined without news.
 */
export function unseenFailures(
  mutations: readonly QueuedMutation[],
  announced: ReadonlySet<string>,
): { newest: QueuedMutation; count: number } | undefined {
  const refused = mutations.filter(({ state }) => state === 'review')
  const newest = refused.findLast(({ id }) => !announced.has(id))
  return newest && { newest, count: refused.length }
}
