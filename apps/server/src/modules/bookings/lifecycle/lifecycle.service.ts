import type { Received } from '@fettle/protocol'
import type * as protocol from '@fettle/protocol/bookings/actions'
import type { requestFix as requestFixOperation } from '@fettle/protocol/marketplace/bookings'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertRate } from '../../auth/index.ts'
import { claimSlot } from '../../availability/index.ts'
import { attachFiles } from '../../uploads/index.ts'
import { approvedMinutes, assertNonePending, assertWithinEstimate } from '../content/adjustments.rules.ts'
import { listOf as listAdjustments } from '../content/adjustments.store.ts'
import { allowOverlap } from '../bookings.store.ts'
import { bookingWorkflow, type BookingDeps, type LazyBookingView } from '../booking.workflow.ts'
import { toSlotClaim } from './decision-context.service.ts'
import { assertAllowed } from '../booking.rules.ts'
import type { Booking } from '../booking.types.ts'
import { notificationParams, toNotification } from '../booking.effects.ts'
import { assertPhotosOf } from '../cancellation/cancellation.rules.ts'
import { assertChecklistDone } from '../content/checklist.rules.ts'
import { listOf as listItems } from '../content/checklist.store.ts'
import { listOf as listPhotos } from '../content/photos.store.ts'
import { workedMinutes } from '../content/work-log.rules.ts'
import { listOf as listSegments } from '../content/work-log.store.ts'
import * as rules from './lifecycle.rules.ts'
import { settleOtherJobs } from './pause.service.ts'

/** Starts travelling. */
export const startTravel = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { etaAt, otherJob, ...request }: Received<typeof protocol.startTravel>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'start-travel',
    async decide(booking, context, tx) {
      const travelling = rules.startTravel(booking, context, etaAt === undefined ? undefined : new Date(etaAt))
      await settleOtherJobs(deps, tx, party, booking, { otherJob, at: context.at })
      return travelling
    },
    describeEffects: (after) => ({
      event: 'booking.en_route',
      data: { etaAt: after.etaAt?.toISOString() ?? null },
      systemMessage: after.etaAt
        ? {
            code: 'provider-on-the-way-until',
            params: { person: party.name, eta: instantParam(after.etaAt, after.timeZone) },
          }
        : { code: 'provider-on-the-way', params: { person: party.name } },
    }),
  })

/** Records arrival. The position is stored for the provider and for disputes. */
export const arrive = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { lat, lng, ...request }: Received<typeof protocol.arriveAtBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'arrive',
    decide: rules.arrive,
    describeEffects: () => ({
      event: 'booking.arrived',
      data: lat === undefined || lng === undefined ? {} : { lat, lng },
      systemMessage: { code: 'provider-arrived', params: { person: party.name } },
    }),
  })

/** Tries of a start code, which has four digits. */
const START_CODE_TRIES = { limit: 5, windowMs: 15 * 60_000 }

/** Starts the work. Throws RATE_LIMITED after too many start codes. */
export async function start(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { startCode, otherJob, ...request }: Received<typeof protocol.startBooking>['body'],
): Promise<LazyBookingView> {
  if (startCode && deps.settings().requireStartCode)
    await assertRate(deps, `start-code ${id} ${party.id}`, START_CODE_TRIES)
  return bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'start',
    async decide(booking, context, tx) {
      const started = rules.start(booking, context, { startCode, settings: deps.settings() })
      await settleOtherJobs(deps, tx, party, booking, { otherJob, at: context.at })
      return started
    },
    describeEffects: (after) => ({
      event: 'booking.started',
      systemMessage: { code: 'work-started', params: { title: after.title } },
    }),
  })
}

/** Resumes the work. The slot is claimed like any other. */
export const resume = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, occurredAt, otherJob, ...consent }: Received<typeof protocol.resumeBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    version,
    occurredAt,
    action: 'resume',
    async decide(booking, context, tx) {
      assertAllowed(booking, 'resume', context)
      // First, because a paused job releases its slot to this one.
      await settleOtherJobs(deps, tx, party, booking, { otherJob, at: context.at })
      // Short notice needs no warning for somebody already working.
      const acknowledge = [...(consent.acknowledge ?? []), 'SHORT_NOTICE' as const]
      const claim = toSlotClaim({ ...booking, ...rules.visitOf(booking, context.at) })
      await claimSlot(deps, tx, claim, { ...consent, acknowledge, role: 'PROVIDER' })
      return rules.resume(booking, context)
    },
    describeEffects: ({ startAt }, before) => ({
      event: 'booking.resumed',
      data:
        before.startAt && startAt?.getTime() !== before.startAt.getTime()
          ? { from: { startAt: before.startAt.toISOString() } }
          : {},
      systemMessage: { code: 'work-resumed' },
    }),
  })

/** Hands the work over. */
export const complete = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  {
    summary,
    partial,
    photoIds,
    signatureFileId,
    finalMinutes,
    ...request
  }: Received<typeof protocol.completeBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'complete',
    async decide(booking, context, tx) {
      const settings = deps.settings()
      assertAllowed(booking, 'complete', { ...context, now: context.at })
      const minutes = await assertReady(tx, booking, {
        at: context.at,
        now: context.now,
        photoIds,
        finalMinutes,
        minAfterPhotos: settings.minAfterPhotos,
      })
      if (signatureFileId !== undefined) {
        const attachment = { ownerId: party.id, ids: [signatureFileId], purpose: 'SIGNATURE', attachedTo: id } as const
        await attachFiles(tx, { ...attachment, field: 'signatureFileId' })
      }
      return rules.complete(booking, context, {
        settings,
        workedMinutes: minutes,
        completion: {
          summary,
          partial,
          photoIds: [...photoIds],
          finalMinutes: finalMinutes ?? null,
          customerSignature: signatureFileId ?? null,
        },
      })
    },
    describeEffects: (after) => ({
      event: 'booking.completed',
      data: { summary, partial, photoIds, finalMinutes: after.completion?.finalMinutes ?? null },
      systemMessage: partial
        ? { code: 'work-partly-done', params: { title: after.title } }
        : { code: 'work-done', params: { title: after.title } },
    }),
  })

/**
 * Guards of completion: required items are answered, no adjustment is pending, and the time is within the agreed limit.
 */
async function assertReady(
  tx: Tx,
  booking: Booking,
  {
    at,
    now,
    photoIds,
    finalMinutes,
    minAfterPhotos,
  }: { at: Date; now: Date; photoIds: readonly string[]; finalMinutes: number | undefined; minAfterPhotos: number },
): Promise<number> {
  const { id: bookingId } = booking
  const [items, extra, photos, log] = await tx.parallel(
    () => listItems(tx, bookingId),
    () => listAdjustments(tx, bookingId),
    () => listPhotos(tx, bookingId),
    () => listSegments(tx, bookingId),
  )
  assertChecklistDone(items)
  assertNonePending(extra.filter(({ expiresAt }) => now < expiresAt))
  assertPhotosOf(
    photoIds,
    photos.map(({ id }) => id),
  )
  const after = photos.filter(({ kind }) => kind === 'AFTER').length
  if (after < minAfterPhotos) throw new AppError('PHOTOS_REQUIRED', { n: minAfterPhotos - after })
  const minutes = finalMinutes ?? (workedMinutes(log, at) || booking.durationMinutes)
  if (booking.price.model === 'HOURLY') {
    assertWithinEstimate({
      estimatedMinutes: booking.price.estimatedMinutes ?? null,
      extraMinutes: approvedMinutes(extra),
      finalMinutes: minutes,
    })
  }
  return minutes
}

/** Confirms the work as the customer. */
export const confirm = (deps: BookingDeps, party: ActingPerson, id: string): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    action: 'confirm',
    decide: rules.confirm,
    describeEffects: (after) => ({
      event: 'booking.confirmed_by_customer',
      data: { automatic: false },
      systemMessage: { code: 'work-confirmed', params: { title: after.title } },
      notification: toNotification(after, 'work-confirmed', { ...notificationParams(after), automatic: false }),
    }),
  })

/** Requests a fix as the customer. */
export const requestFix = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { note, photoIds }: Pick<Received<typeof requestFixOperation>['body'], 'note' | 'photoIds'>,
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    action: 'request-fix',
    async decide(booking, context, tx) {
      const after = rules.requestFix(booking, context)
      if (photoIds.length > 0) {
        assertPhotosOf(
          photoIds,
          (await listPhotos(tx, id)).map((photo) => photo.id),
        )
      }
      await allowOverlap(tx, booking, note)
      return after
    },
    describeEffects: (after) => ({
      event: 'booking.reopened',
      data: { note, photoIds },
      systemMessage: { code: 'fix-requested', params: { customer: after.customer.name, note } },
      notification: toNotification(after, 'fix-requested', { ...notificationParams(after), note }),
    }),
  })

/** Reopens the work as the provider. */
export const reopen = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { note, otherJob, ...request }: Received<typeof protocol.reopenBooking>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'reopen',
    async decide(booking, context, tx) {
      const reopened = rules.reopen(booking, context)
      await allowOverlap(tx, booking, note || booking.title)
      await settleOtherJobs(deps, tx, party, booking, { otherJob, at: context.at })
      return reopened
    },
    describeEffects: (after) => ({
      event: 'booking.reopened',
      data: note ? { note } : {},
      systemMessage: { code: 'work-reopened', params: { person: party.name, title: after.title } },
    }),
  })

/** Reports a delay. */
export const late = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { etaAt, reasonCode, note, ...request }: Received<typeof protocol.reportLate>['body'],
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    // Repeating the same time is not another delay.
    isDone: (booking) => booking.lateCount > 0 && booking.etaAt?.toISOString() === new Date(etaAt).toISOString(),
    decide: (booking, context) => rules.late(booking, context, new Date(etaAt)),
    describeEffects: (after) => ({
      event: 'booking.late',
      data: { etaAt, reasonCode, ...(note && { note }) },
      systemMessage: {
        code: 'provider-late',
        params: { person: party.name, eta: instantParam(new Date(etaAt), after.timeZone) },
      },
    }),
  })
