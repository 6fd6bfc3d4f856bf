import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { BookingId, commaList, CustomerId, FileId, idOf, Instant, pageQuery, prose } from '../core/values.ts'
import { Upload } from '../common/uploads.ts'
import { issueText } from '../core/issue-text.ts'
import { reviewLimits, contestReasons, customerTags } from './constants.ts'

/**
 * Customers' reviews and their state machine. A review is sealed until the other side has rated too or can no longer do
 * so, so that neither rates in response to the other.
 */
export const reviewFlow = flow(['SEALED', 'PUBLISHED', 'UNDER_REVIEW', 'HIDDEN'], ['SEALED'], {
  publish: { from: ['SEALED'], to: 'PUBLISHED', by: ['SYSTEM'] },
  /** The no-show it was about was overturned: the review is never shown. */
  drop: { from: ['SEALED'], to: 'HIDDEN', by: ['SYSTEM'] },
  /** Its provider contests it. It stays visible meanwhile. */
  contest: { from: ['PUBLISHED'], to: 'UNDER_REVIEW', by: ['PROVIDER'] },
  /** The contest failed or was withdrawn. */
  keep: { from: ['UNDER_REVIEW'], to: 'PUBLISHED', by: ['SYSTEM', 'OPERATOR'] },
  hide: { from: ['PUBLISHED', 'UNDER_REVIEW'], to: 'HIDDEN', by: ['SYSTEM', 'OPERATOR'] },
  restore: { from: ['HIDDEN'], to: 'PUBLISHED', by: ['OPERATOR'] },
})
export type ReviewTransitionName = keyof typeof reviewFlow.transitions
export const ReviewState = z.enum(reviewFlow.states)
export type ReviewState = z.infer<typeof ReviewState>
/** Statuses visible to others than the author. */
export const ReviewStatus = z.enum(['PUBLISHED', 'UNDER_REVIEW', 'HIDDEN'])
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** Actions that leave the state unchanged. */
export const reviewUpdates = {
  reply: { from: ['PUBLISHED', 'UNDER_REVIEW'], by: ['PROVIDER'] },
  'edit-reply': { from: ['PUBLISHED', 'UNDER_REVIEW'], by: ['PROVIDER'] },
} as const satisfies Record<string, { from: readonly ReviewState[]; by: readonly ['PROVIDER'] }>
export const ReviewAction = z.enum(['reply', 'edit-reply', 'contest'])
export type ReviewAction = z.infer<typeof ReviewAction>

export const Stars = z
  .int(issueText('STARS_RANGE', { min: 1, max: 5 }))
  .check(z.gte(1, issueText('STARS_RANGE', { min: 1, max: 5 })), z.lte(5, issueText('STARS_RANGE', { min: 1, max: 5 })))

export const ReviewId = idOf('rev')
const ContractId = idOf('ctr')

export const reviewedWork = ['BOOKING', 'CONTRACT'] as const
export const ReviewedWork = z.object({
  type: z.enum(reviewedWork),
  id: z.string(),
  reference: z.string(),
  title: z.string(),
})
export type ReviewedWork = z.infer<typeof ReviewedWork>

export const ContestReason = z.enum(contestReasons, issueText('REPORT_REASON_REQUIRED'))
export type ContestReason = z.infer<typeof ContestReason>

export const CustomerTag = z.enum(customerTags)
export type CustomerTag = z.infer<typeof CustomerTag>

const star = z.nullable(z.int())
export const AspectStars = z.object({ quality: star, punctuality: star, communication: star, value: star })
export type AspectStars = z.infer<typeof AspectStars>

export const ReviewReply = z.object({ text: z.string(), at: Instant, editableUntil: Instant })
export type ReviewReply = z.infer<typeof ReviewReply>

export const ReviewContest = z.object({
  reasonCode: ContestReason,
  note: z.string(),
  evidence: z.array(Upload),
  at: Instant,
  status: z.enum(['OPEN', 'UPHELD', 'REJECTED', 'WITHDRAWN']),
  /** The dispute it led to. */
  disputeId: z.nullable(z.string()),
})
export type ReviewContest = z.infer<typeof ReviewContest>

/** A review as its provider sees it. */
export const Review = z.object({
  id: ReviewId,
  work: ReviewedWork,
  customer: z.object({ id: CustomerId, name: LocalizedText, avatar: z.nullable(z.string()) }),
  rating: z.int(),
  /** Null where the customer gave none. */
  aspects: AspectStars,
  comment: z.string(),
  photos: z.array(Upload),
  status: ReviewStatus,
  publishedAt: Instant,
  reply: z.nullable(ReviewReply),
  contest: z.nullable(ReviewContest),
  /** Deadline for contesting. Null where that is not possible. */
  contestableUntil: z.nullable(Instant),
  /** Why an operator hid it. */
  hidden: z.nullable(z.object({ reason: LocalizedText, at: Instant })),
  version: z.int(),
  allowedActions: z.array(ReviewAction),
})
export type Review = z.infer<typeof Review>

/** Summary of the visible reviews. */
export const ReviewSummary = z.object({
  count: z.int(),
  /** To one decimal; null before the first. */
  average: z.nullable(z.number()),
  /** Number of reviews with five, four, three, two and one star. */
  distribution: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  aspects: z.object({
    quality: z.nullable(z.number()),
    punctuality: z.nullable(z.number()),
    communication: z.nullable(z.number()),
    value: z.nullable(z.number()),
  }),
  unanswered: z.int(),
  hidden: z.int(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

/** A provider's private rating of a customer. */
export const CustomerRating = z.object({
  rating: z.int(),
  tags: z.array(CustomerTag),
  note: z.string(),
  at: Instant,
})
export type CustomerRating = z.infer<typeof CustomerRating>

export const WorkReviewAction = z.enum(['rate-customer', 'ask-review'])
export type WorkReviewAction = z.infer<typeof WorkReviewAction>

/** Both sides' reviews of one piece of work, as far as its provider may see them. */
export const WorkReview = z.object({
  /** Null while there is none or it is sealed. */
  review: z.nullable(Review),
  /** The customer has written a review. It is shown once the provider has rated too or the time is over. */
  isSealed: z.boolean(),
  customerRating: z.nullable(CustomerRating),
  asked: z.object({ times: z.int(), lastAt: z.nullable(Instant), nextAt: z.nullable(Instant) }),
  /** Deadline for both sides. Null while the work is not finished. */
  closesAt: z.nullable(Instant),
  allowedActions: z.array(WorkReviewAction),
})
export type WorkReview = z.infer<typeof WorkReview>

const provider = { audience: 'provider' } as const
const params = z.object({ id: ReviewId })

export const listReviews = operation({
  ...provider,
  name: 'reviews.list',
  method: 'GET',
  path: '/v2/reviews',
  summary: 'List my reviews, newest first. meta carries nextCursor, total, countsByStatus and the rating summary.',
  query: z.object({
    ...pageQuery,
    /** Filter by stars. */
    stars: z.optional(commaList(z.enum(['1', '2', '3', '4', '5']))),
    status: z.optional(commaList(ReviewStatus)),
    /** Visible reviews without a reply. */
    unanswered: z.optional(z.literal('true')),
  }),
  returns: z.array(Review),
})

export const getReview = operation({
  ...provider,
  name: 'reviews.get',
  method: 'GET',
  path: '/v2/reviews/:id',
  summary: 'Get a review with its reply and allowedActions.',
  params,
  returns: Review,
  errors: ['NOT_FOUND'],
})

export const replyToReview = operation({
  ...provider,
  name: 'reviews.reply',
  method: 'POST',
  path: '/v2/reviews/:id/reply',
  summary: 'Reply to a review publicly, once. The reply can be changed for 48 hours.',
  params,
  body: z.object({
    text: prose(1, reviewLimits.replyLength, issueText('TEXT_LENGTH')),
    version: z.optional(z.int()),
  }),
  returns: Review,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REPLY_CLOSED'],
})

export const contestReview = operation({
  ...provider,
  name: 'reviews.contest',
  method: 'POST',
  path: '/v2/reviews/:id/contest',
  summary: 'Contest a review within 14 days. This opens a dispute; the review stays visible meanwhile.',
  params,
  body: z.object({
    reasonCode: ContestReason,
    note: prose(20, 1000, issueText('REPORT_LENGTH')),
    evidenceFileIds: z._default(z.array(FileId).check(z.maxLength(reviewLimits.evidence, issueText('MAX_FILES'))), []),
    version: z.optional(z.int()),
  }),
  returns: Review,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REVIEW_CONTEST_CLOSED'],
})

const ratingBody = z.object({
  rating: Stars,
  tags: z._default(
    z.array(CustomerTag).check(
      z.maxLength(reviewLimits.tags, issueText('MAX_CHOICES')),
      z.refine((tags) => new Set(tags).size === tags.length, issueText('CHOICES_REPEATED')),
    ),
    [],
  ),
  note: z._default(prose(0, 500, issueText('MAX_CHARACTERS')), ''),
})

/** Declares the review operations of one kind of work. */
const reviewOperations = (noun: 'bookings' | 'contracts', id: ReturnType<typeof idOf>) => {
  const its = { ...provider, params: z.object({ id }), returns: WorkReview } as const
  return {
    get: operation({
      ...its,
      name: `${noun}.review`,
      method: 'GET',
      path: `/v2/${noun}/:id/review`,
      summary: "Get both sides' reviews of this work, as far as its provider may see them.",
      errors: ['NOT_FOUND'],
    }),
    rate: operation({
      ...its,
      name: `${noun}.rateCustomer`,
      method: 'POST',
      path: `/v2/${noun}/:id/rate-customer`,
      summary: 'Rate the customer. Only this provider and operators see it, never customers or other providers.',
      body: ratingBody,
      errors: ['NOT_FOUND', 'NOT_REVIEWABLE', 'REVIEW_CLOSED', 'REVIEW_EXISTS'],
    }),
    ask: operation({
      ...its,
      name: `${noun}.askReview`,
      method: 'POST',
      path: `/v2/${noun}/:id/ask-review`,
      summary: 'Ask the customer for a review in the chat: once, with one reminder.',
      body: z.object({}),
      errors: ['NOT_FOUND', 'NOT_REVIEWABLE', 'REVIEW_CLOSED', 'REVIEW_EXISTS', 'REVIEW_ASKED', 'REMINDER_TOO_SOON'],
    }),
  }
}

const ofBookings = reviewOperations('bookings', BookingId)
export const getBookingReview = ofBookings.get
export const rateCustomerOfBooking = ofBookings.rate
export const askReviewOfBooking = ofBookings.ask
const ofContracts = reviewOperations('contracts', ContractId)
export const getContractReview = ofContracts.get
export const rateCustomerOfContract = ofContracts.rate
export const askReviewOfContract = ofContracts.ask
