import { nextState } from '@fettle/protocol'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import {
  reviewUpdates,
  reviewFlow,
  type AspectStars,
  type ContestReason,
  type CustomerTag,
  type ReviewAction,
  type ReviewContest,
  type ReviewedWork,
  type ReviewTransitionName,
  type ReviewState,
} from '@fettle/protocol/reviews'
import { reviewLimits, visibleReviews } from '@fettle/protocol/reviews/constants'
import { AppError } from '../../platform/errors.ts'
import { bumpVersion } from '../../platform/workflow/rules.ts'
import { dayParam, instantParam } from '../../platform/locale/message-params.ts'

/** Reviews and their rules. Pure: context and `now` come in. */

export type ReviewSide = 'PROVIDER' | 'CUSTOMER'

/** Work as seen by those who rate it. */
export interface RateableWork extends ReviewedWork {
  providerId: string
  customerId: string
  customerName: string
  /** Completed, or a side did not show up. Null: not ended. */
  ended: { at: Date; missedBy: ReviewSide | 'NEUTRAL' | null; isContested: boolean } | null
  isDisputed: boolean
  /** Ended disputes about it, with their start. */
  disputes: readonly { openedAt: Date; endedAt: Date }[]
}

/** A contest as stored. */
export interface StoredContest extends Omit<ReviewContest, 'evidence'> {
  reasonCode: ContestReason
  evidenceFileIds: string[]
}

/** A review as stored. */
export interface ReviewRecord {
  id: string
  providerId: string
  customerId: string
  customerName: string
  customerAvatar: string | null
  workType: ReviewedWork['type']
  workId: string
  workReference: string
  workTitle: string
  closesAt: Date
  status: ReviewState
  rating: number
  aspects: AspectStars
  comment: string
  photoFileIds: string[]
  createdAt: Date
  publishedAt: Date | null
  reply: string | null
  repliedAt: Date | null
  contest: StoredContest | null
  hidden: { reason: string; at: string; by: string } | null
  version: number
  updatedAt: Date
}

/** A provider's rating of a customer. */
export interface StoredCustomerRating {
  rating: number
  tags: CustomerTag[]
  note: string
  at: Date
}

/** How often a customer was asked for a review. */
export interface ReviewAsk {
  times: number
  lastAt: Date
}

export const isVisible = (status: ReviewState): boolean => (visibleReviews as readonly ReviewState[]).includes(status)

/** Sum and count that a review adds to the provider's rating. */
export const weightOf = ({ status, rating }: Pick<ReviewRecord, 'status' | 'rating'>): { sum: number; count: number } =>
  isVisible(status) ? { sum: rating, count: 1 } : { sum: 0, count: 0 }

/**
 * Deadline for both sides. Null while the work has not ended. A dispute opened before the deadline restarts the period
 * when it ends, so that nobody loses their chance (decision 195).
 */
export function closesAt({ ended, disputes }: Pick<RateableWork, 'ended' | 'disputes'>): Date | null {
  if (!ended) return null
  const open = reviewLimits.openDays * DAY_MS
  const closing = disputes.reduce(
    (until, { openedAt, endedAt }) => (+openedAt < until ? Math.max(until, +endedAt + open) : until),
    +ended.at + open,
  )
  return new Date(closing)
}

/** Whether a side may rate: not if it did not show up, and nobody while that is contested. */
function isRateable({ ended }: RateableWork, by: ReviewSide): boolean {
  if (!ended) return false
  if (ended.missedBy === null) return true
  return ended.missedBy !== 'NEUTRAL' && ended.missedBy !== by && !ended.isContested
}

/** Whether the review period has ended. */
export const isPeriodOver = (work: Pick<RateableWork, 'ended' | 'disputes'>, now: Date): boolean => {
  const closing = closesAt(work)
  return closing !== null && now >= closing
}

/** Throws if the work has not ended, or too long ago. `timeZone` is that of the deadline in the error. */
export function assertMayRate(work: RateableWork, by: ReviewSide, now: Date, timeZone = 'UTC'): Date {
  const closing = closesAt(work)
  if (!closing || !isRateable(work, by)) throw new AppError('NOT_REVIEWABLE')
  if (now >= closing) throw closed(closing, timeZone)
  return closing
}

const closed = (at: Date, timeZone: string) =>
  new AppError(
    'REVIEW_CLOSED',
    {
      time: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(at),
      closedAt: at.toISOString(),
    },
    { params: { time: dayParam(at, timeZone) } },
  )

/** Whether each side has rated, and how often the customer was asked. */
export interface WorkReviewState {
  hasReview: boolean
  hasRating: boolean
  ask: ReviewAsk | null
}

/** When the customer may be asked next. Null: now, or never. */
export function nextAskAt(ask: ReviewAsk | null, now: Date): Date | null {
  if (!ask || ask.times >= reviewLimits.asks) return null
  const at = new Date(+ask.lastAt + reviewLimits.askAgainHours * HOUR_MS)
  return at > now ? at : null
}

/** Throws if the customer has answered, was asked twice, or was asked recently. */
export function assertMayAsk(
  work: RateableWork,
  { hasReview, ask }: WorkReviewState,
  now: Date,
  timeZone = 'UTC',
): void {
  if (work.ended?.missedBy) throw new AppError('NOT_REVIEWABLE')
  assertMayRate(work, 'CUSTOMER', now, timeZone)
  if (hasReview) throw new AppError('REVIEW_EXISTS')
  if (ask && ask.times >= reviewLimits.asks) throw new AppError('REVIEW_ASKED')
  const at = nextAskAt(ask, now)
  if (!at) return
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
  const params = { time: instantParam(at, timeZone) }
  throw new AppError('REMINDER_TOO_SOON', { time, nextAt: at.toISOString() }, { params })
}

const doesNotThrow = (assertion: () => unknown): boolean => {
  try {
    assertion()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Actions a provider may take on work now, decided by the same rules as the actions themselves. */
export const workActions = (work: RateableWork, state: WorkReviewState, now: Date) =>
  [
    {
      action: 'rate-customer' as const,
      isOpen: !state.hasRating && doesNotThrow(() => assertMayRate(work, 'PROVIDER', now)),
    },
    { action: 'ask-review' as const, isOpen: doesNotThrow(() => assertMayAsk(work, state, now)) },
  ]
    .filter(({ isOpen }) => isOpen)
    .map(({ action }) => action)

export const replyEditableUntil = ({ repliedAt }: Pick<ReviewRecord, 'repliedAt'>): Date | null =>
  repliedAt && new Date(+repliedAt + reviewLimits.replyEditHours * HOUR_MS)

/** Deadline for contesting. Null where that is not possible, or done. */
export function contestableUntil({ status, publishedAt, contest }: ReviewRecord, now: Date): Date | null {
  if (status !== 'PUBLISHED' || !publishedAt || contest) return null
  const until = new Date(+publishedAt + reviewLimits.contestDays * DAY_MS)
  return until > now ? until : null
}

function isPossible(review: ReviewRecord, action: ReviewAction, now: Date): boolean {
  if (action === 'contest') return contestableUntil(review, now) !== null
  if (!(reviewUpdates[action].from as readonly ReviewState[]).includes(review.status)) return false
  if (action === 'reply') return review.reply === null
  const until = replyEditableUntil(review)
  return until !== null && now < until
}

/** Actions its provider may take now, decided by the same rules as the actions themselves. */
export const allowedActions = (review: ReviewRecord, now: Date): ReviewAction[] =>
  (['reply', 'edit-reply', 'contest'] as const).filter((action) => isPossible(review, action, now))

const verbs: Record<ReviewTransitionName | ReviewAction, string> = {
  publish: 'published',
  drop: 'dropped',
  contest: 'contested',
  keep: 'kept',
  hide: 'hidden',
  restore: 'restored',
  reply: 'answered',
  'edit-reply': 'answered',
}

const invalid = (review: ReviewRecord, action: ReviewTransitionName | ReviewAction, now: Date) =>
  new AppError('INVALID_TRANSITION', {
    thing: 'review',
    from: review.status,
    action,
    verb: verbs[action],
    allowed: allowedActions(review, now),
  })

/** The review after a transition, with the next version. */
export function transition(
  review: ReviewRecord,
  action: ReviewTransitionName,
  role: ReviewSide | 'OPERATOR' | 'SYSTEM',
  now: Date,
): ReviewRecord {
  const to = nextState(reviewFlow, review.status, action, role)
  if (!to) throw invalid(review, action, now)
  return { ...bumpVersion(review, now), status: to }
}

export const publish = (review: ReviewRecord, now: Date): ReviewRecord => ({
  ...transition(review, 'publish', 'SYSTEM', now),
  publishedAt: now,
})

/** The provider's reply, or a change of it while allowed. */
export function reply(review: ReviewRecord, text: string, now: Date): ReviewRecord {
  const action = review.reply === null ? 'reply' : 'edit-reply'
  if (!isPossible(review, action, now)) {
    if (action === 'edit-reply' && isVisible(review.status)) {
      throw new AppError('REPLY_CLOSED', { hours: reviewLimits.replyEditHours })
    }
    throw invalid(review, action, now)
  }
  return { ...bumpVersion(review, now), reply: text, repliedAt: review.repliedAt ?? now }
}

/** Contests a review as its provider. */
export function contest(
  review: ReviewRecord,
  input: Pick<StoredContest, 'reasonCode' | 'note' | 'evidenceFileIds'>,
  now: Date,
): ReviewRecord {
  if (review.status === 'PUBLISHED' && !contestableUntil(review, now)) {
    throw new AppError('REVIEW_CONTEST_CLOSED', { days: reviewLimits.contestDays })
  }
  const moved = transition(review, 'contest', 'PROVIDER', now)
  return { ...moved, contest: { ...input, at: now.toISOString(), status: 'OPEN', disputeId: null } }
}

/** Applies a contest's outcome: the review is hidden or stays. One hidden by an operator meanwhile stays hidden. */
export function applyDisputeOutcome(
  review: ReviewRecord,
  outcome: 'UPHELD' | 'REJECTED' | 'WITHDRAWN',
  reason: string,
  now: Date,
): ReviewRecord {
  const { contest: open } = review
  if (open?.status !== 'OPEN') return review
  const after: ReviewRecord = { ...review, contest: { ...open, status: outcome } }
  // An operator may have hidden and restored it meanwhile, so it may be published.
  if (outcome === 'UPHELD' && isVisible(review.status)) return hide(after, { reason, by: 'SYSTEM' }, now)
  return review.status === 'UNDER_REVIEW' ? transition(after, 'keep', 'SYSTEM', now) : bumpVersion(after, now)
}

/** Hides a review with a reason. */
export const hide = (
  review: ReviewRecord,
  { reason, by }: { reason: string; by: string },
  now: Date,
): ReviewRecord => ({
  ...transition(review, 'hide', 'OPERATOR', now),
  hidden: { reason, by, at: now.toISOString() },
})

/** Shows a review again. One that was never published stays hidden, because its no-show was overturned. */
export function restore(review: ReviewRecord, now: Date): ReviewRecord {
  if (!review.publishedAt) throw invalid(review, 'restore', now)
  return { ...transition(review, 'restore', 'OPERATOR', now), hidden: null }
}

/** Throws for a sixth photo, or after the deadline. */
export function assertRoomForPhoto(
  { photoFileIds, createdAt, status }: ReviewRecord,
  now: Date,
  timeZone: string,
): void {
  const until = new Date(+createdAt + reviewLimits.photoHours * HOUR_MS)
  if (now >= until || status === 'HIDDEN') throw closed(until, timeZone)
  if (photoFileIds.length >= reviewLimits.photos) {
    throw new AppError('REVIEW_PHOTO_LIMIT', { limit: reviewLimits.photos })
  }
}

/** Decides about a sealed review after the deadline. It waits while the work is disputed. */
export function sealOutcome({
  ended,
  isDisputed,
}: Pick<RateableWork, 'ended' | 'isDisputed'>): 'publish' | 'wait' | 'drop' {
  if (isDisputed || ended?.isContested) return 'wait'
  if (!ended) return 'drop'
  return ended.missedBy === null || ended.missedBy === 'PROVIDER' ? 'publish' : 'drop'
}
