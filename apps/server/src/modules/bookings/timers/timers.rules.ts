import type { Booking } from '../booking.rules.ts'
import { isScheduled } from '../unscheduled.rules.ts'

/** What time does to a booking by itself. Pure: which timers a booking has follows from what it is. */

const HOUR_MS = 3_600_000

export const timerKinds = [
  'expire',
  'request-half',
  'request-last',
  'reminder-24h',
  'reminder-2h',
  'auto-confirm',
  'stale',
] as const
export type BookingTimerKind = (typeof timerKinds)[number]

export interface BookingTimer {
  kind: BookingTimerKind
  dueAt: Date
  /** From then on it says nothing new and is left out, as after a long standstill. */
  until?: Date
}

/** Every timer a booking has as it stands, whether due or not. */
export function timersOf(booking: Booking): BookingTimer[] {
  const { status, respondBy, createdAt, startAt, endAt } = booking
  if (status === 'REQUESTED' && respondBy) {
    const part = (share: number) => new Date(+createdAt + (+respondBy - +createdAt) * share)
    return [
      { kind: 'request-half', dueAt: part(0.5), until: part(0.9) },
      { kind: 'request-last', dueAt: part(0.9), until: respondBy },
      { kind: 'expire', dueAt: respondBy },
    ]
  }
  if (status === 'CONFIRMED' && isScheduled(booking)) {
    const [day, soon] = [new Date(+startAt - 24 * HOUR_MS), new Date(+startAt - 2 * HOUR_MS)]
    const confirmedAt = booking.confirmedAt ?? createdAt
    return [
      { kind: 'reminder-24h' as const, dueAt: day, until: soon },
      { kind: 'reminder-2h' as const, dueAt: soon, until: startAt },
      // What was agreed on since needs no reminder of itself.
    ].filter(({ dueAt }) => dueAt > confirmedAt)
  }
  if (status === 'AWAITING_CONFIRMATION' && booking.autoConfirmAt) {
    return [{ kind: 'auto-confirm', dueAt: booking.autoConfirmAt }]
  }
  if (status === 'IN_PROGRESS') {
    const from = Math.max(+endAt, +(booking.startedAt ?? endAt))
    return [{ kind: 'stale', dueAt: new Date(from + 2 * HOUR_MS) }]
  }
  return []
}

const timerKey = ({ kind, dueAt }: BookingTimer) => `${kind}@${dueAt.toISOString()}`

/** The timer that rings now, or undefined: the booking moved on, it is not due, it rang before or is out of date. */
export function dueTimer(booking: Booking, kind: BookingTimerKind, now: Date): BookingTimer | undefined {
  const timer = timersOf(booking).find((one) => one.kind === kind)
  if (!timer || now < timer.dueAt || booking.rung.includes(timerKey(timer))) return undefined
  return timer.until && now >= timer.until ? undefined : timer
}

/** The booking once a timer has rung. Nothing a person sees changes, so neither does its version. */
export const markFired = (booking: Booking, timer: BookingTimer): Booking => ({
  ...booking,
  // As many as any booking can have had lately; older ones are of times it no longer has.
  rung: [...booking.rung, timerKey(timer)].slice(-20),
})
