import * as z from 'zod/mini'
import { PhotoId } from '../bookings/photos.ts'
import { cancellation, contestNote, transitionNote as note, proposalParams, slotIndex } from '../bookings/actions.ts'
import { BookingStatus, DeclineReason, SiteNotes } from '../bookings/index.ts'
import { CancellationPreview, CancelReason } from '../bookings/cancellations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { BookingId, commaList, pageQuery, prose, UserId } from '../core/values.ts'
import { MarketplaceBooking } from './index.ts'
import { ProposalBody, ProposedSlot, RescheduleProposal } from '../bookings/reschedules.ts'
import { acceptingFields, customerFields } from './acting.ts'

/** A customer's decisions about a booking, made by the marketplace for them. */

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const
const params = z.object({ id: BookingId })

const decision = <Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.bookings.${name}`,
    method: 'POST',
    path: `/v2/marketplace/bookings/:id/${segment}`,
    summary,
    params,
    body,
    returns: MarketplaceBooking,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', ...errors],
  })

export const listMarketplaceBookings = operation({
  ...marketplace,
  name: 'marketplace.bookings.list',
  method: 'GET',
  path: '/v2/marketplace/bookings',
  summary: 'Bookings by creation, newest first: of a customer, of a provider or of all; meta carries nextCursor.',
  query: z.object({
    ...pageQuery,
    ...customerFields,
    providerId: z.optional(UserId),
    status: z.optional(commaList(BookingStatus)),
  }),
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
  errors: [],
})

export const acceptMarketplaceBooking = decision(
  'accept',
  'accept',
  'The customer accepts what their provider proposed.',
  z.object(acceptingFields),
  ['SLOT_CONFLICT', 'REQUEST_EXPIRED'],
)

export const declineMarketplaceBooking = decision(
  'decline',
  'decline',
  'The customer declines what their provider proposed.',
  z.object({ ...customerFields, reasonCode: DeclineReason, note, suggestSlots: z.optional(z.array(ProposedSlot)) }),
  ['REQUEST_EXPIRED'],
)

export const cancelMarketplaceBooking = decision(
  'cancel',
  'cancel',
  'The customer withdraws a request of theirs, or cancels on the terms of the preview.',
  z.object({ ...customerFields, ...cancellation }),
  ['FEE_CHANGED'],
)

export const getMarketplaceCancellationPreview = operation({
  ...marketplace,
  name: 'marketplace.bookings.cancellationPreview',
  method: 'GET',
  path: '/v2/marketplace/bookings/:id/cancellation-preview',
  summary: 'What cancelling would cost the customer now.',
  params,
  query: z.object({ ...customerFields, reasonCode: CancelReason }),
  returns: CancellationPreview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const confirmMarketplaceBooking = decision(
  'confirm',
  'confirm',
  'The customer agrees that the work is done.',
  z.object(customerFields),
)

export const requestFix = decision(
  'requestFix',
  'request-fix',
  'The customer asks for something to be put right, at most three times.',
  z.object({
    ...customerFields,
    note: prose(3, 2000, 'Say what is wrong, in 3 to 2,000 characters.'),
    photoIds: z._default(z.array(PhotoId).check(z.maxLength(10)), []),
  }),
  ['FIX_LIMIT'],
)

export const reportProviderNoShow = decision(
  'reportNoShow',
  'report-no-show',
  'Nobody came.',
  z.object({ ...customerFields, note }),
  ['NO_SHOW_TOO_EARLY'],
)

export const contestMarketplaceNoShow = decision(
  'contestNoShow',
  'contest-no-show',
  'The customer says within 7 days that they were there.',
  z.object({ ...customerFields, note: contestNote }),
  ['CONTEST_CLOSED'],
)

export const contestMarketplaceCancellation = decision(
  'contestCancellation',
  'contest-cancellation',
  'The customer says within 7 days that the cancellation was not their doing.',
  z.object({ ...customerFields, note: contestNote }),
  ['CONTEST_CLOSED'],
)

export const patchMarketplaceBooking = operation({
  ...marketplace,
  name: 'marketplace.bookings.patch',
  method: 'PATCH',
  path: '/v2/marketplace/bookings/:id',
  summary: 'Access, parking, pets and whom to ask for.',
  params,
  body: z.extend(SiteNotes, customerFields),
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const proposeMarketplaceTimes = operation({
  ...marketplace,
  name: 'marketplace.bookings.proposeTimes',
  method: 'POST',
  path: '/v2/marketplace/bookings/:id/reschedule-proposals',
  summary: 'The customer proposes other times, or counters those of the provider.',
  params,
  body: z.object({ ...customerFields, ...ProposalBody }),
  status: 201,
  returns: RescheduleProposal,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PROPOSAL_PENDING', 'RESCHEDULE_LIMIT', 'SLOT_CONFLICT'],
})

const answer = <Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.bookings.${name}`,
    method: 'POST',
    path: `/v2/marketplace/bookings/:id/reschedule-proposals/:proposalId/${segment}`,
    summary,
    params: proposalParams,
    body,
    returns: MarketplaceBooking,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', ...errors],
  })

export const acceptMarketplaceProposal = answer(
  'acceptProposal',
  'accept',
  'The customer takes one of the proposed times.',
  z.object({ ...acceptingFields, slotIndex }),
  ['PROPOSAL_EXPIRED', 'SLOT_CONFLICT'],
)
export const declineMarketplaceProposal = answer(
  'declineProposal',
  'decline',
  'The customer keeps the time that was agreed on.',
  z.object({ ...customerFields, note }),
  ['PROPOSAL_EXPIRED'],
)
export const withdrawMarketplaceProposal = answer(
  'withdrawProposal',
  'withdraw',
  'The customer takes their proposal back.',
  z.object(customerFields),
)
