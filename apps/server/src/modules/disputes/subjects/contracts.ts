import { shortened } from '@fettle/protocol/common/limits'
import type { Tx } from '../../../platform/db/db.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import {
  assertContractEnding,
  contractEndings,
  listContractEvidence,
  disputeContract,
  disputeMilestone,
  lockDisputableContract,
  lockDisputableMilestone,
  applyDisputeOutcomeToContract,
  applyDisputeOutcomeToMilestone,
  type ContractEnding,
} from '../../contracts/index.ts'
import { findRemaining, setOnHold } from '../../invoices/index.ts'
import type { Dispute } from '../dispute.rules.ts'
import type { DisputedAmount, CollectedEvidence, SubjectHandler } from './subjects.ts'

/** Contracts and milestones as subjects. Nothing is signed here, so no origin is recorded. */
const from = (person: ActingPerson) => ({ ...person, origin: { ip: null, userAgent: null, timeZone: null } })

/** The amount of an earned milestone that earlier disputes and refunds left: the rest is not reversed again. */
const findRemainingAmount = (tx: Tx, { id, amount }: { id: string; amount: number }): Promise<number> =>
  findRemaining(tx, { type: 'MILESTONE', id }, { amount, isConfirmed: true })

async function remainingOf(tx: Tx, earned: readonly { id: string; amount: number }[]) {
  const remaining: { id: string; amount: number }[] = []
  for (const { id, amount } of earned) remaining.push({ id, amount: await findRemainingAmount(tx, { id, amount }) })
  return remaining
}

const claimOf = ({ id, amount }: { id: string; amount: number }): DisputedAmount => ({
  source: { type: 'milestone', id },
  charged: { type: 'MILESTONE', id },
  amount,
})

async function collectEvidence(tx: Tx, dispute: Dispute, milestoneId?: string): Promise<CollectedEvidence> {
  const contractId = dispute.contractId ?? ''
  const found = await listContractEvidence(tx, contractId, milestoneId)
  return {
    timelines: [
      { type: 'contract', id: contractId },
      ...(found?.bookingIds ?? []).map((id) => ({ type: 'booking', id })),
    ],
    fileIds: found?.fileIds ?? [],
    documents: [
      { type: 'CONTRACT', id: contractId, label: found?.reference ?? '' },
      ...(found?.offerId ? [{ type: 'OFFER' as const, id: found.offerId, label: '' }] : []),
    ],
  }
}

const contract: SubjectHandler = {
  async inspect(deps, tx, person, id) {
    const found = await lockDisputableContract(deps, tx, from(person), id)
    const amount = (await remainingOf(tx, found.earned)).reduce((sum, each) => sum + each.amount, 0)
    return {
      providerId: found.providerId,
      customer: found.customer,
      label: found.reference,
      title: found.title,
      status: found.status,
      until: found.until,
      // Unapproved milestones are not paid yet: they are settled one by one, or by ending the contract.
      total: amount > 0 ? { amount, currency: found.currency } : null,
      isRepeatable: true,
      contractId: id,
    }
  },
  open: (deps, tx, person, { id: disputeId, reasonCode, subject }) =>
    disputeContract(deps, tx, from(person), subject.id, { disputeId, reasonCode }),
  async resolve(deps, tx, { id: disputeId, subject, createdAt: since }, ending) {
    const before: ContractEnding = subject.status === 'COMPLETED' ? 'COMPLETED' : 'ACTIVE'
    const to = ending.isRestored ? before : ((ending.subjectStatus as ContractEnding | null) ?? before)
    const { isWithdrawn, settlement } = ending
    await applyDisputeOutcomeToContract(deps, tx, subject.id, { disputeId, isWithdrawn, since, to, settlement })
  },
  async claims(_, tx, { subject }) {
    const found = await listContractEvidence(tx, subject.id)
    return (await remainingOf(tx, found?.earned ?? [])).toReversed().map(claimOf)
  },
  endings: (status) => (status === 'COMPLETED' ? ['COMPLETED', 'TERMINATED'] : Object.keys(contractEndings)),
  assertEnding: (tx, { subject }, to) => assertContractEnding(tx, subject.id, to),
  collectEvidence: (_, tx, dispute) => collectEvidence(tx, dispute),
}

const milestone: SubjectHandler = {
  async inspect(deps, tx, person, id) {
    const { milestone: found, ...whole } = await lockDisputableMilestone(deps, tx, from(person), id)
    const amount = found.isEarned ? await findRemainingAmount(tx, found) : found.amount
    return {
      providerId: whole.providerId,
      customer: whole.customer,
      label: whole.reference,
      title: shortened(`${found.title}: ${whole.title}`, 200),
      status: found.status,
      until: found.until,
      total: amount > 0 ? { amount, currency: whole.currency } : null,
      ...(!found.isEarned && { isUnconfirmed: true }),
      contractId: whole.id,
    }
  },
  async open(deps, tx, person, { id: disputeId, reasonCode, subject, contractId }) {
    const at = { contractId: contractId ?? '', milestoneId: subject.id }
    await disputeMilestone(deps, tx, from(person), at, { disputeId, reasonCode })
    await setOnHold(tx, { type: 'MILESTONE', id: subject.id }, true)
  },
  async resolve(deps, tx, { id: disputeId, subject, contractId, total, createdAt: since }, ending) {
    const goesOn = ending.isRestored || ending.subjectStatus === 'CHANGES_REQUESTED'
    const amount = goesOn ? undefined : (total ?? 0) - ending.reduction
    const at = { contractId: contractId ?? '', milestoneId: subject.id }
    await applyDisputeOutcomeToMilestone(deps, tx, at, { disputeId, isWithdrawn: ending.isWithdrawn, since, amount })
    await setOnHold(tx, { type: 'MILESTONE', id: subject.id }, false)
  },
  async claims(_, tx, { subject: { id, status }, total }) {
    if (total === null) return []
    const isEarned = status === 'APPROVED' || status === 'PAID'
    const amount = isEarned ? await findRemainingAmount(tx, { id, amount: total }) : total
    // Less than at the beginning, if a payment was refunded meanwhile.
    return [claimOf({ id, amount: Math.min(total, amount) })]
  },
  endings: (status) => (status === 'APPROVED' || status === 'PAID' ? [status] : ['APPROVED', 'CHANGES_REQUESTED']),
  reversedStatuses: ['CHANGES_REQUESTED'],
  collectEvidence: (_, tx, dispute) => collectEvidence(tx, dispute, dispute.subject.id),
}

export const contractSubjects = { CONTRACT: contract, MILESTONE: milestone }
