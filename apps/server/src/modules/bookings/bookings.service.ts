import type { PageMeta } from '@fettle/protocol'
import {
  bookingStatuses,
  type BookingDetails,
  type BookingStatus,
  type BookingSummary,
  type BookingView,
  type TimelineEntry,
  type DeclineReason,
} from '@fettle/protocol/bookings'
import type { Queryable } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { nextReference, record, timelineOf } from '../../platform/record.ts'
import { completeFor, notify } from '../notifications/index.ts'
import { decodeCursor, encodeCursor } from './bookings.cursor.ts'
import { actorOf, openBooking, openToChange, subjectOf, type Party } from './bookings.door.ts'
import * as rules from './bookings.rules.ts'
import type { Booking, Facts, Role } from './bookings.rules.ts'
import * as store from './bookings.store.ts'
import { toSummary, toView } from './bookings.view.ts'
import { contentOf } from './content.ts'

/** What a customer asks for. */
export interface BookingRequest extends Pick<
  Booking,
  | 'providerId'
  | 'customer'
  | 'title'
  | 'description'
  | 'serviceCategory'
  | 'startAt'
  | 'timeZone'
  | 'location'
  | 'price'
> {
  durationMinutes: number
}

const EXPIRE = 'bookings.expire'
const expiryKey = (id: string) => `${EXPIRE}:${id}`

async function factsOf(db: Queryable, booking: Booking, role: Role, now: Date): Promise<Facts> {
  const conflicts = booking.status === 'REQUESTED' ? await store.conflictsOf(db, booking) : []
  return { role, now, conflicts }
}

export async function listBookings(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  query: Pick<store.Listing, 'statuses' | 'order' | 'from' | 'to' | 'customerId' | 'limit'> & {
    q?: string | undefined
    cursor?: string | undefined
  },
): Promise<{ bookings: BookingSummary[]; meta: PageMeta }> {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
  const statuses = query.statuses?.length ? [...new Set(query.statuses)] : undefined
  // One more than asked for tells whether there is a next page.
  const found = await store.listPage(db, {
    providerId,
    statuses,
    order: query.order,
    from: query.from,
    to: query.to,
    customerId: query.customerId,
    text: query.q,
    after,
    limit: query.limit + 1,
  })
  const page = found.bookings.slice(0, query.limit)
  const last = page.at(-1)
  const counted: readonly BookingStatus[] = statuses ?? bookingStatuses
  return {
    bookings: page.map(toSummary),
    meta: {
      nextCursor: last && found.bookings.length > page.length ? encodeCursor(last) : null,
      total: counted.reduce((sum, status) => sum + (found.counts[status] ?? 0), 0),
      countsByStatus: Object.fromEntries(bookingStatuses.map((status) => [status, found.counts[status] ?? 0])),
    },
  }
}

export async function getBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  party: Party,
  id: string,
): Promise<BookingDetails> {
  const { db, clock } = deps
  const booking = await openBooking(db, party, id)
  const [facts, content] = await Promise.all([
    factsOf(db, booking, party.role, clock.now()),
    contentOf(deps, db, booking, party),
  ])
  return { ...toView(booking, facts), ...content }
}

/** Everything a provider was ever booked for, with what happened: what they take along when they ask for it. */
export async function listAllBookings(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { id: providerId, name }: { id: string; name: string },
): Promise<(BookingDetails & { timeline: TimelineEntry[] })[]> {
  const provider = { role: 'PROVIDER', id: providerId, name } as const
  const all = []
  for (let cursor: string | undefined; ;) {
    const { bookings, meta } = await listBookings(deps, providerId, { order: 'latest', limit: 100, cursor })
    for (const { id } of bookings) {
      all.push({ ...(await getBooking(deps, provider, id)), timeline: await getTimeline(deps, provider, id) })
    }
    if (meta.nextCursor === null) return all
    cursor = meta.nextCursor
  }
}

/** Requests and jobs that still need their provider, up to a hundred. */
export async function countOpenBookings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
): Promise<number> {
  const query = { statuses: ['REQUESTED', 'CONFIRMED'], order: 'soonest', from: clock.now(), limit: 100 } as const
  const { bookings } = await listBookings({ db }, providerId, query)
  return bookings.length
}

export async function getTimeline({ db }: Pick<Deps, 'db'>, party: Party, id: string) {
  const booking = await openBooking(db, party, id)
  return timelineOf(db, subjectOf(booking), party.role === 'CUSTOMER' ? 'CUSTOMER' : 'PROVIDER')
}

/**
 * B1: a customer asks for a job. The same `requestKey` asks once: a call repeated after a crash finds what it made.
 * The customer and the provider exist and may deal with each other: the caller has seen to that.
 */
export async function requestBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal'>,
  { durationMinutes, ...request }: BookingRequest,
  requestKey: Buffer | null,
): Promise<BookingView> {
  const now = deps.clock.now()
  if (request.startAt <= now) throw fieldError(['startAt'], 'TOO_SMALL', 'Choose a start in the future.')
  if (request.startAt > rules.horizonOf(now)) {
    throw fieldError(['startAt'], 'TOO_BIG', `Choose a start within the next ${rules.HORIZON_DAYS} days.`)
  }
  return deps.db.transaction(async (tx) => {
    const booking: Booking = {
      ...request,
      id: deps.ids.next('bkg'),
      reference: await nextReference(tx, 'BK', now),
      endAt: new Date(request.startAt.getTime() + durationMinutes * 60_000),
      status: 'REQUESTED',
      awaitingParty: 'PROVIDER',
      respondBy: rules.respondByOf(now, request.startAt),
      confirmedAt: null,
      declined: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    const isNew = await store.insert(tx, booking, requestKey)
    if (!isNew && requestKey) {
      const first = await store.findByRequestKey(tx, requestKey)
      if (first) return toView(first, await factsOf(tx, first, 'CUSTOMER', now))
    }
    const { customer, providerId, title, timeZone, location } = booking
    const actor = actorOf({ role: 'CUSTOMER', id: customer.id, name: customer.name })
    await record(tx, deps, {
      subject: subjectOf(booking),
      type: 'booking.requested',
      actor,
      providerId,
      customerId: customer.id,
    })
    await notify(tx, deps, {
      workflow: 'booking-requested',
      providerId,
      data: { type: 'booking', id: booking.id },
      params: {
        customerName: customer.name,
        title,
        city: location.city,
        startAt: booking.startAt.toISOString(),
        timeZone,
        respondBy: booking.respondBy?.toISOString() ?? null,
      },
    })
    if (booking.respondBy) {
      await deps.jobs.add(tx, EXPIRE, { id: booking.id }, { runAt: booking.respondBy, key: expiryKey(booking.id) })
    }
    return toView(booking, await factsOf(tx, booking, 'CUSTOMER', now))
  })
}

type Decider = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal'>

/** The beat of every move: open, decide, save, record, view. `decide` answers undefined to leave things as they are. */
async function change(
  deps: Decider,
  party: Party,
  id: string,
  event: string,
  decide: (booking: Booking, facts: Facts) => Booking | undefined,
  { version, data = {} }: { version?: number | undefined; data?: Record<string, unknown> } = {},
): Promise<BookingView> {
  return deps.db.transaction(async (tx) => {
    const before = await openToChange(tx, party, id)
    const facts = await factsOf(tx, before, party.role, deps.clock.now())
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'booking', current: toView(before, facts) })
    }
    const after = decide(before, facts)
    if (!after) return toView(before, facts)
    await store.save(tx, before, after)
    await record(tx, deps, {
      subject: subjectOf(after),
      type: event,
      actor: actorOf(party),
      data,
      providerId: after.providerId,
      customerId: after.customer.id,
    })
    await completeFor(tx, deps, { type: 'booking', id }, 'booking-requested')
    await deps.jobs.cancel(tx, expiryKey(id))
    return toView(after, await factsOf(tx, after, party.role, facts.now))
  })
}

/** B2. */
export const acceptBooking = (deps: Decider, party: Party, id: string, version?: number) =>
  change(deps, party, id, 'booking.confirmed', rules.accept, { version })

/** B3. */
export const declineBooking = (
  deps: Decider,
  party: Party,
  id: string,
  answer: { reasonCode: DeclineReason; note?: string | undefined },
  version?: number,
) =>
  change(deps, party, id, 'booking.declined', (booking, facts) => rules.decline(booking, answer, facts), {
    version,
    data: { reasonCode: answer.reasonCode, ...(answer.note ? { note: answer.note } : {}) },
  })

/** B4: nothing happens to a request that was answered or still has time. */
export const expireBooking = (deps: Decider, id: string) =>
  change(deps, { role: 'SYSTEM' }, id, 'booking.expired', (booking, { now }) => rules.expire(booking, now))

/** B5. */
export const withdrawBooking = (deps: Decider, party: Party, id: string) =>
  change(deps, party, id, 'booking.cancelled', rules.withdraw, { data: { reason: 'WITHDRAWN' } })

export function handleJobs(deps: Decider): void {
  deps.jobs.handle<{ id: string }>(EXPIRE, async ({ id }) => {
    await expireBooking(deps, id)
  })
}
