import type { MessageParam } from '@fettle/i18n/message'
import { seriesFlow, type BookingSeries, type SeriesAction, type SeriesChange } from '@fettle/protocol/bookings/series'
import type { ActingParty, ActingPerson } from '../../platform/acting-party.ts'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import { defineWorkflow, type WorkflowEvent } from '../../platform/workflow/workflow.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { describeBooking, type BookingDeps } from '../bookings/index.ts'
import { enqueueSystemMessage, notify } from '../notifications/index.ts'
import { lockOwnSeries } from './series.access.ts'
import * as rules from './series.rules.ts'
import type { Series, SeriesVisit } from './series.rules.ts'
import * as store from './series.store.ts'

interface SeriesEffects extends WorkflowEvent {
  announcements?: readonly SeriesAnnouncement[]
}

interface SeriesWorkflowTypes {
  deps: BookingDeps
  party: ActingPerson
  record: Series
  context: { now: Date }
  effects: SeriesEffects
  action: SeriesAction
  view: BookingSeries
}

const timersOf = ({ status, respondBy }: Series): Timer<'expire'>[] =>
  status === 'PENDING' && respondBy ? [{ kind: 'expire', dueAt: respondBy }] : []

export const seriesTimers = defineTimers('series', timersOf)

/** The transitions of a series. They lock the provider's schedule. */
export const seriesWorkflow = defineWorkflow<SeriesWorkflowTypes>({
  subject: 'series',
  flow: seriesFlow,
  lock: lockOwnSeries,
  context: ({ clock }) => ({ now: clock.now() }),
  save: (tx, _before, after) => store.save(tx, after),
  timers: seriesTimers,
  async deliver(deps, tx, series, { announcements = [] }) {
    for (const announcement of announcements) await announceSeries(deps, tx, series, announcement)
  },
  view: showSeries,
  conflictView: async (_deps, _tx, { id, version }) => ({ id, version }),
})

export async function showSeries(
  { clock }: Pick<BookingDeps, 'clock'>,
  db: Queryable,
  series: Series,
  { role }: ActingParty,
): Promise<BookingSeries> {
  return rules.toView(series, await store.listVisits(db, series.id), role, clock.now())
}

/** Visits affected by a change. */
export interface AffectedVisits {
  bookingIds: string[]
  occurrences: number[]
}

export const noVisitsAffected = (): AffectedVisits => ({ bookingIds: [], occurrences: [] })

/** A change of a series: the series after it, the event, and the visits it affects. */
interface DecidedChange extends SeriesEffects {
  after: Series
  affected: AffectedVisits
  kept?: readonly SeriesVisit[]
}

/** Changes a locked series, records exactly which visits that affected, and returns that. */
export async function changeSeries(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  before: Series,
  { version, decide }: { version?: number | undefined; decide: (now: Date) => Promise<DecidedChange> | DecidedChange },
): Promise<SeriesChange> {
  let changed: SeriesChange['changed'] = { ...noVisitsAffected(), keptOccurrences: [] }
  let effects: SeriesEffects = { event: 'series.changed' }
  const { record } = await seriesWorkflow.change(deps, tx, party, before, {
    version,
    async decide(_, { now }) {
      const { after, affected, kept = [], event, data, announcements = [] } = await decide(now)
      changed = { ...affected, keptOccurrences: kept.map(({ position }) => position) }
      effects = { event, data: { ...data, ...changed }, announcements }
      return after
    },
    describeEffects: () => effects,
  })
  return { series: await showSeries(deps, tx, record, party), changed }
}

/** A system message to both sides about a proposed series, its outcome, or cancelled or moved visits. */
export interface SeriesAnnouncement {
  event: AnnouncedEvent
  /** Whether the provider gets a notification as well. */
  withNotification?: boolean
  /** The visits it is about, if not all that are to come. Without any, nothing is sent. */
  visits?: readonly SeriesVisit[]
}
type AnnouncedEvent = 'requested' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'cancelled' | 'rescheduled'
type NotifiedEvent = 'accepted' | 'declined' | 'expired' | 'cancelled'

/** Notifies both sides of a proposed series, its outcome, or cancelled or moved visits: in the chat, and the provider in the inbox. */
async function announceSeries(
  deps: BookingDeps,
  tx: Tx,
  { id, version, providerId, customer, title, timeZone, headBookingId }: Series,
  { event, withNotification = false, visits }: SeriesAnnouncement,
): Promise<void> {
  const all = visits ?? (await store.listVisits(tx, id))
  const upcoming = all.filter(({ state }) => state === 'PLANNED' || state === 'BOOKED')
  const [first = all[0]] = upcoming
  if (!first) return
  const startAt = first.bookedStart ?? first.startAt
  const bookingId = visits ? null : (headBookingId ?? first.bookingId)
  const count: MessageParam =
    all.length > upcoming.length
      ? { code: 'remaining-visits', params: { remaining: upcoming.length, all: all.length } }
      : upcoming.length
  await enqueueSystemMessage(deps, tx, {
    providerId,
    customerId: customer.id,
    // Visits are booked without a new version.
    key: `${id} ${version} ${event} ${visits ? visits.map(({ position }) => position).join(' ') : ''}`.trim(),
    content: { code: `visits-${event}`, params: { count, booking: describeBooking({ title, startAt, timeZone }) } },
    card: bookingId ? { type: 'booking', id: bookingId } : { type: 'series', id },
  })
  if (!withNotification) return
  await notify(deps, tx, {
    workflow: `series-${event as NotifiedEvent}`,
    providerId,
    params: {
      customerName: customer.name,
      customerId: customer.id,
      title,
      startAt: startAt.toISOString(),
      timeZone,
      visits: upcoming.length,
      bookingId,
    },
    data: { type: 'series', id },
  })
}
