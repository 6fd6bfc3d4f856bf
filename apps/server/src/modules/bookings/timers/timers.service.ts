import type { Tx } from '../../../platform/db/db.ts'
import { notify, type NotificationRequest } from '../../notifications/index.ts'
import { notificationParams, describeBooking, toNotification } from '../booking.effects.ts'
import { transition } from '../booking.rules.ts'
import { bookingTimers, type BookingTimerKind } from '../booking.timers.ts'
import type { Booking } from '../booking.types.ts'
import { bookingWorkflow, type BookingDeps, type BookingTransition } from '../booking.workflow.ts'
import { confirm } from '../lifecycle/lifecycle.rules.ts'

/** Fires the timers of bookings. */

const timedTransitions: { readonly [K in BookingTimerKind]?: BookingTransition } = {
  /** No answer in time: missed, not declined. */
  expire: {
    action: 'expire',
    decide: (booking, context) => transition(booking, 'expire', context),
    describeEffects: (after) => ({
      event: 'booking.expired',
      systemMessage: { code: 'booking-request-expired', params: { booking: describeBooking(after) } },
      notification: toNotification(after, 'booking-expired', {
        ...notificationParams(after),
        wasMine: after.createdBy === 'PROVIDER',
      }),
    }),
  },
  /** No objection by the customer in time. */
  'auto-confirm': {
    action: 'confirm',
    decide: confirm,
    describeEffects: (after) => ({
      event: 'booking.confirmed_by_customer',
      data: { automatic: true },
      systemMessage: { code: 'work-confirmed', params: { title: after.title } },
      notification: toNotification(after, 'work-confirmed', { ...notificationParams(after), automatic: true }),
    }),
  },
}

/** Reminds the provider. A side that waits for the other is not reminded. */
const reminder = (deps: BookingDeps, kind: BookingTimerKind) => ({
  async remind(booking: Booking, tx: Tx) {
    const request = reminderOf(booking, kind)
    if (request) await notify(deps, tx, request)
  },
})

function reminderOf(booking: Booking, kind: BookingTimerKind): NotificationRequest | undefined {
  const { location, respondBy } = booking
  if (kind === 'request-half' || kind === 'request-last') {
    if (booking.awaitingParty !== 'PROVIDER' || !respondBy) return undefined
    return toNotification(booking, 'request-expiring', {
      ...notificationParams(booking),
      respondBy: respondBy.toISOString(),
    })
  }
  const params = { ...notificationParams(booking), city: location.city }
  if (kind === 'reminder-24h') return toNotification(booking, 'booking-reminder-24h', params)
  if (kind === 'reminder-2h') return toNotification(booking, 'booking-reminder-2h', params)
  return toNotification(booking, 'job-still-running', notificationParams(booking))
}

export const fireTimer = (deps: BookingDeps, id: string, kind: BookingTimerKind): Promise<void> =>
  bookingWorkflow.fireTimer(deps, id, kind, timedTransitions[kind] ?? reminder(deps, kind))

export function handleTimers(deps: BookingDeps): void {
  bookingTimers.handle(deps, (id, kind) => fireTimer(deps, id, kind))
  // Jobs of databases from before there were several kinds of timers.
  deps.jobs.handle<{ id: string }>('bookings.expire', ({ id }) => fireTimer(deps, id, 'expire'))
}
