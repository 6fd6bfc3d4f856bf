import { AppError } from '../../../platform/errors.ts'
import type { Booking } from '../booking.types.ts'

/** When a booking's content may change. Pure. */

type Status = Booking['status']

/** Statuses of a confirmed job that is not finished. */
export const runningStates: readonly Status[] = ['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED']
/** Statuses from the request until the customer confirms the work. */
export const openStates: readonly Status[] = ['REQUESTED', ...runningStates, 'AWAITING_CONFIRMATION']

/** Throws INVALID_TRANSITION in other states. `verb` completes "A COMPLETED booking cannot be …". */
export function assertState(
  booking: Pick<Booking, 'status'>,
  states: readonly Status[],
  { action, verb }: { action: string; verb: string },
): void {
  if (states.includes(booking.status)) return
  throw new AppError('INVALID_TRANSITION', { thing: 'booking', from: booking.status, action, verb, allowed: [] })
}
