import { DAY_MS } from '@fettle/protocol/core/durations'
import { reviewFlow, type Review as ReviewView, type ReviewTransitionName } from '@fettle/protocol/reviews'
import { SYSTEM, type ActingOperator, type ActingPerson, type ActingSystem } from '../../platform/acting-party.ts'
import { defineWorkflow, type WorkflowEvent } from '../../platform/workflow/workflow.ts'
import { storeText } from '../../platform/locale/messages.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { notify, resolveFor, type NotificationRequest } from '../notifications/index.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord } from './review.rules.ts'
import { toOneView } from './review.view.ts'
import { findReviewedWork } from './reviewed-work.service.ts'
import * as store from './reviews.store.ts'

export type ReviewDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'settings'>

interface ReviewEffects extends WorkflowEvent {
  notification?: NotificationRequest
}

interface ReviewWorkflowTypes {
  deps: ReviewDeps
  party: ActingPerson | ActingOperator
  record: ReviewRecord
  context: { now: Date }
  effects: ReviewEffects
  action: ReviewTransitionName
  view: ReviewView
}

export const reviewNotFound = () => new AppError('NOT_FOUND', { thing: 'review' })

/** Loads the caller's review and locks it for update. Throws NOT_FOUND for those of others, and sealed ones for providers. */
async function lockOwnReview(tx: Tx, party: ActingPerson | ActingOperator | ActingSystem, id: string) {
  const review = await store.lock(tx, id)
  const isOwn =
    party.role === 'PROVIDER'
      ? review?.providerId === party.id && review.publishedAt
      : party.role !== 'CUSTOMER' || review?.customerId === party.id
  if (!review || !isOwn) throw reviewNotFound()
  return review
}

/** The transitions of a review. */
export const reviewWorkflow = defineWorkflow<ReviewWorkflowTypes>({
  subject: 'review',
  flow: reviewFlow,
  lock: lockOwnReview,
  context: ({ clock }) => ({ now: clock.now() }),
  save: store.save,
  async afterSave(deps, tx, _party, { before, after }) {
    if (before.reply === after.reply) return
    await resolveFor(deps, tx, { type: 'review', id: after.id }, 'review-received')
  },
  async deliver(deps, tx, _review, { notification }) {
    if (notification) await notify(deps, tx, notification)
  },
  view: toOneView,
})

/** Publishes a review: it becomes visible and counts. The caller holds the row lock. */
export async function publishReview(deps: ReviewDeps, tx: Tx, before: ReviewRecord): Promise<ReviewRecord> {
  const { id, providerId, customerId, customerName, workType, workId, workTitle, rating, comment } = before
  const after = rules.publish(before, deps.clock.now())
  const customer = { role: 'CUSTOMER', id: customerId, name: customerName } as const
  await reviewWorkflow.commit(deps, tx, customer, {
    before,
    after,
    effects: {
      event: 'review.created',
      data: { rating, work: { type: workType, id: workId } },
      notification: {
        workflow: 'review-received',
        providerId,
        params: { customerName, title: workTitle, rating, comment },
        data: { type: 'review', id },
      },
    },
  })
  return after
}

const PUBLISH_JOB = 'reviews.publish-sealed'

/** Schedules publication for when nobody may rate this work any more. */
export const schedulePublication = ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, id: string, runAt: Date): Promise<void> =>
  jobs.add(tx, PUBLISH_JOB, { id }, { runAt, key: `${PUBLISH_JOB} ${id}` })

/**
 * Settles a sealed review once nobody may rate its work any more: publishes it, drops it with work that does not count,
 * or checks again a day later while a dispute runs. Idempotent.
 */
async function settleSealedReview(deps: ReviewDeps, id: string): Promise<void> {
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
          reason: storeText({ code: 'REVIEWED_WORK_NOT_COUNTED' }),
          at: now.toISOString(),
          by: 'SYSTEM',
        },
      }
      const effects = { event: 'review.dropped', visibility: 'OPERATOR' } as const
      await reviewWorkflow.commit(deps, tx, SYSTEM, { before, after, effects })
    }
  })
}

export function handleTimers(deps: ReviewDeps): void {
  deps.jobs.handle<{ id: string }>(PUBLISH_JOB, ({ id }) => settleSealedReview(deps, id))
}
