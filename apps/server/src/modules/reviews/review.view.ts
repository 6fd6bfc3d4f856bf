import type { MarketplaceReview, ModeratedReview } from '@fettle/protocol/marketplace/reviews'
import type { Review as ReviewView, ReviewReply, ReviewSummary, WorkReview } from '@fettle/protocol/reviews'
import type { Upload } from '@fettle/protocol/common/uploads'
import { loadText } from '../../platform/locale/messages.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { listFiles } from '../uploads/index.ts'
import * as rules from './review.rules.ts'
import type { StoredCustomerRating, ReviewRecord, WorkReviewState, RateableWork } from './review.rules.ts'
import type { RatingSums } from './reviews.store.ts'

/** Views of reviews for both sides, the public and operators. */

type ReviewViewDeps = Pick<Deps, 'files' | 'clock'>
type Files = ReadonlyMap<string, Upload>

const photoIdsOf = ({ photoFileIds }: ReviewRecord): readonly string[] => photoFileIds
/** Ids of photos and contest files. */
const fileIdsOf = ({ photoFileIds, contest }: ReviewRecord): readonly string[] => [
  ...photoFileIds,
  ...(contest?.evidenceFileIds ?? []),
]

/** Files of many reviews, in one read. */
const loadFiles = async (deps: ReviewViewDeps, db: Queryable, ids: readonly string[]): Promise<Files> =>
  new Map((await listFiles(deps, db, ids)).map((file) => [file.id, file]))
const uploadsOf = (files: Files, ids: readonly string[]): Upload[] => ids.flatMap((id) => files.get(id) ?? [])

const workOf = ({ workType, workId, workReference, workTitle }: ReviewRecord) => ({
  type: workType,
  id: workId,
  reference: workReference,
  title: workTitle,
})
const customerOf = ({ customerId, customerName, customerAvatar }: ReviewRecord) => ({
  id: customerId,
  name: customerNameOf(customerName),
  avatar: customerAvatar,
})
function replyOf(review: ReviewRecord): ReviewReply | null {
  const until = rules.replyEditableUntil(review)
  if (review.reply === null || !review.repliedAt || !until) return null
  return { text: review.reply, at: review.repliedAt.toISOString(), editableUntil: until.toISOString() }
}
const contestOf = ({ contest }: ReviewRecord, files: Files) => {
  if (!contest) return null
  const { evidenceFileIds, ...rest } = contest
  return { ...rest, evidence: uploadsOf(files, evidenceFileIds) }
}
const hiddenOf = ({ hidden }: ReviewRecord) => hidden && { reason: loadText(hidden.reason), at: hidden.at }

function toView(review: ReviewRecord, files: Files, now: Date): ReviewView {
  const { status, publishedAt } = review
  if (status === 'SEALED' || !publishedAt) throw new Error(`Review ${review.id} is sealed and must not be shown`)
  return {
    id: review.id,
    work: workOf(review),
    customer: customerOf(review),
    rating: review.rating,
    aspects: review.aspects,
    comment: review.comment,
    photos: uploadsOf(files, review.photoFileIds),
    status,
    publishedAt: publishedAt.toISOString(),
    reply: replyOf(review),
    contest: contestOf(review, files),
    contestableUntil: rules.contestableUntil(review, now)?.toISOString() ?? null,
    hidden: hiddenOf(review),
    version: review.version,
    allowedActions: rules.allowedActions(review, now),
  }
}

/** Published reviews as their provider sees them. */
export async function toViews(
  deps: ReviewViewDeps,
  db: Queryable,
  reviews: readonly ReviewRecord[],
): Promise<ReviewView[]> {
  const files = await loadFiles(deps, db, reviews.flatMap(fileIdsOf))
  const now = deps.clock.now()
  return reviews.map((review) => toView(review, files, now))
}

export async function toOneView(deps: ReviewViewDeps, db: Queryable, review: ReviewRecord): Promise<ReviewView> {
  return toView(review, await loadFiles(deps, db, fileIdsOf(review)), deps.clock.now())
}

const toMarketplaceReview = (review: ReviewRecord, files: Files): MarketplaceReview => ({
  id: review.id,
  work: workOf(review),
  customer: customerOf(review),
  providerId: review.providerId,
  rating: review.rating,
  aspects: review.aspects,
  comment: review.comment,
  photos: uploadsOf(files, review.photoFileIds),
  status: review.status,
  createdAt: review.createdAt.toISOString(),
  publishedAt: review.publishedAt?.toISOString() ?? null,
  reply: replyOf(review),
  version: review.version,
})

/** Reviews as customers see them, by the marketplace. */
export async function toMarketplaceReviews(
  deps: ReviewViewDeps,
  db: Queryable,
  reviews: readonly ReviewRecord[],
): Promise<MarketplaceReview[]> {
  const files = await loadFiles(deps, db, reviews.flatMap(photoIdsOf))
  return reviews.map((review) => toMarketplaceReview(review, files))
}

/** Reviews as operators see them. */
export async function toModerated(deps: ReviewViewDeps, db: Queryable, review: ReviewRecord): Promise<ModeratedReview> {
  const files = await loadFiles(deps, db, fileIdsOf(review))
  return { ...toMarketplaceReview(review, files), contest: contestOf(review, files), hidden: hiddenOf(review) }
}

const toTenths = (mean: number | null) => (mean === null ? null : Math.round(mean * 10) / 10)

/** Summary of a provider's reviews. */
export function toSummary(sums: RatingSums): ReviewSummary {
  const count = sums.published + sums.underReview
  return {
    count,
    average: count === 0 ? null : toTenths(sums.stars / count),
    distribution: [sums.five, sums.four, sums.three, sums.two, sums.one],
    aspects: {
      quality: toTenths(sums.quality),
      punctuality: toTenths(sums.punctuality),
      communication: toTenths(sums.communication),
      value: toTenths(sums.value),
    },
    unanswered: sums.unanswered,
    hidden: sums.hidden,
  }
}

/** Both sides' reviews of work, as far as its provider may see them. */
export async function toWorkReview(
  deps: ReviewViewDeps,
  db: Queryable,
  {
    work,
    review,
    rating,
    state,
  }: { work: RateableWork; review: ReviewRecord | null; rating: StoredCustomerRating | null; state: WorkReviewState },
): Promise<WorkReview> {
  const now = deps.clock.now()
  const isVisiblePhoto = review?.publishedAt !== null && review !== null
  return {
    review: isVisiblePhoto ? await toOneView(deps, db, review) : null,
    isSealed: review?.status === 'SEALED',
    customerRating: rating && { ...rating, at: rating.at.toISOString() },
    asked: {
      times: state.ask?.times ?? 0,
      lastAt: state.ask?.lastAt.toISOString() ?? null,
      nextAt: rules.nextAskAt(state.ask, now)?.toISOString() ?? null,
    },
    closesAt: rules.closesAt(work)?.toISOString() ?? null,
    allowedActions: rules.workActions(work, state, now),
  }
}
