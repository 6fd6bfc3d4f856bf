import * as z from 'zod/mini'
import type { OfferDraft } from './content.ts'
import { calculateOffer } from './totals.ts'

/** Differences between two versions of an offer. Pure, used for customers and in the editor. */

const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
const NamedLine = z.object({ id: z.string(), name: z.string(), amount: z.int() })

export const OfferDiff = z.object({
  added: z.array(NamedLine),
  removed: z.array(NamedLine),
  changed: z.array(z.object({ id: z.string(), name: z.string(), changes: z.array(FieldChange) })),
  /** Every field except the lines: title, terms, discount, slots … */
  fields: z.array(FieldChange),
  totalBefore: z.int(),
  totalAfter: z.int(),
  totalDelta: z.int(),
})
export type OfferDiff = z.infer<typeof OfferDiff>
type Change = z.infer<typeof FieldChange>

// What a customer never sees is not reported; line positions and dates are reported elsewhere.
const ignoredFields = new Set(['id', 'costPrice', 'validUntil', 'messageToCustomer', 'lineItems'])

/** Absent, null and empty compare as equal. */
const comparableText = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '' : canonicalText(value)

/**
 * JSON with sorted keys and no spaces (RFC 8785 for the types used here: strings, integers, lists). Input of hashes and
 * comparisons. Absent and undefined members are equal.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`)
  return `{${members.join(',')}}`
}

function changesBetween(before: object, after: object): Change[] {
  const old = before as Record<string, unknown>
  const now = after as Record<string, unknown>
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !ignoredFields.has(field) && comparableText(old[field]) !== comparableText(now[field]))
    .sort()
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
}

/** Compares `before` with `after`: lines by id, totals with the provider's default selection. */
export function diffOffers(before: OfferDraft, after: OfferDraft): OfferDiff {
  const totals = { before: calculateOffer(before), after: calculateOffer(after) }
  const named = (side: 'before' | 'after', of: OfferDraft, without: OfferDraft) =>
    of.lineItems
      .filter(({ id }) => !without.lineItems.some((other) => other.id === id))
      .map(({ id, name }) => ({ id, name, amount: totals[side].lines.find((item) => item.id === id)?.amount ?? 0 }))
  const changed = after.lineItems.flatMap((item) => {
    const old = before.lineItems.find(({ id }) => id === item.id)
    const changes = old ? changesBetween(old, item) : []
    return changes.length > 0 ? [{ id: item.id, name: item.name, changes }] : []
  })
  return {
    added: named('after', after, before),
    removed: named('before', before, after),
    changed,
    fields: changesBetween(before, after),
    totalBefore: totals.before.total,
    totalAfter: totals.after.total,
    totalDelta: totals.after.total - totals.before.total,
  }
}
