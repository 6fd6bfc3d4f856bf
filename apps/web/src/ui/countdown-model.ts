export type Urgency = 'calm' | 'soon' | 'now' | 'over'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number
  urgency: Urgency
}

/** What is left until an instant, rounded down to whole seconds. */
export function remaining(now: number, until: number): Remaining {
  const left = Math.max(0, Math.floor((until - now) / 1000) * 1000)
  const urgency: Urgency = left === 0 ? 'over' : left <= 10 * MINUTE ? 'now' : left <= 2 * HOUR ? 'soon' : 'calm'
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / 1000),
    urgency,
  }
}

/** How long what is shown stays true: seconds count in the last hour only. */
export function nextChange(now: number, until: number): number {
  const left = until - now
  const step = left <= HOUR ? 1000 : MINUTE
  return Math.max(50, left % step || step)
}
