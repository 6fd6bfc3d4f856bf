import type { Deed } from '../../lib/outbox.ts'

/** Of what was refused: the newest nobody has been told of, and how much needs review by now. Undefined without news. */
export function reviewNews(
  deeds: readonly Deed[],
  told: ReadonlySet<string>,
): { newest: Deed; count: number } | undefined {
  const refused = deeds.filter(({ state }) => state === 'review')
  const newest = refused.findLast(({ id }) => !told.has(id))
  return newest && { newest, count: refused.length }
}
