import type { QueuedMutation } from '../../lib/offline/offline-queue.ts'

/** Of what was refused: the newest nobody has been told of, and how much needs review by now. Undefined without news. */
export function unseenFailures(
  mutations: readonly QueuedMutation[],
  told: ReadonlySet<string>,
): { newest: QueuedMutation; count: number } | undefined {
  const refused = mutations.filter(({ state }) => state === 'review')
  const newest = refused.findLast(({ id }) => !told.has(id))
  return newest && { newest, count: refused.length }
}
