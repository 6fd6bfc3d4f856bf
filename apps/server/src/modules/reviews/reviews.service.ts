import type { PageMeta, Received } from '@fettle/protocol'
import type { contestReview, listReviews, Review as ReviewView, ReviewSummary } from '@fettle/protocol/reviews'
import type { ActingProvider } from '../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { attachFiles } from '../uploads/index.ts'
import { reviewNotFound, reviewWorkflow, type ReviewDeps } from './review.workflow.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord } from './review.rules.ts'
import * as store from './reviews.store.ts'
import { toOneView, toSummary, toViews } from './review.view.ts'

/** A provider's operations on their reviews. */

/** Builds the provider's view on demand, after commit. */
type LazyReviewView = () => Promise<ReviewView>

/** Loads the provider's own unsealed review. Throws NOT_FOUND. */
async function getOwnReview(db: Queryable, providerId: string, id: string): Promise<ReviewRecord> {
  const review = await store.find(db, id)
  if (review?.providerId !== providerId || !review.publishedAt) throw reviewNotFound()
  return review
}

export async function list(
  deps: Deps,
  providerId: string,
  { limit, cursor, stars, status, unanswered }: Received<typeof listReviews>['query'],
): Promise<{ reviews: ReviewView[]; meta: PageMeta & { summary: ReviewSummary } }> {
  const { db } = deps
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const listing: store.ReviewQuery = {
    providerId,
    statuses: status?.length ? status : undefined,
    stars: stars?.length ? stars.map(Number) : undefined,
    isUnanswered: unanswered === 'true',
  }
  const [found, total, sums] = await Promise.all([
    store.listPage(db, listing, { after, limit: limit + 1 }),
    store.count(db, listing),
    store.sumUp(db, providerId),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, publishedAt }) => ({ id, at: publishedAt ?? new Date(0) }))
  return {
    reviews: await toViews(deps, db, page),
    meta: {
      nextCursor,
      total,
      countsByStatus: { PUBLISHED: sums.published, UNDER_REVIEW: sums.underReview, HIDDEN: sums.hidden },
      summary: toSummary(sums),
    },
  }
}

export const get = async (deps: Deps, providerId: string, id: string): Promise<ReviewView> =>
  toOneView(deps, deps.db, await getOwnReview(deps.db, providerId, id))

/** The newest visible reviews, for the dashboard. */
export async function listNewest(deps: Deps, providerId: string, limit: number): Promise<ReviewView[]> {
  const found = await store.listPage(deps.db, { providerId, statuses: ['PUBLISHED', 'UNDER_REVIEW'] }, { limit })
  return toViews(deps, deps.db, found)
}

/** All reviews of a provider, for the data export. */
export async function listAllReviews(deps: Deps, providerId: string) {
  const [received, written] = await Promise.all([
    store.listAll(deps.db, providerId),
    store.listRatings(deps.db, providerId),
  ])
  return { received: await toViews(deps, deps.db, received), customersRated: written }
}

/** Replies publicly, or changes the reply. Throws REPLY_CLOSED after the deadline. */
export const reply = (
  deps: ReviewDeps,
  provider: ActingProvider,
  id: string,
  { text, version }: { text: string; version?: number | undefined },
): Promise<LazyReviewView> =>
  reviewWorkflow.runForView(deps, provider, id, {
    version,
    isDone: (review) => review.reply === text,
    decide: (before, { now }) => rules.reply(before, text, now),
    describeEffects: (_, { reply: replyBefore }) => ({
      event: replyBefore === null ? 'review.replied' : 'review.reply_changed',
      data: { text },
    }),
  })

export interface ContestDeps extends ReviewDeps {
  /** Opens the dispute of a contested review, in the same transaction. */
  openDispute: (
    tx: Tx,
    contested: {
      provider: ActingProvider
      customerId: string
      reviewId: string
      statement: string
      evidenceFileIds: readonly string[]
    },
  ) => Promise<{ id: string }>
}

/** Contests a review, which stays visible meanwhile. */
export const contest = (
  deps: ContestDeps,
  provider: ActingProvider,
  id: string,
  { version, reasonCode, note, evidenceFileIds }: Received<typeof contestReview>['body'],
): Promise<LazyReviewView> =>
  reviewWorkflow.runForView(deps, provider, id, {
    version,
    isDone: (review) => review.contest?.status === 'OPEN' && review.contest.note === note,
    async decide(before, { now }, tx) {
      const after = rules.contest(before, { reasonCode, note, evidenceFileIds }, now)
      await attachFiles(tx, {
        ownerId: provider.id,
        ids: evidenceFileIds,
        purpose: 'EVIDENCE',
        attachedTo: id,
        field: 'evidenceFileIds',
      })
      const dispute = await deps.openDispute(tx, {
        provider,
        customerId: before.customerId,
        reviewId: id,
        statement: note,
        evidenceFileIds,
      })
      return { ...after, contest: after.contest && { ...after.contest, disputeId: dispute.id } }
    },
    describeEffects: ({ contest: contested }) => ({
      event: 'review.contested',
      data: { reasonCode, disputeId: contested?.disputeId },
    }),
  })
