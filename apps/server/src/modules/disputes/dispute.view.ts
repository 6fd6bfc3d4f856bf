import { disputeLimits, type DisputeOutcome, type DisputeSummary, type DisputeView } from '@fettle/protocol/disputes'
import { loadText } from '../../platform/locale/messages.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import { listFiles } from '../uploads/index.ts'
import type { DisputeParty } from './dispute.access.ts'
import { allowedActions, moneyOf, proposalsLeft, stageOf, type Dispute, type ListedDispute } from './dispute.rules.ts'
import * as store from './disputes.store.ts'

const toOutcome = (outcome: DisputeOutcome): DisputeOutcome => ({ ...outcome, rationale: loadText(outcome.rationale) })

export function toSummary(dispute: ListedDispute): DisputeSummary {
  const { subject, bookingId, contractId, invoiceId } = dispute
  const { type, id, label, title } = subject
  const stage = stageOf(dispute)
  return {
    id: dispute.id,
    status: dispute.status,
    subject: { type, id, label, title, bookingId, contractId, invoiceId },
    customer: { ...dispute.customer, name: customerNameOf(dispute.customer.name) },
    openedBy: dispute.openedBy,
    reasonCode: dispute.reasonCode,
    amountInDispute: moneyOf(dispute, dispute.amount),
    stage: { until: toIsoOrNull(stage.until), awaiting: stage.awaiting },
    outcome: dispute.outcome && toOutcome(dispute.outcome),
    version: dispute.version,
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
  }
}

/** The full view of a dispute. Both sides see the same except for their allowed actions. */
export async function toView(
  deps: Pick<Deps, 'files' | 'clock'>,
  db: Queryable,
  dispute: Dispute,
  { role }: DisputeParty,
): Promise<DisputeView> {
  const [evidence, timeline] = await db.parallel(
    () => store.listEvidence(db, dispute.id),
    () => listTimeline(db, { type: 'dispute', id: dispute.id }, 'CUSTOMER'),
  )
  const { evidencePack: bundle } = dispute
  const files = await listFiles(deps, db, [...evidence.map(({ fileId }) => fileId), ...(bundle?.fileIds ?? [])])
  const context = { role, now: deps.clock.now() }
  const fileOf = (id: string) => files.find((file) => file.id === id)
  const ownCount = evidence.filter(({ side }) => side === role).length
  const mayAnswer = allowedActions(dispute, context).includes('agree')
  return {
    ...toSummary(dispute),
    total: moneyOf(dispute, dispute.total),
    statement: dispute.statement,
    desiredOutcome: dispute.desiredOutcome,
    response:
      dispute.response !== null && dispute.respondedAt
        ? { statement: dispute.response, at: dispute.respondedAt.toISOString() }
        : null,
    respondBy: dispute.respondBy.toISOString(),
    negotiateBy: toIsoOrNull(dispute.negotiateBy),
    decideBy: toIsoOrNull(dispute.decideBy),
    reviewReason: dispute.reviewReason,
    evidence: evidence.flatMap(({ id, side, fileId, note, at }) => {
      const file = fileOf(fileId)
      return file ? [{ id, by: side, note, at: at.toISOString(), file }] : []
    }),
    evidenceLeft: Math.max(0, disputeLimits.evidencePerSide - ownCount),
    proposals: dispute.proposals.map(({ amount, ...proposal }) => ({
      ...proposal,
      amountToProvider: moneyOf(dispute, amount),
      isMineToAnswer: mayAnswer && proposal.status === 'PENDING' && proposal.by !== role,
    })),
    proposalsLeft: proposalsLeft(dispute, role),
    evidencePack: bundle && {
      assembledAt: bundle.assembledAt,
      chat: bundle.chat,
      timeline: bundle.timeline.map(({ actor, ...entry }) => ({
        ...entry,
        actor: { ...actor, name: actor.type === 'CUSTOMER' ? customerNameOf(actor.name) : actor.name },
      })),
      documents: bundle.documents,
      photos: bundle.fileIds.flatMap((id) => fileOf(id) ?? []),
    },
    appeal: dispute.appeal && { ...dispute.appeal, outcome: toOutcome(dispute.appeal.outcome) },
    assignee: dispute.assignee,
    timeline,
    allowedActions: allowedActions(dispute, context),
  }
}
