import {
  bookingFlow,
  type BookingStatus,
  type BookingTransitionName,
  type BookingView,
} from '@fettle/protocol/bookings'
import type { ActingParty, ActingPerson } from '../../platform/acting-party.ts'
import { defineWorkflow, type DecidedTransition, type TransitionRequest } from '../../platform/workflow/workflow.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { holdSlots, releaseSlots } from '../availability/index.ts'
import { lockOwnBooking } from './booking.access.ts'
import { deliver, resolveStaleNotifications, type BookingEffects } from './booking.effects.ts'
import { bookingTimers } from './booking.timers.ts'
import type { Booking } from './booking.types.ts'
import { toView } from './booking.view.ts'
import * as store from './bookings.store.ts'
import { insertFee } from './cancellation/cancellation-fees.store.ts'
import { withdrawOpen } from './content/adjustments.service.ts'
import { updateWorkTimer } from './content/work-log.service.ts'
import { loadDecisionContext, type BookingViewContext } from './lifecycle/decision-context.service.ts'
import { findBookingRelations } from './listing/relations.store.ts'
import { endProposal } from './rescheduling/release.service.ts'

export type BookingDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings'>

/** Builds the response view on demand, after the transaction has committed. */
export type LazyBookingView = () => Promise<BookingView>

interface BookingWorkflowTypes {
  deps: BookingDeps
  party: ActingPerson
  record: Booking
  context: BookingViewContext
  effects: BookingEffects
  action: BookingTransitionName
  view: BookingView
}
export type BookingTransition = TransitionRequest<BookingWorkflowTypes>

/** The transitions of a booking. They lock the provider's schedule. */
export const bookingWorkflow = defineWorkflow<BookingWorkflowTypes>({
  subject: 'booking',
  flow: bookingFlow,
  lock: lockOwnBooking,
  context: (deps, tx, booking, { role }) => loadDecisionContext(deps, tx, booking, role),
  save: store.save,
  async afterSave(deps, tx, party, transition) {
    const { before, after, action, at = deps.clock.now() } = transition
    await releaseResources(deps, tx, party, transition)
    if (action) await updateWorkTimer(deps, tx, after.id, action, at)
    await resolveStaleNotifications(deps, tx, before, after)
    await enqueueFollowUps(deps, tx, before, after)
  },
  timers: bookingTimers,
  deliver: (deps, tx, booking, effects) => deliver(deps, tx, booking, effects),
  view: showBooking,
})

/** Returns a function that builds the view of a booking with its current decision context. */
export const toLazyView =
  (deps: BookingDeps, party: ActingParty, booking: Booking): LazyBookingView =>
  () =>
    showBooking(deps, deps.db, booking, party)

/** The view of a booking. Only a proposal creates a proposal, so a transition without one leaves none to look for. */
async function showBooking(
  deps: BookingDeps,
  db: Queryable,
  booking: Booking,
  { role }: ActingParty,
  contextBefore?: BookingViewContext,
): Promise<BookingView> {
  const [context, relations] = await db.parallel(
    () =>
      loadDecisionContext(deps, db, booking, role, { proposal: contextBefore?.proposal === null ? null : undefined }),
    () => findBookingRelations(db, booking),
  )
  return toView(booking, context, relations)
}

/** Job that passes the answer to a series request from its first visit to the whole series. */
export const SERIES_ANSWERED_JOB = 'series.record-answer'
/** Job that charges confirmed work. */
export const WORK_CONFIRMED_JOB = 'invoices.charge-work'
/** Job that updates a fee that changed or was contested. */
export const FEE_CHANGED_JOB = 'invoices.charge-fee'
/** Job that opens a contest about responsibility, which is resolved like a dispute. */
export const CONTESTED_JOB = 'disputes.open-contest'

/** Enqueues what other modules do after a transition. */
async function enqueueFollowUps({ jobs }: BookingDeps, tx: Tx, before: Booking, after: Booking): Promise<void> {
  const { id, links } = after
  if (before.status === 'REQUESTED' && after.status !== 'REQUESTED' && links.seriesId) {
    await jobs.add(tx, SERIES_ANSWERED_JOB, { id: links.seriesId })
  }
  // Disputed work is charged by the settlement.
  if (before.status === 'AWAITING_CONFIRMATION' && after.status === 'COMPLETED') {
    await jobs.add(tx, WORK_CONFIRMED_JOB, { id })
  }
  const contestOf = ({ cancellation, noShow }: Booking) => cancellation?.contest ?? noShow?.contest
  const [contestBefore, contestAfter] = [contestOf(before), contestOf(after)]
  const hasFee = (after.cancellation && !before.cancellation) || (after.noShow && !before.noShow)
  const isDisputed = (before.status === 'DISPUTED') !== (after.status === 'DISPUTED')
  if (hasFee || isDisputed || contestBefore?.status !== contestAfter?.status)
    await jobs.add(tx, FEE_CHANGED_JOB, { id })
  if (contestAfter?.status === 'OPEN' && !contestBefore) {
    await jobs.add(tx, CONTESTED_JOB, { id, by: contestAfter.by, note: contestAfter.note })
  }
}

/** Statuses that withdraw a price adjustment the customer has not answered. */
const unadjustableStatuses = new Set<BookingStatus>([
  'CANCELLED',
  'NO_SHOW',
  'AWAITING_CONFIRMATION',
  'DECLINED',
  'EXPIRED',
])
const reschedulableStatuses = new Set<BookingStatus>(['REQUESTED', 'CONFIRMED', 'PAUSED'])

/** Releases what a booking no longer needs after a transition: open proposals and held slots. */
async function releaseResources(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  { before, after, context }: DecidedTransition<BookingWorkflowTypes>,
): Promise<void> {
  if (before.status === after.status && before.pause?.resumeOn === after.pause?.resumeOn) return
  const mayHaveProposal = context?.proposal !== null
  const hasMovedOn = before.status === 'REQUESTED' && after.status === 'CONFIRMED'
  if (mayHaveProposal && (hasMovedOn || !reschedulableStatuses.has(after.status))) await endProposal(deps, tx, after)
  if (unadjustableStatuses.has(after.status)) await withdrawOpen(deps, tx, after, party)
  if (before.pause) await releaseSlots(tx, after.id)
  if (after.pause?.resumeOn) await holdSlots(tx, toResumeHold(after, after.pause.resumeOn))
  if (after.cancellation && !before.cancellation) await insertFee(tx, after, 'CANCELLATION', after.cancellation)
  if (after.noShow && !before.noShow) await insertFee(tx, after, 'NO_SHOW', after.noShow)
}

/** Hold for the time at which a paused job resumes. */
function toResumeHold(booking: Booking, startAt: Date) {
  const endAt = new Date(+startAt + booking.durationMinutes * 60_000)
  const { id, providerId, reference, title, timeZone } = booking
  return {
    providerId,
    kind: 'PROPOSAL' as const,
    subjectId: id,
    bookingId: id,
    reference,
    title,
    timeZone,
    expiresAt: endAt,
    slots: [{ startAt, endAt }],
  }
}
