import * as z from 'zod/mini'
import { fileErrors } from '../common/uploads.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, idOf, Instant, pageQuery, prose, UserId } from '../core/values.ts'
import { AspectStars, Review, ReviewId, ReviewReply, ReviewState, Stars } from '../reviews/index.ts'
import { reviewLimits } from '../reviews/constants.ts'
import { issueText } from '../core/issue-text.ts'

/** Reviews for the marketplace: written by customers, read by everybody. */

const marketplace = { audience: 'marketplace', scope: 'reviews' } as const
const operator = { audience: 'marketplace', scope: 'operator' } as const
const params = z.object({ id: ReviewId })
/** The customer the call acts for, unless the header names one. */
const customerId = z.optional(CustomerId)

export const MarketplaceReview = z.extend(
  z.pick(Review, { id: true, work: true, customer: true, rating: true, comment: true, photos: true, version: true }),
  {
    aspects: AspectStars,
    providerId: UserId,
    /** SEALED is visible to its author and operators only. */
    status: ReviewState,
    createdAt: Instant,
    publishedAt: z.nullable(Instant),
    reply: z.nullable(ReviewReply),
  },
)
export type MarketplaceReview = z.infer<typeof MarketplaceReview>

const aspect = z.optional(Stars)

export const createReview = operation({
  ...marketplace,
  name: 'marketplace.reviews.create',
  method: 'POST',
  path: '/v2/marketplace/reviews',
  summary:
    'Create a review of finished work, or of a provider who did not come, within 14 days. It is sealed until the provider has rated too or the 14 days are over. Add photos with separate calls.',
  body: z
    .object({
      customerId,
      bookingId: z.optional(BookingId),
      contractId: z.optional(idOf('ctr')),
      rating: Stars,
      aspects: z._default(z.object({ quality: aspect, punctuality: aspect, communication: aspect, value: aspect }), {}),
      comment: z._default(prose(0, reviewLimits.commentLength, issueText('MAX_CHARACTERS')), ''),
    })
    .check(
      z.refine((body) => (body.bookingId === undefined) !== (body.contractId === undefined), {
        error: issueText('REVIEWED_WORK_REQUIRED'),
        path: ['bookingId'],
      }),
    ),
  status: 201,
  returns: MarketplaceReview,
  errors: ['NOT_FOUND', 'NOT_REVIEWABLE', 'REVIEW_CLOSED', 'REVIEW_EXISTS'],
})

export const listMarketplaceReviews = operation({
  ...marketplace,
  name: 'marketplace.reviews.list',
  method: 'GET',
  path: '/v2/marketplace/reviews',
  summary:
    "List a provider's visible reviews, newest first. With customerId: those that customer wrote, including sealed ones.",
  query: z.object({ ...pageQuery, providerId: z.optional(UserId), customerId }).check(
    z.refine((query) => query.providerId !== undefined || query.customerId !== undefined, {
      error: issueText('REVIEWS_OF_REQUIRED'),
      path: ['providerId'],
    }),
  ),
  returns: z.array(MarketplaceReview),
})

export const getMarketplaceReview = operation({
  ...marketplace,
  name: 'marketplace.reviews.get',
  method: 'GET',
  path: '/v2/marketplace/reviews/:id',
  summary: 'Get a review: for an acting customer one they wrote, sealed or not; otherwise a visible one.',
  params,
  query: z.object({ customerId }),
  returns: MarketplaceReview,
  errors: ['NOT_FOUND'],
})

export const addReviewPhoto = operation({
  ...marketplace,
  name: 'marketplace.reviews.addPhoto',
  method: 'POST',
  path: '/v2/marketplace/reviews/:id/photos',
  summary: "Add a customer's photo to their review: at most five, within 48 hours of writing it.",
  params,
  file: 'file',
  body: z.object({ customerId }),
  status: 201,
  returns: MarketplaceReview,
  errors: ['NOT_FOUND', 'REVIEW_CLOSED', 'REVIEW_PHOTO_LIMIT', ...fileErrors],
})

/** Additional fields for operators: why it is contested and who hid it. */
export const ModeratedReview = z.extend(MarketplaceReview, {
  contest: Review.shape.contest,
  hidden: Review.shape.hidden,
})
export type ModeratedReview = z.infer<typeof ModeratedReview>

export const hideReview = operation({
  ...operator,
  name: 'marketplace.reviews.hide',
  method: 'POST',
  path: '/v2/marketplace/reviews/:id/hide',
  summary: 'Remove a review from view and from the rating. Its provider reads the reason.',
  params,
  body: z.object({ reason: prose(3, 500, issueText('EXPLAIN_WHY')) }),
  returns: ModeratedReview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const restoreReview = operation({
  ...operator,
  name: 'marketplace.reviews.restore',
  method: 'POST',
  path: '/v2/marketplace/reviews/:id/restore',
  summary: 'Restore a removed review.',
  params,
  body: z.object({ reason: prose(3, 500, issueText('EXPLAIN_WHY')) }),
  returns: ModeratedReview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
