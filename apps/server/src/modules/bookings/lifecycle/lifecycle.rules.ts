import type { Money } from '@fettle/protocol'
import type { JobInProgress } from '@fettle/protocol/bookings/actions'
import type { Completion, PauseReason } from '@fettle/protocol/bookings'
import { hourlyAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { assertAllowed, transition, withTime } from '../booking.rules.ts'
import { withoutPastReminders } from '../booking.timers.ts'
import type { Booking, BookingDecisionContext, BookingSlot } from '../booking.types.ts'
import { isScheduled } from './unscheduled.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/**
 * Transitions on the day of the job. Pure. `at` is when it happened for the actor, which may be hours before it reaches
 * the server; guards are evaluated at that time.
 */

interface LifecycleContext extends BookingDecisionContext {
  at: Date
}

const atOccurrence = ({ at, ...context }: LifecycleContext): BookingDecisionContext => ({ ...context, now: at })
/** The transition with `at` as its time, recorded now. */
const transitionAt = (
  booking: Booking,
  action: Parameters<typeof transition>[1],
  context: LifecycleContext,
): Booking => ({
  ...transition(booking, action, atOccurrence(context)),
  updatedAt: context.now,
})

/** Starts travelling. */
export const startTravel = (booking: Booking, context: LifecycleContext, etaAt?: Date): Booking => ({
  ...transitionAt(booking, 'start-travel', context),
  enRouteAt: context.at,
  etaAt: etaAt ?? booking.etaAt,
})

/** Records arrival. */
export const arrive = (booking: Booking, context: LifecycleContext): Booking => ({
  ...transitionAt(booking, 'arrive', context),
  arrivedAt: context.at,
})

/** Starts the work. Implies arrival. */
export function start(
  booking: Booking,
  context: LifecycleContext,
  { startCode, settings }: { startCode: string | undefined; settings: SettingValues },
): Booking {
  const started = transitionAt(booking, 'start', context)
  if (settings.requireStartCode && startCode?.trim() !== booking.startCode) throw new AppError('START_CODE_WRONG')
  return { ...started, arrivedAt: booking.arrivedAt ?? context.at, startedAt: booking.startedAt ?? context.at }
}

/** Pauses the work. */
export function pause(
  booking: Booking,
  context: LifecycleContext,
  { reasonCode, resumeOn }: { reasonCode: PauseReason; resumeOn: Date | undefined },
): Booking {
  const paused = transitionAt(booking, 'pause', context)
  if (resumeOn && resumeOn <= context.now) throw fieldError(['resumeOn'], 'TOO_SMALL', issueText('TIME_IN_PAST'))
  return { ...paused, pause: { reasonCode, resumeOn: resumeOn ?? null } }
}

/** Throws JOB_IN_PROGRESS if `others` is not empty; its first job is named. */
export function assertNoneInProgress(others: readonly Booking[]): void {
  const [newest] = others
  if (!newest) return
  const { id: bookingId, reference, title } = newest
  const details: JobInProgress = { bookingId, reference, title, count: others.length }
  throw new AppError('JOB_IN_PROGRESS', { ...details })
}

/** When a job pauses because of another one at `at`: never before its own start, whatever the clocks say. */
export const pausedAt = ({ startedAt }: Booking, at: Date): Date => (startedAt && startedAt > at ? startedAt : at)

/** Resumes the work. On a later day it gets a slot of the original length on that day. */
export function resume(booking: Booking, context: LifecycleContext): Booking {
  const visit = visitOf(booking, context.at)
  return { ...withTime(transitionAt(booking, 'resume', context), visit), pause: null }
}

/** Whether another visit was agreed while the job was paused, and it starts only after `at`. */
const isNextVisitAhead = ({ startAt, pause }: Booking, at: Date): boolean =>
  startAt !== null && at < startAt && pause?.resumeOn?.getTime() === startAt.getTime()

/** The slot of a resumed job: the rest of its visit, or the same length again if that is over or still to come. */
export const visitOf = (booking: Booking, at: Date): BookingSlot =>
  isScheduled(booking) && at < booking.endAt && !isNextVisitAhead(booking, at)
    ? { startAt: booking.startAt, endAt: booking.endAt }
    : { startAt: at, endAt: new Date(+at + booking.durationMinutes * MINUTE_MS) }

/** Hands the work over. The customer has until `autoConfirmAt` to object. Hourly work is priced by its time. */
export function complete(
  booking: Booking,
  context: LifecycleContext,
  { completion, workedMinutes, settings }: { completion: Completion; workedMinutes: number; settings: SettingValues },
): Booking {
  const completed = transitionAt(booking, 'complete', context)
  const earned = hourlyPrice(booking, workedMinutes)
  const finalMinutes = booking.price.model === 'HOURLY' ? workedMinutes : completion.finalMinutes
  return {
    ...completed,
    awaitingParty: 'CUSTOMER',
    completedAt: context.at,
    autoConfirmAt: new Date(+context.now + settings.autoConfirmHours * HOUR_MS),
    pause: null,
    completion: { ...completion, finalMinutes },
    finalAmount: earned?.amount ?? null,
    price: { ...booking.price, ...(earned && { amount: earned }) },
  }
}

/** `max(minimumMinutes, finalMinutes) × rate`. Null for work not paid by the hour. */
function hourlyPrice({ price }: Pick<Booking, 'price'>, finalMinutes: number): Money | null {
  if (price.model !== 'HOURLY' || !price.hourlyRate) return null
  const { amount, currency } = price.hourlyRate
  return { amount: hourlyAmount(Math.max(price.minimumMinutes ?? 0, finalMinutes), amount), currency }
}

/** Confirms the work, by the customer or after the deadline. */
export const confirm = (booking: Booking, context: BookingDecisionContext): Booking => ({
  ...transition(booking, 'confirm', context),
  customerConfirmedAt: context.now,
  autoConfirmAt: null,
})

/** Undoes the completion: its times and, for hourly work, the total. */
function withoutCompletion(booking: Booking, now: Date): Booking {
  const { amount: _, ...openPrice } = booking.price
  const price = booking.price.model === 'HOURLY' ? openPrice : booking.price
  return withoutPastReminders({ ...booking, completedAt: null, autoConfirmAt: null, finalAmount: null, price }, now)
}

/** The customer requests a fix. */
export const requestFix = (booking: Booking, context: BookingDecisionContext): Booking => ({
  ...withoutCompletion(transition(booking, 'request-fix', context), context.now),
  fixCount: booking.fixCount + 1,
})

/** The provider reopens the work within a day of handing it over. */
export const reopen = (booking: Booking, context: LifecycleContext): Booking =>
  withoutCompletion(transitionAt(booking, 'reopen', context), context.now)

/** Reports a delay. The state stays; after an hour's delay the customer may cancel free of charge. */
export function late(booking: Booking, context: LifecycleContext, etaAt: Date): Booking {
  assertAllowed(booking, 'late', atOccurrence(context))
  if (etaAt <= context.now) throw fieldError(['etaAt'], 'TOO_SMALL', issueText('TIME_IN_PAST'))
  return { ...bumpVersion(booking, context.now), etaAt, lateCount: booking.lateCount + 1 }
}
