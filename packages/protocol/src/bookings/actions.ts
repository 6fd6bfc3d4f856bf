import * as z from 'zod/mini'
import { slotConsent } from '../availability/availability.ts'
import { PhotoId } from './photos.ts'
import {
  ArrivalWindow,
  BookingView,
  ContactAttempt,
  ContactMethod,
  DeclineReason,
  Location,
  PauseReason,
  Price,
  SchedulingMode,
} from './index.ts'
import { CancellationPolicyName, CancellationPreview, CancelReason } from './cancellations.ts'
import { operation, recordAction } from '../core/operation.ts'
import { BookingId, CustomerId, FileId, Instant, line, prose } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { ProposalBody, ProposalId, ProposedSlot, RescheduleProposal } from './reschedules.ts'
import { issueText } from '../core/issue-text.ts'

/** A provider's actions on bookings. Every action returns the booking after it. */

/**
 * `version`: expected version for optimistic locking; a stale one is refused. `occurredAt`: when it happened by the
 * provider's clock, for actions taken offline.
 */
export const transitionFields = { version: z.optional(z.int()), occurredAt: z.optional(Instant) }
const params = z.object({ id: BookingId })
/** Optional note on a transition, by either side. */
export const transitionNote = z.optional(prose(0, 1000, issueText('MAX_CHARACTERS')))
const note = transitionNote

const bookings = { audience: 'provider', noun: 'bookings', path: '/v2/bookings', params, returns: BookingView } as const
const errors = ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'] as const
const bookingAction = recordAction({ ...bookings, errors })
/** A suspended provider may still take it on a running job. */
const runningJobAction = recordAction({ ...bookings, errors, whileSuspended: 'running' })

/** Content of a new booking, shared by both sides' operations. */
export const bookingDraft = {
  title: line(3, 120, issueText('TITLE_LENGTH')),
  description: z._default(prose(0, 5000, issueText('MAX_CHARACTERS')), ''),
  serviceCategory: z.optional(ServiceType),
  /** Absent for an unscheduled booking: `schedulingMode` is UNSCHEDULED then. */
  startAt: z.optional(Instant),
  durationMinutes: z.int().check(z.gte(15, issueText('MIN_MINUTES')), z.lte(1440, issueText('MAX_HOURS', { max: 24 }))),
  arrivalWindowMinutes: z._default(ArrivalWindow, 0),
  schedulingMode: z.optional(SchedulingMode),
  location: Location,
  price: z._default(Price, { model: 'TO_QUOTE' }),
  cancellationPolicy: z._default(CancellationPolicyName, 'STANDARD'),
}

export const createBooking = operation({
  name: 'bookings.create',
  method: 'POST',
  path: '/v2/bookings',
  audience: 'provider',
  summary: 'Propose a job to a customer I have worked with. The customer has to accept it.',
  body: z.object({ customerId: CustomerId, ...bookingDraft, ...slotConsent }),
  status: 201,
  returns: BookingView,
  errors: ['NOT_FOUND', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
})

export const rebookBooking = operation({
  name: 'bookings.rebook',
  method: 'POST',
  path: '/v2/bookings/:id/rebook',
  audience: 'provider',
  summary: 'Propose the same job again at another time.',
  params,
  body: z.object({
    startAt: Instant,
    durationMinutes: z.optional(bookingDraft.durationMinutes),
    ...slotConsent,
  }),
  status: 201,
  returns: BookingView,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
})

export const acceptBooking = bookingAction('accept', {
  summary:
    'Accept a request at the requested time or one of its alternatives. Refused once the slot is taken or the request has expired.',
  body: z.object({ ...transitionFields, slot: z.optional(ProposedSlot), ...slotConsent }),
  errors: ['SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED', 'REQUEST_EXPIRED'],
})

export const declineBooking = bookingAction('decline', {
  summary: 'Decline a request with a reason and, if wanted, other times.',
  body: z
    .object({
      ...transitionFields,
      reasonCode: DeclineReason,
      note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))),
      suggestSlots: z.optional(z.array(ProposedSlot).check(z.maxLength(3, issueText('MAX_SUGGESTED_TIMES')))),
    })
    .check(
      z.refine(({ reasonCode, note: text }) => reasonCode !== 'OTHER' || Boolean(text), {
        error: issueText('NOTE_REQUIRED'),
        path: ['note'],
      }),
    ),
  errors: ['REQUEST_EXPIRED'],
})

/** What happens to other jobs in progress when the provider leaves for or starts another one: pause them or keep them running. */
export const OtherJob = z.enum(['PAUSE', 'KEEP_RUNNING'], issueText('OTHER_JOB_CHOICE_REQUIRED'))
export type OtherJob = z.infer<typeof OtherJob>
const otherJob = z.optional(OtherJob)

/** Details of a JOB_IN_PROGRESS error: the job started last and the number of others in progress. */
export interface JobInProgress {
  bookingId: string
  reference: string
  title: string
  count: number
}

export const startTravel = bookingAction('startTravel', {
  summary:
    'Start travelling to the job. Allowed from four hours before the start. While another job is in progress, `otherJob` decides what happens to it.',
  body: z.object({ ...transitionFields, etaAt: z.optional(Instant), otherJob }),
  errors: ['BOOKING_TOO_EARLY', 'JOB_IN_PROGRESS'],
})

export const arriveAtBooking = runningJobAction('arrive', {
  summary: 'Report arrival. Allowed from one hour before the start.',
  body: z.object({
    ...transitionFields,
    lat: z.optional(z.number().check(z.gte(-90), z.lte(90))),
    lng: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  }),
  errors: ['BOOKING_TOO_EARLY'],
})

export const startBooking = runningJobAction('start', {
  summary:
    "Start the work, with the customer's code where required. While another job is in progress, `otherJob` decides what happens to it.",
  body: z.object({ ...transitionFields, startCode: z.optional(z.string().check(z.maxLength(10))), otherJob }),
  errors: ['START_CODE_WRONG', 'JOB_IN_PROGRESS'],
})

export const pauseBooking = runningJobAction('pause', {
  summary: 'Pause the work.',
  body: z.object({ ...transitionFields, reasonCode: PauseReason, note, resumeOn: z.optional(Instant) }),
})

export const resumeBooking = runningJobAction('resume', {
  summary: 'Resume the work. While another job is in progress, `otherJob` decides what happens to it.',
  body: z.object({ ...transitionFields, ...slotConsent, otherJob }),
  errors: ['JOB_IN_PROGRESS', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
})

export const completeBooking = runningJobAction('complete', {
  summary: 'Hand the work over. The customer confirms it, or it counts as confirmed after a time.',
  body: z.object({
    ...transitionFields,
    summary: prose(1, 2000, issueText('WORK_SUMMARY_LENGTH')),
    partial: z._default(z.boolean(), false),
    photoIds: z._default(z.array(PhotoId).check(z.maxLength(30)), []),
    signatureFileId: z.optional(FileId),
    finalMinutes: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  }),
  errors: ['CHECKLIST_INCOMPLETE', 'ADJUSTMENT_PENDING', 'ADJUSTMENT_REQUIRED', 'PHOTOS_REQUIRED'],
})

export const reopenBooking = runningJobAction('reopen', {
  summary:
    'Resume work that was handed over, within 24 hours. While another job is in progress, `otherJob` decides what happens to it.',
  body: z.object({ ...transitionFields, note, otherJob }),
  errors: ['JOB_IN_PROGRESS'],
})

export const reportLate = runningJobAction('late', {
  summary: 'Report a delay to the customer. Allowed three times.',
  body: z.object({
    ...transitionFields,
    etaAt: Instant,
    reasonCode: z.enum(['TRAFFIC', 'PREVIOUS_JOB', 'VEHICLE', 'MATERIALS', 'OTHER'], issueText('REASON_REQUIRED')),
    note,
  }),
  errors: ['LATE_LIMIT'],
})

export const getCancellationPreview = operation({
  name: 'bookings.cancellationPreview',
  method: 'GET',
  path: '/v2/bookings/:id/cancellation-preview',
  audience: 'provider',
  summary: 'Preview the fees of cancelling now and the effect on my rates.',
  params,
  query: z.object({ reasonCode: CancelReason }),
  returns: CancellationPreview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

/** Body of a cancellation: the reason and the accepted terms. */
export const cancellation = {
  reasonCode: z.optional(CancelReason),
  note,
  photoIds: z._default(z.array(PhotoId).check(z.maxLength(10, issueText('MAX_PHOTOS'))), []),
  /** Accepts the previewed fee. */
  acceptFee: z.optional(z.boolean()),
  previewHash: z.optional(z.string().check(z.maxLength(100))),
}

export const cancelBooking = runningJobAction('cancel', {
  summary: 'Cancel a confirmed booking with a reason, on the terms of the preview, or withdraw my own request.',
  body: z.object({ ...transitionFields, ...cancellation }),
  errors: ['FEE_CHANGED', 'CONTACT_REQUIRED'],
})

export const reportNoShow = runningJobAction('reportNoShow', {
  summary:
    'Report that the customer did not show up. Requires the waiting time and an attempt to contact the customer.',
  body: z.object({
    ...transitionFields,
    note: prose(1, 1000, issueText('DESCRIBE_INCIDENT')),
    photoIds: z._default(z.array(PhotoId).check(z.maxLength(10, issueText('MAX_PHOTOS'))), []),
  }),
  errors: ['NO_SHOW_TOO_EARLY', 'CONTACT_REQUIRED'],
})

/** Why the caller contests it. */
export const contestNote = prose(10, 2000, issueText('DESCRIBE_INCIDENT'))

export const contestCancellation = bookingAction('contestCancellation', {
  summary: 'Contest responsibility for a cancellation, within 7 days.',
  body: z.object({ ...transitionFields, note: contestNote }),
  errors: ['CONTEST_CLOSED'],
})

export const contestNoShow = bookingAction('contestNoShow', {
  summary: 'Contest a no-show report, within 7 days.',
  body: z.object({ ...transitionFields, note: contestNote }),
  errors: ['CONTEST_CLOSED'],
})

export const addContactAttempt = operation({
  name: 'bookings.addContactAttempt',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/contact-attempts',
  audience: 'provider',
  summary: 'Record an attempt to contact the customer.',
  params,
  body: z.object({ method: ContactMethod, occurredAt: transitionFields.occurredAt }),
  status: 201,
  returns: ContactAttempt,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const proposeTimes = operation({
  name: 'bookings.proposeTimes',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/reschedule-proposals',
  audience: 'provider',
  summary: 'Propose up to three other times. Answers an open proposal of the customer with a counter-proposal.',
  params,
  body: z.object({ ...transitionFields, ...ProposalBody, ...slotConsent }),
  status: 201,
  returns: RescheduleProposal,
  errors: [
    'NOT_FOUND',
    'INVALID_TRANSITION',
    'VERSION_CONFLICT',
    'PROPOSAL_PENDING',
    'RESCHEDULE_LIMIT',
    'SLOT_CONFLICT',
    'ACKNOWLEDGE_REQUIRED',
  ],
})

export const proposalParams = z.object({ id: BookingId, proposalId: ProposalId })

const proposalAction = recordAction({
  ...bookings,
  whileSuspended: 'running',
  params: proposalParams,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const slotIndex = z.int(issueText('TIME_REQUIRED')).check(z.gte(0), z.lte(2))

export const acceptProposal = proposalAction('acceptProposal', {
  segment: 'reschedule-proposals/:proposalId/accept',
  summary: 'Move the booking to one of the proposed times.',
  body: z.object({ slotIndex, ...slotConsent }),
  errors: ['PROPOSAL_EXPIRED', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
})
export const declineProposal = proposalAction('declineProposal', {
  segment: 'reschedule-proposals/:proposalId/decline',
  summary: 'Decline the proposed times and keep the agreed one.',
  body: z.object({ note }),
  errors: ['PROPOSAL_EXPIRED'],
})
export const withdrawProposal = proposalAction('withdrawProposal', {
  segment: 'reschedule-proposals/:proposalId/withdraw',
  summary: 'Withdraw my reschedule proposal.',
  body: z.object({}),
})
