import type { Received } from '@fettle/protocol'
import type { createReview, MarketplaceReview, ModeratedReview } from '@fettle/protocol/marketplace/reviews'
import { visibleReviews } from '@fettle/protocol/reviews/constants'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { findTimeZone } from '../auth/index.ts'
import { lockCustomerAgainstRemoval } from '../customers/index.ts'
import { deleteFile, storeFile, receiveFile } from '../uploads/index.ts'
import {
  publishReview,
  reviewNotFound,
  reviewWorkflow,
  schedulePublication,
  type ReviewDeps,
} from './review.workflow.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord } from './review.rules.ts'
import * as store from './reviews.store.ts'
import { toMarketplaceReviews, toModerated } from './review.view.ts'
import { getOwnWork } from './reviewed-work.service.ts'

/**
 * The author, when a call acts for a customer. Reviews are written by customers and moderated by operators, through the
 * marketplace.
 */
type CustomerId = string | undefined

const toOneMarketplaceReview = async (deps: ReviewDeps, review: ReviewRecord): Promise<MarketplaceReview> => {
  const [view] = await toMarketplaceReviews(deps, deps.db, [review])
  if (!view) throw reviewNotFound()
  return view
}

/** Creates a sealed review. Throws NOT_REVIEWABLE, REVIEW_CLOSED or REVIEW_EXISTS. */
export async function create(
  deps: ReviewDeps,
  customerId: CustomerId,
  { bookingId, contractId, rating, aspects, comment }: Received<typeof createReview>['body'],
): Promise<MarketplaceReview> {
  const key = bookingId
    ? ({ type: 'BOOKING', id: bookingId } as const)
    : ({ type: 'CONTRACT', id: contractId ?? '' } as const)
  const review = await deps.db.transaction(async (tx) => {
    await store.lockWork(tx, key)
    const work = await getOwnWork(tx, { role: 'CUSTOMER', id: customerId }, key)
    const now = deps.clock.now()
    if (await store.findOfWork(tx, key)) throw new AppError('REVIEW_EXISTS')
    const timeZone = rules.isPeriodOver(work, now) ? await findTimeZone(deps, tx, work.providerId) : undefined
    const closesAt = rules.assertMayRate(work, 'CUSTOMER', now, timeZone)
    const { quality = null, punctuality = null, communication = null, value = null } = aspects
    await store.insert(tx, {
      id: deps.ids.next('rev'),
      providerId: work.providerId,
      customerId: work.customerId,
      customerName: work.customerName,
      customerAvatar: null,
      workType: work.type,
      workId: work.id,
      workReference: work.reference,
      workTitle: work.title,
      closesAt,
      status: 'SEALED',
      rating,
      aspects: { quality, punctuality, communication, value },
      comment,
      photoFileIds: [],
      createdAt: now,
      publishedAt: null,
      reply: null,
      repliedAt: null,
      contest: null,
      hidden: null,
      version: 1,
      updatedAt: now,
    })
    const sealed = await store.findOfWork(tx, key)
    if (!sealed) throw new Error(`The review of ${key.id} was not found.`)
    // The provider is not notified before they have rated too.
    const customer = { role: 'CUSTOMER', id: work.customerId, name: work.customerName } as const
    await reviewWorkflow.begin(deps, tx, customer, sealed, { event: 'review.submitted', visibility: 'OPERATOR' })
    if (await store.findRating(tx, key)) return publishReview(deps, tx, sealed)
    await schedulePublication(deps, tx, sealed.id, closesAt)
    return sealed
  })
  return toOneMarketplaceReview(deps, review)
}

/** A provider's visible reviews, or those a customer wrote, sealed or not. */
export async function list(
  deps: Deps,
  { providerId, customerId }: { providerId: string | undefined; customerId: CustomerId },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ reviews: MarketplaceReview[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const paging = { after, limit: limit + 1 }
  const found = customerId
    ? await store.listOfCustomer(deps.db, { customerId, providerId }, paging)
    : await store.listPage(deps.db, { providerId: providerId ?? '', statuses: visibleReviews }, paging)
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt, publishedAt }) => ({
    id,
    at: customerId ? createdAt : (publishedAt ?? createdAt),
  }))
  return { reviews: await toMarketplaceReviews(deps, deps.db, page), nextCursor }
}

/** A customer reads their own reviews, sealed or not; anonymous calls only visible ones. */
const isReadable = (review: ReviewRecord, customerId: CustomerId) =>
  customerId === undefined ? rules.isVisible(review.status) : review.customerId === customerId

export async function get(deps: Deps, customerId: CustomerId, id: string): Promise<MarketplaceReview> {
  const review = await store.find(deps.db, id)
  if (!review || !isReadable(review, customerId)) throw reviewNotFound()
  return toOneMarketplaceReview(deps, review)
}

/** A review for events, whose readers may see all of it. */
export async function showReview(deps: Deps, id: string): Promise<MarketplaceReview> {
  const review = await store.find(deps.db, id)
  if (!review) throw reviewNotFound()
  return toOneMarketplaceReview(deps, review)
}

const assertOwn = (review: ReviewRecord | undefined, customerId: CustomerId): ReviewRecord => {
  if (!review || (customerId !== undefined && review.customerId !== customerId)) throw reviewNotFound()
  return review
}

/** Adds a photo sent with the call, because customers have no uploads. */
export async function addPhoto(
  deps: Deps,
  customerId: CustomerId,
  id: string,
  sent: { bytes: Buffer; name: string },
): Promise<MarketplaceReview> {
  // Checked before inspecting the bytes.
  const review = assertOwn(await store.find(deps.db, id), customerId)
  const timeZone = await findTimeZone(deps, deps.db, review.providerId)
  rules.assertRoomForPhoto(review, deps.clock.now(), timeZone)
  const file = await receiveFile(deps, 'REVIEW_PHOTO', sent)
  const upload = { ownerId: review.customerId, purpose: 'REVIEW_PHOTO', attachedTo: id, file } as const
  const customer = { role: 'CUSTOMER', id: review.customerId, name: review.customerName } as const
  const after = await storeFile(deps, upload, async (tx, { id: fileId }) => {
    await lockCustomerAgainstRemoval(tx, customer.id)
    return reviewWorkflow.runIn(deps, tx, customer, id, {
      decide(before, { now }) {
        rules.assertRoomForPhoto(before, now, timeZone)
        const photoFileIds = [...before.photoFileIds, fileId]
        return { ...before, photoFileIds, version: before.version + 1, updatedAt: now }
      },
      describeEffects: (_, { publishedAt }) => ({
        event: 'review.photo_added',
        visibility: publishedAt ? 'BOTH' : 'OPERATOR',
      }),
    })
  })
  return toOneMarketplaceReview(deps, after)
}

/** Deletes the photos of a deleted customer. */
export async function deletePhotosOf(deps: Pick<Deps, 'jobs'>, tx: Tx, customerId: string): Promise<void> {
  for (const id of await store.detachPhotosOf(tx, customerId)) await deleteFile(deps, tx, id)
}

/** Hides a review or restores it. Idempotent. */
export async function moderate(
  deps: ReviewDeps,
  operator: string,
  id: string,
  { action, reason }: { action: 'hide' | 'restore'; reason: string },
): Promise<ModeratedReview> {
  const isHiding = action === 'hide'
  const review = await reviewWorkflow.run(deps, { role: 'OPERATOR', id: null, name: operator }, id, {
    isDone: ({ status }) => (isHiding ? status === 'HIDDEN' : rules.isVisible(status)),
    decide: (before, { now }) =>
      isHiding ? rules.hide(before, { reason, by: operator }, now) : rules.restore(before, now),
    describeEffects: () => ({ event: isHiding ? 'review.hidden' : 'review.restored', data: { reason } }),
  })
  return toModerated(deps, deps.db, review)
}
