const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const sameForm = (one: object, other: object): boolean => same(one, other)

export interface Difference {
  field: string
  mine: unknown
  theirs: unknown
}

/** Where a form and what is stored now do not agree. */
export const differences = (mine: object, theirs: object): Difference[] =>
  Object.entries(mine).flatMap(([field, value]) => {
    const stored = (theirs as Record<string, unknown>)[field]
    return same(value, stored) ? [] : [{ field, mine: value, theirs: stored }]
  })

/** The tabs of the profile by their name in the address. */
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

/** By `?tab=`, or by `?section=` as notices of the account link to it. */
export function tabIn(search: URLSearchParams): TabName {
  const asked = search.get('tab') ?? search.get('section')
  return tabs.find((tab) => tab === asked) ?? 'information'
}

/** A date without time, read in UTC so that no zone moves it: `1 April 1990`. */
export const calendarDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
