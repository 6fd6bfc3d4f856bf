import type { MessageParam } from '@fettle/i18n/message'
import type { SeriesChange } from '@fettle/protocol/bookings/series'
import type { Tx } from '../../platform/db/db.ts'
import { describeBooking, enqueueSystemMessage, type BookingDeps, type ActingParty } from '../bookings/index.ts'
import { notify } from '../notifications/index.ts'
import { appendSeriesEvent } from './series.access.ts'
import * as rules from './series.rules.ts'
import type { Series, SeriesVisit } from './series.rules.ts'
import * as store from './series.store.ts'

/** Visits affected by a change. */
export interface AffectedVisits {
  bookingIds: string[]
  occurrences: number[]
}

export const noVisitsAffected = (): AffectedVisits => ({ bookingIds: [], occurrences: [] })

/** Saves a change of a series, records exactly what it affected, and returns that. */
export async function commitSeriesChange(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  after: Series,
  {
    event,
    data,
    touched,
    kept = [],
  }: { event: string; data?: Record<string, unknown>; touched: AffectedVisits; kept?: readonly SeriesVisit[] },
): Promise<SeriesChange> {
  const changed = { ...touched, keptOccurrences: kept.map(({ position }) => position) }
  await store.save(tx, after)
  await appendSeriesEvent(deps, tx, party, after, event, { ...data, ...changed })
  const visits = await store.listVisits(tx, after.id)
  return { series: rules.toView(after, visits, party.role, deps.clock.now()), changed }
}

type AnnouncedEvent = 'requested' | 'accepted' | 'declined' | 'withdrawn' | 'expired'
type AnsweredEvent = 'accepted' | 'declined' | 'expired'

/** Notifies both sides of a proposed series or its outcome: in the chat, and the provider in the inbox. */
export async function announceSeries(
  deps: BookingDeps,
  tx: Tx,
  { id, version, providerId, customer, title, timeZone, headBookingId }: Series,
  event: AnnouncedEvent,
  { withNotification = false } = {},
): Promise<void> {
  const all = await store.listVisits(tx, id)
  const coming = all.filter(({ state }) => state === 'PLANNED' || state === 'BOOKED')
  const [first = all[0]] = coming
  if (!first) return
  const startAt = first.bookedStart ?? first.startAt
  const bookingId = headBookingId ?? first.bookingId
  const count: MessageParam =
    all.length > coming.length
      ? { code: 'remaining-visits', params: { remaining: coming.length, all: all.length } }
      : coming.length
  await enqueueSystemMessage(tx, deps, {
    providerId,
    customerId: customer.id,
    key: `${id} ${version} ${event}`,
    content: { code: `visits-${event}`, params: { count, booking: describeBooking({ title, startAt, timeZone }) } },
    card: bookingId ? { type: 'booking', id: bookingId } : { type: 'series', id },
  })
  if (!withNotification) return
  await notify(tx, deps, {
    workflow: `series-${event as AnsweredEvent}`,
    providerId,
    params: {
      customerName: customer.name,
      customerId: customer.id,
      title,
      startAt: startAt.toISOString(),
      timeZone,
      visits: coming.length,
      bookingId,
    },
    data: { type: 'series', id },
  })
}
