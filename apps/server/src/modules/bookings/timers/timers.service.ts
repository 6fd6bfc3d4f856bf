import type { Tx } from '../../../platform/db/db.ts'
import { notify, type NotificationRequest } from '../../notifications/index.ts'
import { commitTransition, type BookingDeps } from '../booking.workflow.ts'
import { loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { transition } from '../booking.rules.ts'
import type { Booking, BookingDecisionContext } from '../booking.types.ts'
import * as store from '../bookings.store.ts'
import { notificationParams, describeBooking, toNotification, type BookingEffects } from '../booking.effects.ts'
import { confirm } from '../lifecycle/lifecycle.rules.ts'
import { TIMER_JOB } from './timers.jobs.ts'
import { markFired, dueTimer, type BookingTimerKind } from './timers.rules.ts'

const system = { role: 'SYSTEM' } as const

/** Fires a timer once, unless the booking moved on. Idempotent and safe to run concurrently. */
export async function fireTimer(deps: BookingDeps, id: string, kind: BookingTimerKind): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lockScheduleOf(tx, id)
    const before = await store.find(tx, id)
    const timer = before && dueTimer(before, kind, deps.clock.now())
    if (!timer) return
    const moving = timedTransitions[kind]
    if (moving) {
      const context = await loadDecisionContext(deps, tx, before, 'SYSTEM')
      const after = markFired(moving.decide(before, context), timer)
      const { action } = moving
      await commitTransition(deps, tx, system, {
        before,
        after,
        at: context.now,
        action,
        effects: moving.describeEffects(after),
      })
    } else {
      await store.save(tx, before, markFired(before, timer))
      await remind(deps, tx, before, kind)
    }
  })
}

interface TimedTransition {
  action: 'expire' | 'confirm'
  decide: (booking: Booking, context: BookingDecisionContext) => Booking
  describeEffects: (after: Booking) => BookingEffects
}

const timedTransitions: { readonly [K in BookingTimerKind]?: TimedTransition } = {
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

/** Sends a reminder, which changes nothing. A side that waits for the other is not reminded. */
async function remind(deps: BookingDeps, tx: Tx, booking: Booking, kind: BookingTimerKind): Promise<void> {
  const request = reminderOf(booking, kind)
  if (request) await notify(tx, deps, request)
}

function reminderOf(booking: Booking, kind: BookingTimerKind): NotificationRequest | undefined {
  const { location, respondBy } = booking
  if (kind === 'request-half' || kind === 'request-last') {
    if (booking.awaitingParty !== 'PROVIDER' || !respondBy) return undefined
    return toNotification(booking, 'request-expiring', {
      ...notificationParams(booking),
      respondBy: respondBy.toISOString(),
    })
  }
  const there = { ...notificationParams(booking), city: location.city }
  if (kind === 'reminder-24h') return toNotification(booking, 'booking-reminder-24h', there)
  if (kind === 'reminder-2h') return toNotification(booking, 'booking-reminder-2h', there)
  return toNotification(booking, 'job-still-running', notificationParams(booking))
}

export function handleTimers(deps: BookingDeps): void {
  deps.jobs.handle<{ id: string; kind: BookingTimerKind }>(TIMER_JOB, ({ id, kind }) => fireTimer(deps, id, kind))
  // Jobs of databases from before there were several kinds of timers.
  deps.jobs.handle<{ id: string }>('bookings.expire', ({ id }) => fireTimer(deps, id, 'expire'))
}
