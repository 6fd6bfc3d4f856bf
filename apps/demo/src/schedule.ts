import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'

/** Time helpers of the demo data. */

/** Lagos has no daylight saving time. */
const LAGOS_OFFSET_MS = HOUR_MS

/** An event of the story with its time. */
export interface DemoEvent {
  at: number
  run: () => Promise<unknown>
}

export const event = (at: number, run: DemoEvent['run']): DemoEvent => ({ at, run })

/** The date a number of days from today, in Lagos. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(midnightOf(now) + LAGOS_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)

export const midnightOf = (now: Date): number =>
  Math.floor((now.getTime() + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS
