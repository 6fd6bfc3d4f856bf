import { AppError } from '../../platform/errors.ts'
import type { Booking } from './booking.rules.ts'

/** When what gathers on a booking may still change. Pure. */

type Status = Booking['status']

/** A job that was agreed on and is not done yet. */
export const runningStates: readonly Status[] = ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED']
/** From the request until the customer agrees that it is done. */
export const openStates: readonly Status[] = ['REQUESTED', ...runningStates, 'AWAITING_CONFIRMATION']

/** Refuses what a booking in this state no longer takes. `verb` completes "A COMPLETED booking cannot be …". */
export function assertState(
  booking: Pick<Booking, 'status'>,
  states: readonly Status[],
  { action, verb }: { action: string; verb: string },
): void {
  if (states.includes(booking.status)) return
  throw new AppError('INVALID_TRANSITION', { thing: 'booking', from: booking.status, action, verb, allowed: [] })
}
