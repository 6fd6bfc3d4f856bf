import { instantParam } from '../../platform/locale/message-params.ts'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import { actorOf, type ActingParty } from '../../platform/acting-party.ts'
import type { Tx } from '../../platform/db/db.ts'
import { appendEvent, type DomainEvent } from '../../platform/db/domain-events.ts'
import type { Deps } from '../../platform/deps.ts'
import { effectsOf, resolveFor, type RecordEffects } from '../notifications/index.ts'
import { subjectOf } from './booking.access.ts'
import type { Booking } from './booking.types.ts'
import { isAnsweredByOffer } from './lifecycle/answered-by-offer.rules.ts'

/** The effects of booking transitions: domain events, system messages and notifications. */

export interface BookingEffects extends RecordEffects {
  /** Event name in the timeline and the feed. */
  event: string
  data?: Record<string, unknown>
}

/** Appends an event about a booking without a transition. The caller holds its lock. */
export const appendBookingEvent = (
  deps: Pick<Deps, 'clock' | 'ids' | 'signal'>,
  tx: Tx,
  party: ActingParty,
  booking: Booking,
  event: Pick<DomainEvent, 'type' | 'data' | 'visibility' | 'occurredAt'>,
): Promise<void> =>
  appendEvent(deps, tx, {
    ...event,
    subject: subjectOf(booking),
    actor: actorOf(party),
    providerId: booking.providerId,
    customerId: booking.customer.id,
  })

export const { deliver, postSystemMessage, toNotification } = effectsOf('booking')

type DescribedBooking = Pick<Booking, 'title' | 'startAt' | 'timeZone'>

/** `Fix the kitchen tap, Wed 25 Nov, 08:00`. */
export const describeBooking = ({ title, startAt, timeZone }: DescribedBooking): SystemMessageContent =>
  startAt === null
    ? { code: 'booking-unscheduled', params: { title } }
    : { code: 'booking-at', params: { title, at: instantParam(startAt, timeZone) } }

const openNotifications = {
  REQUESTED: ['booking-requested', 'request-expiring'],
  CONFIRMED: ['booking-reminder-24h', 'booking-reminder-2h'],
  IN_PROGRESS: ['job-still-running'],
} as const

/** Resolves notifications that name an old time, or whose request has been answered or can no longer be answered. */
export async function resolveStaleNotifications(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  before: Booking,
  after: Booking,
): Promise<void> {
  const subject = { type: 'booking', id: after.id } as const
  const isAnswered = before.status !== after.status || (before.awaitingParty === 'PROVIDER' && isAnsweredByOffer(after))
  const isMoved = before.status === 'CONFIRMED' && before.startAt?.getTime() !== after.startAt?.getTime()
  if ((isAnswered || isMoved) && before.status in openNotifications) {
    await resolveFor(deps, tx, subject, ...openNotifications[before.status as keyof typeof openNotifications])
  }
  if (after.cancellation?.contest) await resolveFor(deps, tx, subject, 'booking-cancelled')
  if (after.noShow?.contest) await resolveFor(deps, tx, subject, 'no-show-reported')
}

/** Parameters shared by most booking notifications. */
export const notificationParams = ({ customer, title, startAt, timeZone }: Booking) => ({
  customerName: customer.name,
  customerId: customer.id,
  title,
  startAt: startAt?.toISOString() ?? null,
  timeZone,
})
