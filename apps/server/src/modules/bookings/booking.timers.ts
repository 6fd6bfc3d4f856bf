import { HOUR_MS } from '@fettle/protocol/core/durations'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import type { Booking } from './booking.types.ts'
import { isAnsweredByOffer } from './lifecycle/answered-by-offer.rules.ts'
import { isScheduled } from './lifecycle/unscheduled.rules.ts'

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

/** All timers of a booking in its state, whether or not due. */
export function timersOf(booking: Booking): Timer<BookingTimerKind>[] {
  const { status, respondBy, createdAt } = booking
  // An open offer has a deadline of its own.
  if (status === 'REQUESTED' && respondBy && !isAnsweredByOffer(booking)) {
    const part = (share: number) => new Date(+createdAt + (+respondBy - +createdAt) * share)
    return [
      { kind: 'request-half', dueAt: part(0.5), until: part(0.9) },
      { kind: 'request-last', dueAt: part(0.9), until: respondBy },
      { kind: 'expire', dueAt: respondBy },
    ]
  }
  if (status === 'CONFIRMED' && isScheduled(booking)) {
    const { startAt } = booking
    const [dayBefore, hoursBefore] = [new Date(+startAt - 24 * HOUR_MS), new Date(+startAt - 2 * HOUR_MS)]
    const confirmedAt = booking.confirmedAt ?? createdAt
    return [
      { kind: 'reminder-24h' as const, dueAt: dayBefore, until: hoursBefore },
      { kind: 'reminder-2h' as const, dueAt: hoursBefore, until: startAt },
      // A reminder of a time agreed later than its due date is skipped.
    ].filter(({ dueAt }) => dueAt > confirmedAt)
  }
  if (status === 'AWAITING_CONFIRMATION' && booking.autoConfirmAt) {
    return [{ kind: 'auto-confirm', dueAt: booking.autoConfirmAt }]
  }
  if (status === 'IN_PROGRESS' && isScheduled(booking)) {
    const { endAt } = booking
    const from = Math.max(+endAt, +(booking.startedAt ?? endAt))
    return [{ kind: 'stale', dueAt: new Date(from + 2 * HOUR_MS) }]
  }
  return []
}

/** The timers of a booking. `timers/timers.service.ts` says what they do. */
export const bookingTimers = defineTimers('bookings', timersOf)

const isReminder = ({ kind }: Timer<BookingTimerKind>) =>
  kind === 'reminder-24h' || kind === 'reminder-2h' || kind === 'stale'

/** A booking whose new time is agreed or that is reopened now, without the reminders that were due before. */
export const withoutPastReminders = <T extends Booking>(booking: T, now: Date): T => ({
  ...booking,
  firedTimers: timersOf(booking)
    .filter((timer) => isReminder(timer) && timer.dueAt <= now)
    .reduce<Booking>(bookingTimers.markFired, booking).firedTimers,
})
