import type { DisputeTransitionName } from '@fettle/protocol/disputes'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { actorOf, getOwnDispute, lockOwnDispute, subjectOf, type DisputeParty } from './dispute.access.ts'
import { isDone, type Dispute, type DisputeDecisionContext } from './dispute.rules.ts'
import { resolveSubject } from './resolution.service.ts'
import * as store from './disputes.store.ts'
import { resolveStaleNotifications, applyEffects, timeZoneOf, type DisputeEffects } from './dispute.effects.ts'
import { toView } from './dispute.view.ts'
import { enqueueEvidenceBundle } from './evidence/evidence-bundle.service.ts'
import type { DisputeSubjectDeps, SubjectTable } from './subjects/subjects.ts'
import { scheduleTimers } from './timers/timers.jobs.ts'

/**
 * Dependencies of disputes: the server's, and the table of subjects. `runTransition` locks, decides, saves, appends the
 * event, resolves the subject and applies effects, in one transaction.
 */
export type DisputeDeps = DisputeSubjectDeps & { subjects: SubjectTable }

export interface DisputeTransition {
  /** The transition, if it is one. A repetition by the same side is answered with the current state. */
  action?: DisputeTransitionName
  version?: number | undefined
  isDone?: (dispute: Dispute) => boolean
  decide: (dispute: Dispute, context: DisputeDecisionContext, tx: Tx) => Dispute | Promise<Dispute>
  describeEffects: (after: Dispute, before: Dispute, zone: { timeZone: string }) => DisputeEffects
}

export async function runTransition(
  deps: DisputeDeps,
  party: DisputeParty,
  id: string,
  asked: DisputeTransition,
): Promise<Dispute> {
  await deps.db.transaction(async (tx) => {
    const before = await lockOwnDispute(tx, party, id)
    const context: DisputeDecisionContext = { role: party.role, now: deps.clock.now() }
    const { action: move } = asked
    if (asked.isDone?.(before) || (move && isDone(before, move, party.role))) return
    if (asked.version !== undefined && asked.version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'dispute', current: await toView(deps, tx, before, party) })
    }
    const after = await asked.decide(before, context, tx)
    await commitTransition(deps, tx, party, { before, after, describeEffects: asked.describeEffects })
  })
  return getOwnDispute(deps.db, party, id)
}

/** Saves a decided transition and applies its effects. The caller holds the dispute's row lock. */
export async function commitTransition(
  deps: DisputeDeps,
  tx: Tx,
  party: DisputeParty,
  {
    before,
    after,
    describeEffects,
  }: { before: Dispute; after: Dispute; describeEffects: DisputeTransition['describeEffects'] },
): Promise<void> {
  const effects = describeEffects(after, before, { timeZone: await timeZoneOf(tx, after) })
  await store.save(tx, after)
  await appendEvent(tx, deps, {
    subject: subjectOf(after),
    type: effects.event,
    actor: actorOf(party),
    data: { ...effects.data, about: { type: after.subject.type, id: after.subject.id } },
    providerId: after.providerId,
    customerId: after.customer.id,
  })
  if (before.effectiveAt === null && after.effectiveAt !== null) await resolveSubject(tx, deps, deps.subjects, after)
  // The operator gets the evidence as it is then.
  if (before.status !== after.status && after.status === 'UNDER_REVIEW') await enqueueEvidenceBundle(tx, deps, after)
  await resolveStaleNotifications(tx, deps, before, after)
  await scheduleTimers(tx, deps, before, after)
  await applyEffects(tx, deps, after, effects)
}
