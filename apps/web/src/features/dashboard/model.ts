export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** By the reader's own clock. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** `Friday 21 November`, as the reader's language writes it. */
export const longDay = (now: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(now)
