import type { Booking } from '../booking.types.ts'
import { isScheduled } from '../unscheduled.rules.ts'

/** Timers of a booking, derived from its state. Pure. */

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
  /** From then on it is useless and skipped, for example after downtime. */
  until?: Date
}

/** All timers of a booking in its state, whether or not due. */
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
      // A reminder of a time agreed later than its due date is skipped.
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

/** The timer to fire now. Undefined: the booking moved on, or the timer is not due, has fired or is obsolete. */
export function dueTimer(booking: Booking, kind: BookingTimerKind, now: Date): BookingTimer | undefined {
  const timer = timersOf(booking).find((one) => one.kind === kind)
  if (!timer || now < timer.dueAt || booking.firedTimers.includes(timerKey(timer))) return undefined
  return timer.until && now >= timer.until ? undefined : timer
}

/** The booking after a timer fired. Nothing visible changes, so the version stays. */
export const markFired = (booking: Booking, timer: BookingTimer): Booking => ({
  ...booking,
  // More than a booking's current timers; older entries belong to times it no longer has.
  firedTimers: [...booking.firedTimers, timerKey(timer)].slice(-20),
})
