import type { SeriesChange } from '@fettle/protocol/booking-series'
import type { Tx } from '../../platform/db.ts'
import { nameOf, sayLine, type Mover, type Party } from '../bookings/index.ts'
import { notify } from '../notifications/index.ts'
import { recordSeries } from './series.door.ts'
import * as rules from './series.rules.ts'
import type { Series, Visit } from './series.rules.ts'
import * as store from './series.store.ts'

/** How every change of a series ends: written, recorded, told, and answered with exactly what it touched. */

/** What became of some visits. */
export interface Touched {
  bookingIds: string[]
  occurrences: number[]
}

export const untouched = (): Touched => ({ bookingIds: [], occurrences: [] })

/** Writes a change of a series with exactly what it touched, and answers the same. */
export async function finish(
  deps: Mover,
  tx: Tx,
  party: Party,
  after: Series,
  {
    event,
    data,
    touched,
    kept = [],
  }: { event: string; data?: Record<string, unknown>; touched: Touched; kept?: readonly Visit[] },
): Promise<SeriesChange> {
  const changed = { ...touched, keptOccurrences: kept.map(({ place }) => place) }
  await store.save(tx, after)
  await recordSeries(deps, tx, party, after, event, { ...data, ...changed })
  const visits = await store.listVisits(tx, after.id)
  return { series: rules.toView(after, visits, party.role, deps.clock.now()), changed }
}

/** What is said in the chat of the two about a series as a whole. */
const lines = {
  requested: 'Proposed visits',
  accepted: 'Visits agreed',
  declined: 'Visits declined',
  withdrawn: 'Visits taken back',
  expired: 'Nobody answered about the visits',
} as const

type Answered = 'accepted' | 'declined' | 'expired'

/** Tells both sides that a series was proposed, or what came of it: in the chat, and its provider in the inbox. */
export async function tell(
  deps: Mover,
  tx: Tx,
  { id, version, providerId, customer, title, timeZone, headBookingId }: Series,
  event: keyof typeof lines,
  { notice = false } = {},
): Promise<void> {
  const all = await store.listVisits(tx, id)
  const coming = all.filter(({ state }) => state === 'PLANNED' || state === 'BOOKED')
  const [first = all[0]] = coming
  if (!first) return
  const startAt = first.bookedStart ?? first.startAt
  const bookingId = headBookingId ?? first.bookingId
  const left = all.length - coming.length
  await sayLine(tx, deps, {
    providerId,
    customerId: customer.id,
    key: `${id} ${version} ${event}`,
    text: `${lines[event]} (${coming.length}${left > 0 ? ` of ${all.length}` : ''}): ${nameOf({ title, startAt, timeZone })}`,
    card: bookingId ? { type: 'booking', id: bookingId } : { type: 'series', id },
  })
  if (!notice) return
  await notify(tx, deps, {
    workflow: `series-${event as Answered}`,
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
