import { actionsFrom, nextState } from '@fettle/protocol'
import {
  bookingFlow,
  type BookingAction,
  type BookingStatus,
  type BookingSummary,
  type DeclineReason,
  type Location,
  type Price,
} from '@fettle/protocol/bookings'
import { AppError } from '../../platform/errors.ts'

/** A booking as its list needs it. */
export interface ListedBooking {
  id: string
  reference: string
  customer: BookingSummary['customer']
  status: BookingStatus
  title: string
  serviceCategory: BookingSummary['serviceCategory']
  startAt: Date
  endAt: Date
  timeZone: string
  city: string
  price: Price
  respondBy: Date | null
  confirmedAt: Date | null
  version: number
  createdAt: Date
}

/** A booking as it is kept. */
export interface Booking extends Omit<ListedBooking, 'city'> {
  providerId: string
  /** Whose answer a request waits for. */
  awaitingParty: 'PROVIDER' | 'CUSTOMER' | null
  description: string
  location: Location
  declined: { reasonCode: DeclineReason; note: string | null } | null
  updatedAt: Date
}

export type Role = 'PROVIDER' | 'CUSTOMER' | 'SYSTEM'

/** A stretch of a provider's diary, half-open: what ends at ten does not touch what starts at ten. */
export type Slot = Pick<Booking, 'startAt' | 'endAt'>
/** What stands in the diary already. */
export type Entry = Slot & Pick<Booking, 'id' | 'reference' | 'title' | 'timeZone'>

/** What a decision depends on beside the booking itself. */
export interface Facts {
  role: Role
  now: Date
  /** Jobs that stand in this booking's time. */
  conflicts: readonly Entry[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How far ahead customers may ask. */
export const HORIZON_DAYS = 60
export const horizonOf = (now: Date) => new Date(now.getTime() + HORIZON_DAYS * DAY)

export const overlaps = (one: Slot, other: Slot) => one.startAt < other.endAt && other.startAt < one.endAt

/**
 * Until when a request may be answered: a day, but not later than an hour before the start. A same-day request leaves
 * at least half an hour, and none may be answered once the job should have begun.
 */
export function respondByOf(createdAt: Date, startAt: Date): Date {
  const latest = Math.max(startAt.getTime() - HOUR, createdAt.getTime() + 30 * MINUTE)
  return new Date(Math.min(createdAt.getTime() + DAY, latest, startAt.getTime()))
}

type Obstacle = 'EXPIRED' | 'NO_SUCH_MOVE' | 'SLOT_TAKEN'

/** Why an action may not be taken now; undefined when it may. Judges the click and fills `allowedActions` alike. */
function obstacle(booking: Booking, action: BookingAction, { role, now, conflicts }: Facts): Obstacle | undefined {
  const answers = action === 'accept' || action === 'decline'
  const isLate = booking.status === 'REQUESTED' && booking.respondBy !== null && now >= booking.respondBy
  if (answers && (isLate || booking.status === 'EXPIRED')) return 'EXPIRED'
  if (nextState(bookingFlow, booking.status, action, role) === undefined) return 'NO_SUCH_MOVE'
  if (answers && booking.awaitingParty !== role) return 'NO_SUCH_MOVE'
  if (action === 'expire' && !isLate) return 'NO_SUCH_MOVE'
  if (action === 'accept' && conflicts.length > 0) return 'SLOT_TAKEN'
  return undefined
}

/** What `role` may do now, in the order of the flow table. */
export function allowedActions(booking: Booking, facts: Facts): BookingAction[] {
  return actionsFrom(bookingFlow, booking.status, facts.role).filter((action) => !obstacle(booking, action, facts))
}

const verbs = { accept: 'accepted', decline: 'declined', expire: 'expired', withdraw: 'withdrawn' } as const

function move(booking: Booking, action: BookingAction, facts: Facts): Booking {
  const problem = obstacle(booking, action, facts)
  if (problem === 'EXPIRED') throw new AppError('REQUEST_EXPIRED')
  if (problem === 'SLOT_TAKEN') throw slotConflict(facts.conflicts)
  const to = nextState(bookingFlow, booking.status, action, facts.role)
  if (problem || to === undefined) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'booking',
      from: booking.status,
      action,
      verb: verbs[action],
      allowed: allowedActions(booking, facts),
    })
  }
  return { ...booking, status: to, awaitingParty: null, version: booking.version + 1, updatedAt: facts.now }
}

/** B2: the request becomes a job. */
export function accept(booking: Booking, facts: Facts): Booking {
  return { ...move(booking, 'accept', facts), confirmedAt: facts.now }
}

/** B3: the one who was asked says no, and why. */
export function decline(
  booking: Booking,
  answer: { reasonCode: DeclineReason; note?: string | undefined },
  facts: Facts,
): Booking {
  return {
    ...move(booking, 'decline', facts),
    declined: { reasonCode: answer.reasonCode, note: answer.note || null },
  }
}

/** B4: nobody answered in time. Undefined when the request moved on or still has time. */
export function expire(booking: Booking, now: Date): Booking | undefined {
  const facts: Facts = { role: 'SYSTEM', now, conflicts: [] }
  return obstacle(booking, 'expire', facts) ? undefined : move(booking, 'expire', facts)
}

/** B5: the one who asked takes it back. */
export const withdraw = (booking: Booking, facts: Facts): Booking => move(booking, 'withdraw', facts)

function slotConflict(conflicts: readonly Entry[]): AppError {
  const [first] = conflicts
  return new AppError('SLOT_CONFLICT', {
    ...(first && { reference: first.reference, ...spell(first) }),
    conflicts: conflicts.map(({ id, reference, title, startAt, endAt }) => ({
      id,
      reference,
      title,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
    })),
  })
}

/** A slot in words, on the clock of its site: the day once unless it ends on another. */
function spell({ startAt, endAt, timeZone }: Entry): { from: string; to: string } {
  const part = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  const day = (at: Date) => part(at, { weekday: 'short', day: 'numeric', month: 'short' })
  const time = (at: Date) => part(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const from = `${day(startAt)} ${time(startAt)}`
  return { from, to: day(startAt) === day(endAt) ? time(endAt) : `${day(endAt)} ${time(endAt)}` }
}
