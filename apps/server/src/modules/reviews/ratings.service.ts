import { enqueueSystemMessage } from '../notifications/index.ts'
import type { Received } from '@fettle/protocol'
import type { rateCustomerOfBooking, WorkReview } from '@fettle/protocol/reviews'
import { actorOf, type ActingProvider } from '../../platform/acting-party.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { findTimeZone } from '../auth/index.ts'
import { publishReview, type ReviewDeps } from './review.workflow.ts'
import * as rules from './review.rules.ts'
import type { StoredCustomerRating, RateableWork } from './review.rules.ts'
import * as store from './reviews.store.ts'
import { toWorkReview } from './review.view.ts'
import { getOwnWork, type ReviewedWorkKey } from './reviewed-work.service.ts'

/** A provider's ratings of customers and requests for reviews. */

/** Both sides' reviews of a provider's work. */
export async function getWorkReview(deps: Deps, providerId: string, key: ReviewedWorkKey): Promise<WorkReview> {
  return read(deps, deps.db, await getOwnWork(deps.db, { role: 'PROVIDER', id: providerId }, key))
}

async function read(deps: Pick<Deps, 'files' | 'clock'>, db: Queryable, work: RateableWork): Promise<WorkReview> {
  const [review = null, rating = null, ask = null] = await db.parallel(
    () => store.findOfWork(db, work),
    () => store.findRating(db, work),
    () => store.findAsk(db, work),
  )
  const state = { hasReview: review !== null, hasRating: rating !== null, ask }
  return toWorkReview(deps, db, { work, review, rating, state })
}

/** Saves the provider's rating of a customer, which unseals the customer's review. */
export function rateCustomer(
  deps: ReviewDeps,
  provider: ActingProvider,
  key: ReviewedWorkKey,
  input: Received<typeof rateCustomerOfBooking>['body'],
): Promise<() => Promise<WorkReview>> {
  return deps.db.transaction(async (tx) => {
    await store.lockWork(tx, key)
    const work = await getOwnWork(tx, { role: 'PROVIDER', id: provider.id }, key)
    const now = deps.clock.now()
    const existing = await store.findRating(tx, key)
    if (existing) {
      if (isSame(existing, input)) return () => read(deps, deps.db, work)
      throw new AppError('REVIEW_EXISTS')
    }
    const timeZone = rules.isPeriodOver(work, now) ? await findTimeZone(deps, tx, provider.id) : undefined
    rules.assertMayRate(work, 'PROVIDER', now, timeZone)
    await store.insertRating(tx, work, { ...input, at: now })
    await appendEvent(deps, tx, {
      subject: { type: 'customer-rating', id: work.id },
      type: 'customer.rated',
      actor: actorOf(provider),
      data: { rating: input.rating, tags: input.tags },
      visibility: 'PROVIDER',
      providerId: provider.id,
      customerId: work.customerId,
    })
    const review = await store.findOfWork(tx, key)
    const sealed = review?.status === 'SEALED' ? await store.lock(tx, review.id) : undefined
    if (sealed?.status === 'SEALED') await publishReview(deps, tx, sealed)
    return () => read(deps, deps.db, work)
  })
}

const isSame = (existing: StoredCustomerRating, { rating, tags, note }: Omit<StoredCustomerRating, 'at'>) =>
  existing.rating === rating && existing.note === note && existing.tags.join() === tags.join()

/** Asks the customer for a review in the chat: once, with one reminder. */
export function askForReview(
  deps: ReviewDeps & Pick<Deps, 'settings'>,
  provider: ActingProvider,
  key: ReviewedWorkKey,
): Promise<WorkReview> {
  return deps.db.transaction(async (tx) => {
    await store.lockWork(tx, key)
    const work = await getOwnWork(tx, { role: 'PROVIDER', id: provider.id }, key)
    const now = deps.clock.now()
    const ask = (await store.findAsk(tx, key)) ?? null
    const hasReview = (await store.findOfWork(tx, key)) !== undefined
    const timeZone = await findTimeZone(deps, tx, provider.id)
    rules.assertMayAsk(work, { hasReview, hasRating: false, ask }, now, timeZone)
    const times = await store.saveAsk(tx, key, provider.id, now)
    await appendEvent(deps, tx, {
      subject: { type: 'review-ask', id: work.id },
      type: 'review.asked',
      actor: actorOf(provider),
      data: { times, work: key },
      providerId: provider.id,
      customerId: work.customerId,
    })
    await enqueueSystemMessage(deps, tx, {
      providerId: provider.id,
      customerId: work.customerId,
      key: `${work.id} ask-review ${times}`,
      content:
        times === 1
          ? { code: 'review-requested', params: { provider: provider.name, title: work.title } }
          : { code: 'review-reminder', params: { provider: provider.name, title: work.title } },
      card: { type: key.type === 'BOOKING' ? 'booking' : 'contract', id: work.id },
    })
    return read(deps, tx, work)
  })
}
