import type { Dispute, CollectedEvidence, SubjectHandler } from '../disputes/index.ts'
import { SYSTEM } from '../../platform/acting-party.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { reviewNotFound, reviewWorkflow } from './review.workflow.ts'
import * as rules from './review.rules.ts'
import * as store from './reviews.store.ts'

/** Disputes about contested reviews. The contest has already checked that it is allowed. */
export function reviewSubject(deps: Deps): SubjectHandler {
  return {
    async inspect(_, tx, person, id) {
      const review = await store.lock(tx, id)
      if (!review || person.role !== 'PROVIDER' || review.providerId !== person.id) throw reviewNotFound()
      return {
        providerId: review.providerId,
        customer: { id: review.customerId, name: review.customerName },
        label: review.workReference,
        title: review.workTitle,
        status: 'PUBLISHED',
        until: null,
        total: null,
        ...(review.workType === 'BOOKING' ? { bookingId: review.workId } : { contractId: review.workId }),
      }
    },
    // The contest has already been recorded.
    open: async () => undefined,
    async resolve(_, tx, { subject, outcome: decided }, { isWithdrawn, isRestored, subjectStatus, reason, isAgreed }) {
      const before = await store.lock(tx, subject.id)
      if (!before) return
      const isUpheld = !isRestored && (isAgreed || subjectStatus === 'HIDDEN')
      const outcome = isWithdrawn ? 'WITHDRAWN' : isUpheld ? 'UPHELD' : 'REJECTED'
      const after = rules.applyDisputeOutcome(before, outcome, decided?.rationale || reason, deps.clock.now())
      if (after === before) return
      const effects = { event: 'review.contest_settled', data: { outcome } }
      await reviewWorkflow.commit(deps, tx, SYSTEM, { before, after, effects })
    },
    claims: async () => [],
    endings: () => ['PUBLISHED', 'HIDDEN'],
    collectEvidence: (_, tx, dispute) => collectEvidence(tx, dispute),
  }
}

async function collectEvidence(tx: Tx, { subject, bookingId, contractId }: Dispute) {
  const review = await store.find(tx, subject.id)
  const gathered: CollectedEvidence = {
    timelines: [
      { type: 'review', id: subject.id },
      ...(bookingId ? [{ type: 'booking', id: bookingId }] : []),
      ...(contractId ? [{ type: 'contract', id: contractId }] : []),
    ],
    fileIds: [...(review?.photoFileIds ?? []), ...(review?.contest?.evidenceFileIds ?? [])],
    documents: [
      ...(bookingId ? [{ type: 'BOOKING' as const, id: bookingId, label: subject.label }] : []),
      ...(contractId ? [{ type: 'CONTRACT' as const, id: contractId, label: subject.label }] : []),
    ],
  }
  return gathered
}
