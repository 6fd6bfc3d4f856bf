/** The time the demo town keeps. */

export const MINUTE = 60_000
export const DAY = 86_400_000
/** Lagos has no summer time. */
const LAGOS = 3_600_000

/** Something of the story, and when it happens. */
export interface Event {
  at: number
  happens: () => Promise<unknown>
}

/** The date so many days from today, in Lagos. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(midnightOf(now) + LAGOS + days * DAY).toISOString().slice(0, 10)

export const midnightOf = (now: Date): number => Math.floor((now.getTime() + LAGOS) / DAY) * DAY - LAGOS
