import type { Issue } from '@fettle/protocol'
import { toIssues } from '@fettle/protocol/core/issues'
import { OfferContent, type OfferDraft } from '@fettle/protocol/offers/content'
import * as z from 'zod/mini'
import { translateIssues } from '../../../lib/i18n/validation-messages.ts'

/**
 * Problems that prevent sending, by position in the form: `title`, `lines`, `line.{id}.quantity`,
 * `group.{id}.minSelect`, `paymentSchedule`, `paymentSchedule.0.shareBps`, `proposedSlots.1.endAt`, `discount.value`.
 * Same rules as the server's.
 */
export type OfferProblems = Readonly<Record<string, string>>

type Path = readonly (string | number)[]

/** Lines and groups are addressed by id, so that a problem moves with its line. */
function problemKeyOf(content: Pick<OfferDraft, 'lineItems' | 'optionGroups' | 'sections'>, path: Path): string {
  const [field, index, ...rest] = path
  const pathWithin = (list: readonly { id: string }[], name: string) => {
    const found = typeof index === 'number' ? list[index] : undefined
    return found ? [name, found.id, ...rest].join('.') : undefined
  }
  switch (field) {
    case 'lineItems':
      return pathWithin(content.lineItems, 'line') ?? 'lines'
    case 'optionGroups':
      return pathWithin(content.optionGroups, 'group') ?? 'groups'
    case 'sections':
      return pathWithin(content.sections, 'section') ?? 'sections'
    default:
      return path.join('.')
  }
}

export const problemsOf = (content: OfferDraft, issues: readonly Issue[]): OfferProblems =>
  // The first problem of a position is the one shown.
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [problemKeyOf(content, path), message]))

export function problemsIn(content: OfferDraft): OfferProblems {
  const parsed = z.safeParse(OfferContent, content)
  return parsed.success ? {} : problemsOf(content, translateIssues(toIssues(parsed.error, content)))
}

/** Problems by line and column; the object is stable while nothing changes. */
export function byLine(problems: OfferProblems): ReadonlyMap<string, Record<string, string>> {
  const lines = new Map<string, Record<string, string>>()
  for (const [path, message] of Object.entries(problems)) {
    const [kind, id = '', ...column] = path.split('.')
    if (kind === 'line') lines.set(id, { ...lines.get(id), [column.join('.')]: message })
  }
  return lines
}
