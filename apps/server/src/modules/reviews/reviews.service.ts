import type { PageMeta, Received } from '@fettle/protocol'
import type { contestReview, listReviews, Review as ReviewView, ReviewSummary } from '@fettle/protocol/reviews'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { attachFiles } from '../uploads/index.ts'
import {
  toProviderActor,
  resolveReviewNotification,
  commitTransition,
  reviewNotFound,
  type ReviewDeps,
} from './review.workflow.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord } from './review.rules.ts'
import * as store from './reviews.store.ts'
import { toOneView, toSummary, toViews } from './review.view.ts'

/** A provider's operations on their reviews. */

interface ActingProvider {
  id: string
  name: string
}

/** Loads the provider's own unsealed review and locks it. Throws NOT_FOUND. */
async function lockOwnReview(db: Queryable, providerId: string, id: string): Promise<ReviewRecord> {
  return assertOwn(await store.find(db, id), providerId)
}
const assertOwn = (review: ReviewRecord | undefined, providerId: string): ReviewRecord => {
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
  toOneView(deps, deps.db, await lockOwnReview(deps.db, providerId, id))

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

/** Runs a change: load, check, decide, save. */
function change(
  deps: ReviewDeps,
  provider: ActingProvider,
  id: string,
  {
    version,
    isDone,
    decide,
  }: {
    version: number | undefined
    isDone: (review: ReviewRecord) => boolean
    decide: (review: ReviewRecord, tx: Tx, now: Date) => Promise<ReviewRecord>
  },
): Promise<ReviewView> {
  return deps.db.transaction(async (tx) => {
    const before = assertOwn(await store.lock(tx, id), provider.id)
    if (isDone(before)) return toOneView(deps, tx, before)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'review', current: await toOneView(deps, tx, before) })
    }
    return toOneView(deps, tx, await decide(before, tx, deps.clock.now()))
  })
}

/** Replies publicly, or changes the reply. Throws REPLY_CLOSED after the deadline. */
export const reply = (
  deps: ReviewDeps,
  provider: ActingProvider,
  id: string,
  { text, version }: { text: string; version?: number | undefined },
): Promise<ReviewView> =>
  change(deps, provider, id, {
    version,
    isDone: (review) => review.reply === text,
    async decide(before, tx, now) {
      const after = rules.reply(before, text, now)
      const type = before.reply === null ? 'review.replied' : 'review.reply_changed'
      await commitTransition(deps, tx, { before, after, type, actor: toProviderActor(provider), data: { text } })
      await resolveReviewNotification(deps, tx, id)
      return after
    },
  })

/** Opens the dispute of a contested review, in the same transaction. */
export type OpenDispute = (
  tx: Tx,
  contested: {
    provider: ActingProvider
    customerId: string
    reviewId: string
    statement: string
    evidenceFileIds: readonly string[]
  },
) => Promise<{ id: string }>

/** Contests a review, which stays visible meanwhile. */
export const contest = (
  deps: ReviewDeps,
  openDispute: OpenDispute,
  provider: ActingProvider,
  id: string,
  { version, reasonCode, note, evidenceFileIds }: Received<typeof contestReview>['body'],
): Promise<ReviewView> =>
  change(deps, provider, id, {
    version,
    isDone: (review) => review.contest?.status === 'OPEN' && review.contest.note === note,
    async decide(before, tx, now) {
      const contested = rules.contest(before, { reasonCode, note, evidenceFileIds }, now)
      await attachFiles(tx, {
        ownerId: provider.id,
        ids: evidenceFileIds,
        purpose: 'EVIDENCE',
        attachedTo: id,
        field: 'evidenceFileIds',
      })
      const dispute = await openDispute(tx, {
        provider,
        customerId: before.customerId,
        reviewId: id,
        statement: note,
        evidenceFileIds,
      })
      const after: ReviewRecord = {
        ...contested,
        contest: contested.contest && { ...contested.contest, disputeId: dispute.id },
      }
      const data = { reasonCode, disputeId: dispute.id }
      return commitTransition(deps, tx, {
        before,
        after,
        type: 'review.contested',
        actor: toProviderActor(provider),
        data,
      })
    },
  })
