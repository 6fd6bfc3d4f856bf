import * as z from 'zod/mini'
import { PublicProvider } from '../accounts/profile.ts'
import { ConflictPolicy, RecurrenceRule } from '../bookings/series.ts'
import { PhotoId } from '../bookings/photos.ts'
import {
  bookingDraft,
  cancellation,
  contestNote,
  transitionNote as note,
  proposalParams,
  slotIndex,
} from '../bookings/actions.ts'
import { BookingDetails, BookingStatus, DeclineReason, SiteNotes, TimelineEntry } from '../bookings/index.ts'
import { CancellationPreview, CancelReason } from '../bookings/cancellations.ts'
import { operation, recordAction } from '../core/operation.ts'
import { BookingId, CustomerId, prose, TimeZone, UserId } from '../core/values.ts'
import { ProposalBody, ProposedSlot, RescheduleProposal } from '../bookings/reschedules.ts'
import { acceptingCustomer, actingCustomer, marketplaceListQuery } from './acting-customer.ts'
import { issueText } from '../core/issue-text.ts'

/** Bookings of customers, and their actions on them, called by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const
const params = z.object({ id: BookingId })

/** A booking as the marketplace sees it: unmasked, with its timeline. */
export const MarketplaceBooking = z.extend(BookingDetails, {
  customerId: CustomerId,
  providerId: UserId,
  provider: PublicProvider,
  timeline: z.array(TimelineEntry),
})
export type MarketplaceBooking = z.infer<typeof MarketplaceBooking>

const act = recordAction({
  ...marketplace,
  noun: 'marketplace.bookings',
  path: '/v2/marketplace/bookings',
  params,
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const createMarketplaceBooking = operation({
  ...marketplace,
  name: 'marketplace.bookings.create',
  method: 'POST',
  path: '/v2/marketplace/bookings',
  summary: 'Request a job from a provider, or book it at once where the provider allows instant booking.',
  body: z.object({
    customerId: CustomerId,
    providerId: UserId,
    ...bookingDraft,
    timeZone: z.optional(TimeZone),
    /** Requests a series: this request is for the first visit, and its answer applies to all. */
    recurrence: z.optional(z.object({ rule: RecurrenceRule, conflictPolicy: z._default(ConflictPolicy, 'FAIL') })),
  }),
  status: 201,
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND', 'SLOT_CONFLICT', 'SERIES_CONFLICT'],
})

export const getMarketplaceBooking = operation({
  ...marketplace,
  name: 'marketplace.bookings.get',
  method: 'GET',
  path: '/v2/marketplace/bookings/:id',
  summary: 'Get a booking with its timeline.',
  params,
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND'],
})

export const listMarketplaceBookings = operation({
  ...marketplace,
  name: 'marketplace.bookings.list',
  method: 'GET',
  path: '/v2/marketplace/bookings',
  summary: 'List bookings by creation, newest first: of a customer, of a provider or of all. meta carries nextCursor.',
  query: marketplaceListQuery(BookingStatus),
  returns: z.array(
    z.pick(MarketplaceBooking, {
      id: true,
      reference: true,
      status: true,
      title: true,
      customerId: true,
      providerId: true,
      startAt: true,
      endAt: true,
      timeZone: true,
      price: true,
      version: true,
      createdAt: true,
      updatedAt: true,
    }),
  ),
})

export const acceptMarketplaceBooking = act('accept', {
  summary: "Accept the provider's proposal as the customer.",
  body: z.object(acceptingCustomer),
  errors: ['SLOT_CONFLICT', 'REQUEST_EXPIRED'],
})

export const declineMarketplaceBooking = act('decline', {
  summary: "Decline the provider's proposal as the customer.",
  body: z.object({
    ...actingCustomer,
    reasonCode: DeclineReason,
    note,
    suggestSlots: z.optional(z.array(ProposedSlot)),
  }),
  errors: ['REQUEST_EXPIRED'],
})

export const cancelMarketplaceBooking = act('cancel', {
  summary: "Withdraw the customer's request, or cancel a booking on the terms of the preview.",
  body: z.object({ ...actingCustomer, ...cancellation }),
  errors: ['FEE_CHANGED'],
})

export const getMarketplaceCancellationPreview = operation({
  ...marketplace,
  name: 'marketplace.bookings.cancellationPreview',
  method: 'GET',
  path: '/v2/marketplace/bookings/:id/cancellation-preview',
  summary: 'Preview what cancelling costs the customer now.',
  params,
  query: z.object({ ...actingCustomer, reasonCode: CancelReason }),
  returns: CancellationPreview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const confirmMarketplaceBooking = act('confirm', {
  summary: 'Confirm as the customer that the work is done.',
  body: z.object(actingCustomer),
})

export const requestFix = act('requestFix', {
  summary: 'Request a fix as the customer. Allowed three times.',
  body: z.object({
    ...actingCustomer,
    note: prose(3, 2000, issueText('FIX_REASON_LENGTH')),
    photoIds: z._default(z.array(PhotoId).check(z.maxLength(10)), []),
  }),
  errors: ['FIX_LIMIT'],
})

export const reportProviderNoShow = act('reportNoShow', {
  summary: 'Report as the customer that the provider did not show up.',
  body: z.object({ ...actingCustomer, note }),
  errors: ['NO_SHOW_TOO_EARLY'],
})

export const contestMarketplaceNoShow = act('contestNoShow', {
  summary: 'Contest a no-show report as the customer, within 7 days.',
  body: z.object({ ...actingCustomer, note: contestNote }),
  errors: ['CONTEST_CLOSED'],
})

export const contestMarketplaceCancellation = act('contestCancellation', {
  summary: 'Contest responsibility for a cancellation as the customer, within 7 days.',
  body: z.object({ ...actingCustomer, note: contestNote }),
  errors: ['CONTEST_CLOSED'],
})

export const patchMarketplaceBooking = operation({
  ...marketplace,
  name: 'marketplace.bookings.patch',
  method: 'PATCH',
  path: '/v2/marketplace/bookings/:id',
  summary: "Set the customer's notes on access, parking, pets and the contact person.",
  params,
  body: z.extend(SiteNotes, actingCustomer),
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const proposeMarketplaceTimes = operation({
  ...marketplace,
  name: 'marketplace.bookings.proposeTimes',
  method: 'POST',
  path: '/v2/marketplace/bookings/:id/reschedule-proposals',
  summary: 'Propose other times as the customer, or counter a proposal of the provider.',
  params,
  body: z.object({ ...actingCustomer, ...ProposalBody }),
  status: 201,
  returns: RescheduleProposal,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PROPOSAL_PENDING', 'RESCHEDULE_LIMIT', 'SLOT_CONFLICT'],
})

export const acceptMarketplaceProposal = act('acceptProposal', {
  segment: 'reschedule-proposals/:proposalId/accept',
  summary: 'Accept one of the proposed times as the customer.',
  params: proposalParams,
  body: z.object({ ...acceptingCustomer, slotIndex }),
  errors: ['PROPOSAL_EXPIRED', 'SLOT_CONFLICT'],
})
export const declineMarketplaceProposal = act('declineProposal', {
  segment: 'reschedule-proposals/:proposalId/decline',
  summary: 'Decline the proposed times as the customer and keep the agreed one.',
  params: proposalParams,
  body: z.object({ ...actingCustomer, note }),
  errors: ['PROPOSAL_EXPIRED'],
})
export const withdrawMarketplaceProposal = act('withdrawProposal', {
  segment: 'reschedule-proposals/:proposalId/withdraw',
  summary: "Withdraw the customer's reschedule proposal.",
  params: proposalParams,
  body: z.object(actingCustomer),
})
