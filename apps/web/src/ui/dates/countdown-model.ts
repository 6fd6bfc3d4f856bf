export type CountdownUrgency = 'calm' | 'soon' | 'now' | 'over'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number
  urgency: CountdownUrgency
}

/** Time left until an instant, rounded down to seconds. */
export function remaining(now: number, until: number): Remaining {
  const left = Math.max(0, Math.floor((until - now) / 1000) * 1000)
  const urgency: CountdownUrgency =
    left === 0 ? 'over' : left <= 10 * MINUTE_MS ? 'now' : left <= 2 * HOUR_MS ? 'soon' : 'calm'
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / 1000),
    urgency,
  }
}

/** Milliseconds until the shown text changes: seconds are shown only in the last hour. */
export function nextChange(now: number, until: number): number {
  const left = until - now
  const step = left <= HOUR_MS ? 1000 : MINUTE_MS
  return Math.max(50, left % step || step)
}
