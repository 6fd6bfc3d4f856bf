import { nextState } from '@fettle/protocol'
import { bookingFlow, type BookingAction, type BookingStatus } from '@fettle/protocol/bookings'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import type { DashboardStop } from '@fettle/protocol/workspace/dashboard'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { leaveByOf } from '../availability/index.ts'

/** Today's route. Pure. */

/** How long before the start these actions are allowed. */
const ALLOWED_FROM_MS: Partial<Record<BookingAction, number>> = { 'start-travel': 4 * HOUR_MS, arrive: HOUR_MS }

export interface VisitLocation {
  lat: number
  lng: number
}

type Computed = 'address' | 'travelMinutes' | 'leaveBy' | 'isTight' | 'asksStartCode' | 'nextAction'

/** A stop as stored. */
export interface RouteStop extends Omit<DashboardStop, Computed | 'startAt' | 'endAt' | 'since'> {
  startAt: Date
  endAt: Date
  line1: string | null
  city: string
  /** When the current status began, while travelling, waiting or working. */
  since: Date | null
}

const endedStatuses: ReadonlySet<BookingStatus> = new Set(['AWAITING_CONFIRMATION', 'COMPLETED'])
const steps: Partial<Record<BookingStatus, BookingAction>> = {
  CONFIRMED: 'start-travel',
  EN_ROUTE: 'arrive',
  ARRIVED: 'start',
  IN_PROGRESS: 'complete',
  PAUSED: 'resume',
}

/** The next action of a job. Null while it is too early, or when it is done. */
export function nextActionOf(
  { status, startAt }: Pick<RouteStop, 'status' | 'startAt'>,
  now: Date,
): BookingAction | null {
  const action = steps[status]
  if (!action || !(action in bookingFlow.transitions)) return null
  if (now.getTime() < startAt.getTime() - (ALLOWED_FROM_MS[action] ?? Infinity)) return null
  const bookingAction = action as keyof typeof bookingFlow.transitions
  return nextState(bookingFlow, status, bookingAction, 'PROVIDER') === undefined ? null : action
}

const toVisitLocation = ({ lat, lng }: Pick<RouteStop, 'lat' | 'lng'>): VisitLocation | undefined =>
  lat === null || lng === null ? undefined : { lat, lng }

/**
 * The stops in order, each with travel from the previous one. `travelMinutes` estimates the travel between two
 * positions.
 */
export function routeOf(
  visits: readonly RouteStop[],
  {
    travelMinutes,
    base,
    now,
    asksStartCode,
  }: {
    travelMinutes: (from: VisitLocation, to: VisitLocation) => number
    base: VisitLocation | null
    now: Date
    asksStartCode: boolean
  },
): DashboardStop[] {
  return visits.map((visit, index) => {
    const before = visits[index - 1]
    const from = before ? toVisitLocation(before) : (base ?? undefined)
    const to = toVisitLocation(visit)
    const minutes = from && to ? Math.ceil(travelMinutes(from, to)) : null
    const isAhead = visit.status === 'CONFIRMED'
    const gap = before && (visit.startAt.getTime() - before.endAt.getTime()) / MINUTE_MS + visit.arrivalWindowMinutes
    const { line1, city, ...stop } = visit
    return {
      ...stop,
      customerName: customerNameOf(visit.customerName),
      startAt: visit.startAt.toISOString(),
      endAt: visit.endAt.toISOString(),
      address: [line1, city].filter(Boolean).join(', '),
      travelMinutes: minutes,
      leaveBy: minutes !== null && isAhead ? leaveByOf(visit, minutes).toISOString() : null,
      isTight:
        isAhead &&
        minutes !== null &&
        gap !== undefined &&
        before !== undefined &&
        !endedStatuses.has(before.status) &&
        gap < minutes,
      asksStartCode,
      nextAction: nextActionOf(visit, now),
      since: visit.since?.toISOString() ?? null,
    }
  })
}
