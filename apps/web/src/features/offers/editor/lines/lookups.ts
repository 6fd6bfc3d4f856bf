import type { OfferDraft } from '@fettle/protocol/offers/content'
import { columnOf, lineOf } from './keys.ts'

/** Option groups by id, as rows need them. */
export function groupsOf({ optionGroups }: Pick<OfferDraft, 'optionGroups'>) {
  return new Map(
    optionGroups.map(({ id, name, maxSelect }) => [
      id,
      // With a single group its name is not repeated at each line.
      { id, name: optionGroups.length > 1 ? name : '', single: maxSelect === 1 },
    ]),
  )
}

/** Invalid input grouped by line. */
export function typedByLine(typed: Readonly<Record<string, string>>): ReadonlyMap<string, Record<string, string>> {
  const lines = new Map<string, Record<string, string>>()
  for (const [name, text] of Object.entries(typed)) {
    const id = lineOf(name)
    lines.set(id, { ...lines.get(id), [columnOf(name)]: text })
  }
  return lines
}
