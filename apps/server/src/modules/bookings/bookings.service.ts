import type { FoundMeta, PageMeta, Received } from '@fettle/protocol'
import type * as protocol from '@fettle/protocol/bookings/actions'
import {
  bookingStatuses,
  type BookingCard,
  type BookingDetails,
  type BookingStatus,
  type BookingListEntry,
  type TimelineEntry,
} from '@fettle/protocol/bookings'
import { sideOf, type ActingParty, type ActingPerson } from '../../platform/acting-party.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import { decodeSortCursor, pageOf } from '../../platform/db/cursor.ts'
import { cursorOf } from '../../platform/db/list-query.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError } from '../../platform/errors.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { claimSlot } from '../availability/index.ts'
import { bookingWorkflow, type BookingDeps, type LazyBookingView } from './booking.workflow.ts'
import type { BookingWithParts } from './booking-details.store.ts'
import { getOwnBooking, getOwnBookingWithParts, subjectOf } from './booking.access.ts'
import { toSlotClaim, loadDecisionContext, loadDecisionContexts } from './lifecycle/decision-context.service.ts'
import * as rules from './booking.rules.ts'
import type { Booking, BookingSlot } from './booking.types.ts'
import * as store from './bookings.store.ts'
import { isScheduled } from './lifecycle/unscheduled.rules.ts'
import { notificationParams, describeBooking, toNotification } from './booking.effects.ts'
import { toCard, toListEntry, toView } from './booking.view.ts'
import { listAndCount, sorted, type BookingQuery } from './listing/listing.store.ts'
import { contentOf } from './content/content.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export async function listBookings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { limit, cursor, ...chosen }: Omit<BookingQuery, 'providerId' | 'after'> & { cursor?: string | undefined },
): Promise<{ bookings: BookingListEntry[]; meta: PageMeta & FoundMeta }> {
  const after = cursor === undefined ? undefined : decodeSortCursor(cursor, sorted[chosen.by].type)
  // One more than requested shows whether there is a next page.
  const found = await listAndCount(db, { ...chosen, providerId, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found.bookings, limit, cursorOf)
  const now = clock.now()
  const countedStatuses: readonly BookingStatus[] = chosen.statuses ?? bookingStatuses
  return {
    bookings: page.map((booking) => toListEntry(booking, now)),
    meta: {
      nextCursor,
      total: countedStatuses.reduce((sum, status) => sum + (found.counts[status] ?? 0), 0),
      countsByStatus: Object.fromEntries(bookingStatuses.map((status) => [status, found.counts[status] ?? 0])),
      atLeast: found.atLeast,
    },
  }
}

export async function getBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  party: ActingParty,
  id: string,
): Promise<BookingDetails> {
  return detailsOf(deps, party, await getOwnBookingWithParts(deps.db, party, id))
}

/** Loads a booking with its content and timeline, as `party` may see it. */
export async function getBookingWithTimeline(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  party: ActingPerson,
  id: string,
): Promise<BookingDetails & { timeline: TimelineEntry[] }> {
  const booking = await getOwnBookingWithParts(deps.db, party, id)
  const [details, timeline] = await Promise.all([
    detailsOf(deps, party, booking),
    listTimeline(deps.db, subjectOf(booking), party.role),
  ])
  return { ...details, timeline }
}

async function detailsOf(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  party: ActingParty,
  booking: BookingWithParts,
): Promise<BookingDetails> {
  const { db } = deps
  const { proposal, relations } = booking
  const [context, content] = await Promise.all([
    loadDecisionContext(deps, db, booking, party.role, { proposal }),
    contentOf(deps, db, booking, party),
  ])
  return { ...toView(booking, context, relations), ...content }
}

/** Bookings of one provider by ids, as cards. Missing ids and those of others are left out. */
export async function listCards(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  providerId: string,
  ids: readonly string[],
): Promise<BookingCard[]> {
  const bookings = await store.findMany(deps.db, providerId, ids)
  const contextFor = await loadDecisionContexts(deps, deps.db, bookings)
  return bookings.map((booking) => toCard(booking, contextFor(booking)))
}

/** All bookings of a provider with their timelines, for the data export. */
export async function listAllBookings(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>,
  { id: providerId, name }: { id: string; name: string },
): Promise<(BookingDetails & { timeline: TimelineEntry[] })[]> {
  const provider = { role: 'PROVIDER', id: providerId, name } as const
  const all = []
  for (let cursor: string | undefined; ;) {
    const { bookings, meta } = await listBookings(deps, providerId, {
      by: 'startAt',
      order: 'latest',
      limit: 100,
      cursor,
    })
    for (const { id } of bookings) {
      all.push(await getBookingWithTimeline(deps, provider, id))
    }
    if (meta.nextCursor === null) return all
    cursor = meta.nextCursor
  }
}

export async function getTimeline({ db }: Pick<Deps, 'db'>, party: ActingParty, id: string) {
  const booking = await getOwnBooking(db, party, id)
  return listTimeline(db, subjectOf(booking), sideOf(party))
}

/** Accepts a request and takes its slot. */
export const acceptBooking = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, occurredAt, slot, ...consent }: Received<typeof protocol.acceptBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    version,
    occurredAt,
    action: 'accept',
    async decide(booking, context, tx) {
      rules.assertAllowed(booking, 'accept', context)
      const chosen =
        slot && requireOpenSlot(booking, { startAt: new Date(slot.startAt), endAt: new Date(slot.endAt) }, context.now)
      if (isScheduled(booking)) {
        // The check under the lock still holds, unless another time was chosen.
        const seen = chosen ? {} : { verdict: context.verdict }
        await claimSlot(deps, tx, toSlotClaim({ ...booking, ...chosen }), { ...consent, ...seen, role: party.role })
      }
      return rules.accept(booking, context, { ...(chosen && { slot: chosen }), startCode: deps.ids.code(4) })
    },
    describeEffects: (after) => ({
      event: 'booking.confirmed',
      systemMessage: { code: 'booking-confirmed', params: { booking: describeBooking(after) } },
      ...(party.role === 'CUSTOMER' && {
        notification: toNotification(after, 'booking-confirmed', notificationParams(after)),
      }),
    }),
  })

/** Checks a time other than the requested one: allowed only ahead, within the day or window the customer left open. */
function requireOpenSlot(booking: Booking, slot: BookingSlot, now: Date): BookingSlot {
  const { schedulingMode, startAt, arrivalWindowMinutes, timeZone } = booking
  if (slot.startAt <= now) throw fieldError(['slot', 'startAt'], 'TOO_SMALL', issueText('START_IN_PAST'))
  const isOpen =
    startAt !== null &&
    (schedulingMode === 'ANYTIME'
      ? localDate(slot.startAt, timeZone) === localDate(startAt, timeZone)
      : slot.startAt >= startAt && +slot.startAt <= +startAt + arrivalWindowMinutes * 60_000)
  if (isOpen && rules.durationOf(slot) === booking.durationMinutes) return slot
  throw fieldError(['slot'], 'NOT_ALLOWED', issueText('TIME_NOT_REQUESTED'))
}

/** Declines a request. */
export const declineBooking = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, occurredAt, ...answer }: Received<typeof protocol.declineBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    version,
    occurredAt,
    action: 'decline',
    decide: (booking, context) => rules.decline(booking, answer, context),
    describeEffects: (after) => {
      const { reasonCode, note, suggestSlots } = answer
      return {
        event: 'booking.declined',
        data: { reasonCode, ...(note && { note }), ...(suggestSlots?.length && { suggestSlots }) },
        systemMessage: { code: 'booking-request-declined', params: { booking: describeBooking(after) } },
        ...(party.role === 'CUSTOMER' && {
          notification: toNotification(after, 'booking-declined', { ...notificationParams(after), note: note || null }),
        }),
      }
    },
  })
