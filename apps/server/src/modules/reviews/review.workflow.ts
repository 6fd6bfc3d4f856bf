import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent, type ActorRef, type DomainEvent } from '../../platform/db/domain-events.ts'
import { resolveFor, notify } from '../notifications/index.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord } from './review.rules.ts'
import * as store from './reviews.store.ts'
import { findReviewedWork } from './reviewed-work.service.ts'

/** Runs the transitions of a review: save, record and notify, in one transaction. */

export type ReviewDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files'>

export const system: ActorRef = { type: 'SYSTEM', id: null, name: 'Fettle' }
export const toProviderActor = ({ id, name }: { id: string; name: string }): ActorRef => ({
  type: 'PROVIDER',
  id,
  name,
})
export const toOperatorActor = (name: string): ActorRef => ({ type: 'OPERATOR', id: null, name })

export const reviewNotFound = () => new AppError('NOT_FOUND', { thing: 'review' })

/** Saves a transition and records it. The caller holds the row lock. */
export async function commitTransition(
  deps: ReviewDeps,
  tx: Tx,
  {
    before,
    after,
    ...event
  }: { before: ReviewRecord; after: ReviewRecord } & Pick<DomainEvent, 'type' | 'actor' | 'data' | 'visibility'>,
): Promise<ReviewRecord> {
  await store.save(tx, before, after)
  await appendReviewEvent(deps, tx, after, event)
  return after
}

export const appendReviewEvent = (
  deps: ReviewDeps,
  tx: Tx,
  { id, version, status, providerId, customerId }: ReviewRecord,
  event: Pick<DomainEvent, 'type' | 'actor' | 'data' | 'visibility'>,
): Promise<void> =>
  appendEvent(tx, deps, { subject: { type: 'review', id, version, status }, ...event, providerId, customerId })

/** Publishes a review: it becomes visible and counts. */
export async function publishReview(deps: ReviewDeps, tx: Tx, before: ReviewRecord): Promise<ReviewRecord> {
  const after = await commitTransition(deps, tx, {
    before,
    after: rules.publish(before, deps.clock.now()),
    type: 'review.created',
    actor: { type: 'CUSTOMER', id: before.customerId, name: before.customerName },
    data: { rating: before.rating, work: { type: before.workType, id: before.workId } },
  })
  const { id, providerId, customerName, workTitle, rating, comment } = after
  await notify(tx, deps, {
    workflow: 'review-received',
    providerId,
    params: { customerName, title: workTitle, rating, comment },
    data: { type: 'review', id },
  })
  return after
}

/** Resolves the notification once its provider has acted. */
export const resolveReviewNotification = (deps: ReviewDeps, tx: Tx, id: string): Promise<void> =>
  resolveFor(tx, deps, { type: 'review', id }, 'review-received')

const PUBLISH_JOB = 'reviews.publish-sealed'
const DAY_MS = 86_400_000

/** Schedules publication for when nobody may rate this work any more. */
export const schedulePublication = ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, id: string, runAt: Date): Promise<void> =>
  jobs.add(tx, PUBLISH_JOB, { id }, { runAt, key: `${PUBLISH_JOB} ${id}` })

/** Publishes a review after the deadline. Idempotent, also for published ones. */
export async function liftSeal(deps: ReviewDeps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (before?.status !== 'SEALED') return
    const now = deps.clock.now()
    if (now < before.closesAt) return
    const work = await findReviewedWork(tx, { type: before.workType, id: before.workId })
    const outcome = work ? rules.sealOutcome(work) : 'drop'
    const closing = work && rules.closesAt(work)
    // A dispute ended meanwhile, so the period restarted.
    if (outcome === 'publish' && closing && now < closing) await schedulePublication(deps, tx, id, closing)
    else if (outcome === 'publish') await publishReview(deps, tx, before)
    else if (outcome === 'wait') await schedulePublication(deps, tx, id, new Date(+now + DAY_MS))
    else {
      const after: ReviewRecord = {
        ...rules.transition(before, 'drop', 'SYSTEM', now),
        hidden: {
          reason: 'It was about something that did not count in the end.',
          at: now.toISOString(),
          by: 'SYSTEM',
        },
      }
      await commitTransition(deps, tx, { before, after, type: 'review.dropped', actor: system, visibility: 'OPERATOR' })
    }
  })
}

export function handleTimers(deps: ReviewDeps): void {
  deps.jobs.handle<{ id: string }>(PUBLISH_JOB, ({ id }) => liftSeal(deps, id))
}
