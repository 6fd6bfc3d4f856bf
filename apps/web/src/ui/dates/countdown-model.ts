export type CountdownUrgency = 'calm' | 'soon' | 'now' | 'over'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How urgent a deadline is. */
export function urgencyOf(now: number, until: number): CountdownUrgency {
  const remaining = until - now
  if (remaining < 1000) return 'over'
  return remaining < 10 * MINUTE_MS + 1000 ? 'now' : remaining < 2 * HOUR_MS + 1000 ? 'soon' : 'calm'
}

/** Milliseconds until the shown text changes: seconds are shown only in the last hour. */
export function nextChange(now: number, until: number): number {
  const remaining = until - now
  const step = remaining <= HOUR_MS ? 1000 : MINUTE_MS
  return Math.max(50, remaining % step || step)
}
