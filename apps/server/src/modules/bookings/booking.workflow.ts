import type { BookingAction, BookingStatus, BookingView } from '@fettle/protocol/bookings'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { effectiveTimeOf } from '../../platform/http/occurred-at.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { holdSlots, releaseSlots } from '../availability/index.ts'
import { notify } from '../notifications/index.ts'
import { withdrawOpen } from './content/adjustments.service.ts'
import { actorOf, lockOwnBooking, subjectOf, type ActingParty } from './booking.access.ts'
import { loadDecisionContext, type BookingViewContext } from './lifecycle/decision-context.service.ts'
import { isDone } from './booking.rules.ts'
import type { Booking, BookingDecisionContext } from './booking.types.ts'
import * as store from './bookings.store.ts'
import { resolveStaleNotifications, postSystemMessage, type BookingEffects } from './booking.effects.ts'
import { toView } from './booking.view.ts'
import { insertFee } from './cancellation/fees.store.ts'
import { findBookingRelations } from './listing/relations.store.ts'
import { endProposal } from './rescheduling/release.service.ts'
import { scheduleTimers } from './timers/timers.jobs.ts'
import { updateWorkTimer } from './content/work-log.service.ts'

/** Runs the transitions of a booking: lock, decide, save, append the event and apply effects, in one transaction. */

export type BookingDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings'>

/** The decision context with the time at which the actor acted. */
export type BookingTransitionContext = BookingDecisionContext & Pick<BookingViewContext, 'verdict'> & { at: Date }

export interface BookingTransition {
  action: BookingAction
  version?: number | undefined
  occurredAt?: string | undefined
  /** Detects a repetition where the last transition does not show it. */
  isDone?: (booking: Booking) => boolean
  decide: (booking: Booking, context: BookingTransitionContext, tx: Tx) => Booking | Promise<Booking>
  /** Event, message and notification that follow. */
  describeEffects: (after: Booking, before: Booking) => BookingEffects
}

/** Builds the response view on demand, after the transaction has committed. */
export type LazyBookingView = () => Promise<BookingView>

export const runTransition = (
  deps: BookingDeps,
  party: ActingParty,
  id: string,
  asked: BookingTransition,
): Promise<LazyBookingView> =>
  deps.db.transaction(async (tx) => changeWithin(deps, tx, party, await lockOwnBooking(tx, party, id), asked))

/** Changes a booking within a transaction that holds the schedule lock. */
export async function changeWithin(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  before: Booking,
  asked: BookingTransition,
): Promise<LazyBookingView> {
  const context = await loadDecisionContext(deps, tx, before, party.role)
  if (isDone(before, asked.action, party.role) || asked.isDone?.(before)) return viewLater(deps, party, before)
  if (asked.version !== undefined && asked.version !== before.version) {
    const current = toView(before, context, await findBookingRelations(tx, before))
    throw new AppError('VERSION_CONFLICT', { thing: 'booking', current })
  }
  const at = effectiveTimeOf(asked.occurredAt, context.now)
  const after = await asked.decide(before, { ...context, at }, tx)
  const { action } = asked
  // Only a proposal creates a proposal, so none can have appeared.
  const hasProposal = context.proposal !== null
  await commitTransition(deps, tx, party, {
    before,
    after,
    at,
    action,
    effects: asked.describeEffects(after, before),
    hasProposal,
  })
  return viewLater(deps, party, after, { hasProposal })
}

/** Returns a function that builds the view of a booking with its current decision context. */
export const viewLater =
  (deps: BookingDeps, { role }: ActingParty, booking: Booking, known?: { hasProposal: boolean }): LazyBookingView =>
  async () => {
    const { db } = deps
    const [context, relations] = await db.parallel(
      () => loadDecisionContext(deps, db, booking, role, known),
      () => findBookingRelations(db, booking),
    )
    return toView(booking, context, relations)
  }

interface CompletedTransition {
  before: Booking
  after: Booking
  at: Date
  action: BookingAction
  effects: BookingEffects
  /** False when the caller knows that no proposal is pending. */
  hasProposal?: boolean
}

/** Saves a decided transition and applies its effects. The caller holds the schedule lock. */
export async function commitTransition(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  done: CompletedTransition,
): Promise<void> {
  const { before, after, at, action, effects } = done
  await store.save(tx, before, after)
  await appendEvent(tx, deps, {
    subject: subjectOf(after),
    type: effects.event,
    actor: actorOf(party),
    occurredAt: at,
    data: effects.data ?? {},
    providerId: after.providerId,
    customerId: after.customer.id,
  })
  await releaseResources(deps, tx, party, done)
  await updateWorkTimer(deps, tx, after.id, action, at)
  await resolveStaleNotifications(tx, deps, before, after)
  await scheduleTimers(tx, deps, before, after)
  await enqueueSeriesAnswer(tx, deps, before, after)
  await enqueueInvoicing(tx, deps, before, after)
  await enqueueFeeUpdate(tx, deps, before, after)
  await enqueueContest(tx, deps, before, after)
  if (effects.notification) await notify(tx, deps, effects.notification)
  if (effects.systemMessage) await postSystemMessage(tx, deps, after, effects.event, effects.systemMessage)
}

/** Job that passes the answer to a series request from its first visit to the whole series. */
export const SERIES_ANSWERED_JOB = 'series.record-answer'
async function enqueueSeriesAnswer(tx: Tx, { jobs }: BookingDeps, before: Booking, after: Booking): Promise<void> {
  if (before.status !== 'REQUESTED' || after.status === 'REQUESTED' || !after.links.seriesId) return
  await jobs.add(tx, SERIES_ANSWERED_JOB, { id: after.links.seriesId })
}

/** Job that charges confirmed work. */
export const WORK_CONFIRMED_JOB = 'invoices.charge-work'
async function enqueueInvoicing(tx: Tx, { jobs }: BookingDeps, before: Booking, after: Booking): Promise<void> {
  // Disputed work is charged by the settlement.
  if (before.status !== 'AWAITING_CONFIRMATION' || after.status !== 'COMPLETED') return
  await jobs.add(tx, WORK_CONFIRMED_JOB, { id: after.id })
}

/** Job that updates a fee that changed or was contested. */
export const FEE_CHANGED_JOB = 'invoices.charge-fee'
async function enqueueFeeUpdate(tx: Tx, { jobs }: BookingDeps, before: Booking, after: Booking): Promise<void> {
  const isNew = (after.cancellation && !before.cancellation) || (after.noShow && !before.noShow)
  const contestOf = ({ cancellation, noShow }: Booking) => (cancellation?.contest ?? noShow?.contest)?.status
  const isDisputed = (before.status === 'DISPUTED') !== (after.status === 'DISPUTED')
  if (isNew || isDisputed || contestOf(before) !== contestOf(after))
    await jobs.add(tx, FEE_CHANGED_JOB, { id: after.id })
}

/** Job that opens a contest about responsibility, which is resolved like a dispute. */
export const CONTESTED_JOB = 'disputes.open-contest'
async function enqueueContest(tx: Tx, { jobs }: BookingDeps, before: Booking, after: Booking): Promise<void> {
  const contestOf = ({ cancellation, noShow }: Booking) => cancellation?.contest ?? noShow?.contest
  const contest = contestOf(after)
  if (contest?.status !== 'OPEN' || contestOf(before)) return
  await jobs.add(tx, CONTESTED_JOB, { id: after.id, by: contest.by, note: contest.note })
}

const finalStatuses = new Set<BookingStatus>(['CANCELLED', 'NO_SHOW', 'AWAITING_CONFIRMATION', 'DECLINED', 'EXPIRED'])
const reschedulableStatuses = new Set<BookingStatus>(['REQUESTED', 'CONFIRMED', 'PAUSED'])

/** Releases what a booking no longer needs after a transition: open proposals and held slots. */
async function releaseResources(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  { before, after, hasProposal = true }: CompletedTransition,
): Promise<void> {
  if (before.status === after.status && before.pause?.resumeOn === after.pause?.resumeOn) return
  const hasMovedOn = before.status === 'REQUESTED' && after.status === 'CONFIRMED'
  if (hasProposal && (hasMovedOn || !reschedulableStatuses.has(after.status))) await endProposal(tx, deps, after)
  if (finalStatuses.has(after.status)) await withdrawOpen(deps, tx, after, party)
  if (before.pause) await releaseSlots(tx, after.id)
  if (after.pause?.resumeOn) await holdSlots(tx, toResumeHold(after, after.pause.resumeOn))
  if (after.cancellation && !before.cancellation) await insertFee(tx, after, 'CANCELLATION', after.cancellation)
  if (after.noShow && !before.noShow) await insertFee(tx, after, 'NO_SHOW', after.noShow)
}

/** Hold for the time at which a paused job resumes. */
function toResumeHold(booking: Booking, startAt: Date) {
  const endAt = new Date(+startAt + (+booking.endAt - +booking.startAt))
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
