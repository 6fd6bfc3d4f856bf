import { disputeFlow, type DisputeTransitionName, type DisputeView } from '@fettle/protocol/disputes'
import type { ActingOperator, ActingPerson } from '../../platform/acting-party.ts'
import { defineWorkflow, type TransitionRequest } from '../../platform/workflow/workflow.ts'
import { lockOwnDispute } from './dispute.access.ts'
import { deliver, resolveStaleNotifications, type DisputeEffects } from './dispute.effects.ts'
import type { Dispute, DisputeDecisionContext } from './dispute.rules.ts'
import { disputeTimers } from './dispute.timers.ts'
import { toView } from './dispute.view.ts'
import * as store from './disputes.store.ts'
import { enqueueEvidenceBundle } from './evidence/evidence-bundle.service.ts'
import { resolveSubject } from './resolution.service.ts'
import type { DisputeSubjectDeps, SubjectTable } from './subjects/subjects.ts'

/** Dependencies of disputes: the server's, and the table of subjects. */
export type DisputeDeps = DisputeSubjectDeps & { subjects: SubjectTable }

interface DisputeWorkflowTypes {
  deps: DisputeDeps
  party: ActingPerson | ActingOperator
  record: Dispute
  context: DisputeDecisionContext
  effects: DisputeEffects
  action: DisputeTransitionName
  view: DisputeView
}
export type DisputeTransition = TransitionRequest<DisputeWorkflowTypes>

/** The transitions of a dispute. One that takes effect resolves its subject. */
export const disputeWorkflow = defineWorkflow<DisputeWorkflowTypes>({
  subject: 'dispute',
  flow: disputeFlow,
  lock: lockOwnDispute,
  context: ({ clock }, _tx, _dispute, { role }) => ({ role, now: clock.now() }),
  save: (tx, _before, after) => store.save(tx, after),
  eventDefaults: ({ subject: { type, id } }) => ({ data: { about: { type, id } } }),
  async afterSave(deps, tx, _party, { before, after }) {
    if (before.effectiveAt === null && after.effectiveAt !== null) await resolveSubject(deps, tx, deps.subjects, after)
    // The operator gets the evidence as it is then.
    if (before.status !== after.status && after.status === 'UNDER_REVIEW') await enqueueEvidenceBundle(deps, tx, after)
    await resolveStaleNotifications(deps, tx, before, after)
  },
  timers: disputeTimers,
  deliver: (deps, tx, dispute, effects) => deliver(deps, tx, dispute, effects),
  view: toView,
})
