/** The time the demo data keeps. */

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
/** Lagos has no summer time. */
const LAGOS_OFFSET_MS = 3_600_000

/** Something of the story, and when it happens. */
export interface DemoEvent {
  at: number
  happens: () => Promise<unknown>
}

/** The date so many days from today, in Lagos. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(midnightOf(now) + LAGOS_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)

export const midnightOf = (now: Date): number =>
  Math.floor((now.getTime() + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS
