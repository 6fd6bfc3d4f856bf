import { formatterOf } from '@fettle/i18n/format'
import { isSameJson } from '../../lib/is-same-json.ts'

export interface Difference {
  field: string
  mine: unknown
  theirs: unknown
}

/** Fields in which a form and the stored profile differ. */
export const differences = (mine: object, theirs: object): Difference[] =>
  Object.entries(mine).flatMap(([field, value]) => {
    const stored = (theirs as Record<string, unknown>)[field]
    return isSameJson(value, stored) ? [] : [{ field, mine: value, theirs: stored }]
  })

/** Profile tabs by their name in the address. */
export const tabs = [
  'information',
  'documents',
  'invite',
  'availability',
  'quick-replies',
  'price-book',
  'security',
  'notifications',
  'data',
] as const
export type TabName = (typeof tabs)[number]

/** Tab from `?tab=`, or from `?section=` as account notifications link to it. */
export function tabIn(search: URLSearchParams): TabName {
  const requestedTab = search.get('tab') ?? search.get('section')
  return tabs.find((tab) => tab === requestedTab) ?? 'information'
}

/** Formats a date without time: `1 April 1990`. */
export const calendarDay = (day: string, locale: string): string => formatterOf(locale).day(day)
