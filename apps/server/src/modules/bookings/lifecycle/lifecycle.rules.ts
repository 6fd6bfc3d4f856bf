import type { Money } from '@fettle/protocol'
import type { JobInProgress } from '@fettle/protocol/bookings/actions'
import type { Completion, PauseReason } from '@fettle/protocol/bookings'
import { hourlyAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { assertAllowed, transition, bumpVersion, type Booking, type BookingDecisionContext } from '../booking.rules.ts'

/**
 * The day of the job and what follows. Pure. `at` is when it happened for whoever did it, which may be
 * hours before we hear of it; guards are judged at that moment too.
 */

const HOUR_MS = 3_600_000

interface LifecycleContext extends BookingDecisionContext {
  at: Date
}

const atOccurrence = ({ at, ...context }: LifecycleContext): BookingDecisionContext => ({ ...context, now: at })
/** The move as of its own moment, written down now. */
const transitionAt = (
  booking: Booking,
  action: Parameters<typeof transition>[1],
  context: LifecycleContext,
): Booking => ({
  ...transition(booking, action, atOccurrence(context)),
  updatedAt: context.now,
})

/** B6 */
export const startTravel = (booking: Booking, context: LifecycleContext, etaAt?: Date): Booking => ({
  ...transitionAt(booking, 'start-travel', context),
  enRouteAt: context.at,
  etaAt: etaAt ?? booking.etaAt,
})

/** B7 */
export const arrive = (booking: Booking, context: LifecycleContext): Booking => ({
  ...transitionAt(booking, 'arrive', context),
  arrivedAt: context.at,
})

/** B8: whoever begins is there. */
export function start(
  booking: Booking,
  context: LifecycleContext,
  { startCode, settings }: { startCode: string | undefined; settings: SettingValues },
): Booking {
  const started = transitionAt(booking, 'start', context)
  if (settings.requireStartCode && startCode?.trim() !== booking.startCode) throw new AppError('START_CODE_WRONG')
  return { ...started, arrivedAt: booking.arrivedAt ?? context.at, startedAt: booking.startedAt ?? context.at }
}

/** B9 */
export function pause(
  booking: Booking,
  context: LifecycleContext,
  { reasonCode, resumeOn }: { reasonCode: PauseReason; resumeOn: Date | undefined },
): Booking {
  const paused = transitionAt(booking, 'pause', context)
  if (resumeOn && resumeOn <= context.now) throw fieldError(['resumeOn'], 'TOO_SMALL', 'Choose a time in the future.')
  return { ...paused, pause: { reasonCode, resumeOn: resumeOn ?? null } }
}

/** One job is worked on at a time, unless the provider says otherwise. The first of `others` is the one to name. */
export function assertNoneInProgress(others: readonly Booking[]): void {
  const [newest] = others
  if (!newest) return
  const { id: bookingId, reference, title } = newest
  const details: JobInProgress = { bookingId, reference, title, count: others.length }
  throw new AppError('JOB_IN_PROGRESS', { ...details })
}

/** When a job stops because another one begins at `at`: never before it was started itself, whatever the clocks say. */
export const pausedAt = ({ startedAt }: Booking, at: Date): Date => (startedAt && startedAt > at ? startedAt : at)

/** B9: work goes on. On a later day it is the visit of that day, as long as the first. */
export function resume(booking: Booking, context: LifecycleContext): Booking {
  const visit = visitOf(booking, context.at)
  return { ...transitionAt(booking, 'resume', context), ...visit, pause: null }
}

/** The time a resumed job takes: the rest of its visit, or as much again once that is over. */
export const visitOf = ({ startAt, endAt }: Booking, at: Date): { startAt: Date; endAt: Date } =>
  at < endAt ? { startAt, endAt } : { startAt: at, endAt: new Date(+at + (+endAt - +startAt)) }

/** B10: the customer has until `autoConfirmAt` to say otherwise. Hourly work is paid by its time. */
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

/** `max(minimumMinutes, finalMinutes) × rate`; null where work is not paid by the hour. */
function hourlyPrice({ price }: Pick<Booking, 'price'>, finalMinutes: number): Money | null {
  if (price.model !== 'HOURLY' || !price.hourlyRate) return null
  const { amount, currency } = price.hourlyRate
  return { amount: hourlyAmount(Math.max(price.minimumMinutes ?? 0, finalMinutes), amount), currency }
}

/** B11: by the customer, or by the time that passed. */
export const confirm = (booking: Booking, context: BookingDecisionContext): Booking => ({
  ...transition(booking, 'confirm', context),
  customerConfirmedAt: context.now,
  autoConfirmAt: null,
})

const backToWork = (booking: Booking): Booking => ({ ...booking, completedAt: null, autoConfirmAt: null })

/** B12, the customer's. */
export const requestFix = (booking: Booking, context: BookingDecisionContext): Booking => ({
  ...backToWork(transition(booking, 'request-fix', context)),
  fixCount: booking.fixCount + 1,
})

/** B12, the provider's: within a day of handing it over. */
export const reopen = (booking: Booking, context: LifecycleContext): Booking =>
  backToWork(transitionAt(booking, 'reopen', context))

/** B17: nothing moves, but the customer knows; after an hour's delay they may cancel at no cost. */
export function late(booking: Booking, context: LifecycleContext, etaAt: Date): Booking {
  assertAllowed(booking, 'late', atOccurrence(context))
  if (etaAt <= context.now) throw fieldError(['etaAt'], 'TOO_SMALL', 'Choose a time in the future.')
  return { ...bumpVersion(booking, context.now), etaAt, lateCount: booking.lateCount + 1 }
}
