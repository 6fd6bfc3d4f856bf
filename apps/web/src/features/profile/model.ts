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

/** The tabs of spec §2, by their place in the address. */
export const tabs = ['information', 'documents', 'invite', 'security', 'data'] as const
export type TabName = (typeof tabs)[number]

export const tabIn = (asked: string | null): TabName => tabs.find((tab) => tab === asked) ?? 'information'

/** A date without time, read in UTC so that no zone moves it: `1 April 1990`. */
export const calendarDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
