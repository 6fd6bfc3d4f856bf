import type { Received } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { startMilestone, submitMilestone } from '@fettle/protocol/contracts/actions'
import { SYSTEM } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fieldError } from '../../../platform/errors.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { linkToMilestone } from '../../bookings/index.ts'
import { findMilestoneInvoice, isInvoiced, type MilestonePaid } from '../../invoices/index.ts'
import {
  contractWorkflow,
  type LazyContractView,
  type ContractDeps,
  type ContractTransition,
} from '../contract.workflow.ts'
import { lockOwnContract, type ContractParty, type ContractPerson } from '../contract.access.ts'
import { attachEvidence } from '../files/contract-files.service.ts'
import { charge, type ContractBillingDeps } from './contract-billing.service.ts'
import type { Contract, MilestoneRow } from '../contract.types.ts'
import { describeContract, toNotification, type ContractEffects } from '../contract.effects.ts'
import * as store from '../contracts.store.ts'
import { completeIfDone } from '../lifecycle/complete.service.ts'
import { getMilestone, transitionMilestoneAndBump } from './milestones.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Work on milestones. */

const dataOf = ({ id, title, amount }: MilestoneRow) => ({ milestoneId: id, title, amount })

/**
 * Links visits of the two that are open, part of no other milestone and not invoiced themselves: they are paid with this
 * one.
 */
async function withBookings(tx: Tx, contract: Contract, { id, bookingIds }: MilestoneRow, addedIds: readonly string[]) {
  const { id: contractId, providerId, customer } = contract
  for (const [index, bookingId] of addedIds.entries()) {
    const link = { providerId, customerId: customer.id, contractId, milestoneId: id }
    const path = ['bookingIds', index]
    if (!(await linkToMilestone(tx, bookingId, link)))
      throw fieldError(path, 'NOT_ALLOWED', issueText('BOOKING_NOT_OPEN'))
    // Extra work on a visit linked before may be invoiced.
    if (!bookingIds.includes(bookingId) && (await isInvoiced(tx, bookingId)))
      throw fieldError(path, 'NOT_ALLOWED', issueText('BOOKING_INVOICED'))
  }
  return [...new Set([...bookingIds, ...addedIds])]
}

export const start = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  milestoneId: string,
  { version, bookingIds }: Received<typeof startMilestone>['body'],
): Promise<LazyContractView> =>
  contractWorkflow.runForView(deps, person, id, {
    version,
    isDone(contract) {
      const milestone = getMilestone(contract, milestoneId)
      return milestone.status === 'IN_PROGRESS' && bookingIds.every((each) => milestone.bookingIds.includes(each))
    },
    async decide(before, context, tx) {
      const linkedIds = await withBookings(tx, before, getMilestone(before, milestoneId), bookingIds)
      return transitionMilestoneAndBump(before, milestoneId, 'start', context, {
        startedAt: context.now,
        bookingIds: linkedIds,
      })
    },
    describeEffects(after) {
      const milestone = getMilestone(after, milestoneId)
      return {
        events: [{ event: 'milestone.started', data: dataOf(milestone) }],
        auditNotes: [{ event: 'MILESTONE_STARTED', data: dataOf(milestone) }],
        systemMessage: {
          code: 'milestone-started',
          params: { milestone: milestone.title, contract: describeContract(after) },
        },
      }
    },
  })

export const submit = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  milestoneId: string,
  { version, note, evidenceIds, bookingIds }: Received<typeof submitMilestone>['body'],
): Promise<LazyContractView> =>
  contractWorkflow.runForView(deps, person, id, {
    version,
    isDone(contract) {
      const milestone = getMilestone(contract, milestoneId)
      return milestone.status === 'SUBMITTED' && milestone.note === note
    },
    async decide(before, context, tx) {
      const milestone = getMilestone(before, milestoneId)
      const linkedIds = await withBookings(tx, before, milestone, bookingIds)
      const after = transitionMilestoneAndBump(before, milestoneId, 'submit', context, {
        note,
        bookingIds: linkedIds,
        evidenceIds: [...new Set([...milestone.evidenceIds, ...evidenceIds])],
        submittedAt: context.now,
        autoApproveAt: new Date(+context.now + deps.settings().milestoneApproveDays * DAY_MS),
      })
      await attachEvidence(tx, { contractId: id, ownerId: person.id, field: 'evidenceIds' }, evidenceIds)
      return after
    },
    describeEffects(after) {
      const milestone = getMilestone(after, milestoneId)
      const data = { ...dataOf(milestone), autoApproveAt: milestone.autoApproveAt?.toISOString() }
      return {
        events: [{ event: 'milestone.submitted', data }],
        auditNotes: [{ event: 'MILESTONE_SUBMITTED', data: { ...data, note, evidenceIds } }],
        systemMessage: {
          code: 'milestone-submitted',
          params: { milestone: milestone.title, contract: describeContract(after) },
        },
      }
    },
  })

/** Approves a milestone, by the customer or automatically, and invoices it in the same transaction. */
export const approve = (
  deps: ContractBillingDeps,
  party: ContractParty,
  id: string,
  milestoneId: string,
): Promise<Contract> => contractWorkflow.run(deps, party, id, toApproval(deps, party, milestoneId))

export const toApproval = (
  deps: ContractBillingDeps,
  party: ContractParty,
  milestoneId: string,
): ContractTransition => ({
  isDone(contract) {
    const { status } = getMilestone(contract, milestoneId)
    return status === 'APPROVED' || status === 'PAID'
  },
  async decide(before, context, tx) {
    const after = transitionMilestoneAndBump(before, milestoneId, 'approve', context, {
      approvedAt: context.now,
      approvedBySystem: party.role === 'SYSTEM',
      autoApproveAt: null,
    })
    return charge(deps, tx, after, [milestoneId], context.now)
  },
  describeEffects: (after) => toApprovalEffects(after, getMilestone(after, milestoneId), party),
  followUp: (after, tx) => completeIfDone(deps, tx, after),
})

function toApprovalEffects(contract: Contract, milestone: MilestoneRow, party: ContractParty): ContractEffects {
  const automatic = party.role === 'SYSTEM'
  const amount = { amount: milestone.amount, currency: contract.currency }
  const data = { ...dataOf(milestone), automatic, invoiceId: milestone.invoiceId }
  return {
    events: [{ event: 'milestone.approved', data }],
    auditNotes: [{ event: 'MILESTONE_APPROVED', data }],
    systemMessage: {
      code: 'milestone-approved',
      params: { milestone: milestone.title, amount, contract: describeContract(contract) },
    },
    notification: toNotification(contract, 'milestone-approved', {
      milestone: milestone.title,
      amount,
      automatic,
    }),
  }
}

/** Requests changes. After three times only a dispute is left. */
export const requestChanges = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  milestoneId: string,
  note: string,
): Promise<Contract> =>
  contractWorkflow.run(deps, person, id, {
    isDone(contract) {
      const { status, changes } = getMilestone(contract, milestoneId)
      return status === 'CHANGES_REQUESTED' && changes.at(-1)?.note === note
    },
    decide: (before, context) =>
      transitionMilestoneAndBump(before, milestoneId, 'request-changes', context, {
        autoApproveAt: null,
        changes: [...getMilestone(before, milestoneId).changes, { note, at: context.now.toISOString() }],
      }),
    describeEffects(after) {
      const milestone = getMilestone(after, milestoneId)
      const data = { ...dataOf(milestone), note, times: milestone.changes.length }
      return {
        events: [{ event: 'milestone.changes_requested', data }],
        auditNotes: [{ event: 'MILESTONE_CHANGES_REQUESTED', data }],
        systemMessage: {
          code: 'milestone-sent-back',
          params: { milestone: milestone.title, note, contract: describeContract(after) },
        },
        notification: toNotification(after, 'milestone-changes', {
          milestone: milestone.title,
          note,
        }),
      }
    },
  })

/**
 * Marks a milestone as paid once its invoice is, and as refunded when its invoice no longer is. It then names that
 * invoice, also where its provider voided one and charged it again. Idempotent.
 */
export function updateMilestonePayment(deps: ContractDeps, { contractId, milestoneId }: MilestonePaid): Promise<void> {
  return deps.db.transaction(async (tx) => {
    // The contract first, as when a milestone is charged.
    const contract = await lockOwnContract(tx, SYSTEM, contractId)
    const invoice = await findMilestoneInvoice(tx, milestoneId)
    if (invoice) await linkInvoice(deps, tx, contract, milestoneId, invoice.id)
    const isPaid = invoice?.isPaid ?? false
    const [action, from] = isPaid ? (['pay', 'APPROVED'] as const) : (['refund', 'PAID'] as const)
    await contractWorkflow.runIn(deps, tx, SYSTEM, contractId, {
      isDone: (contract) => getMilestone(contract, milestoneId).status !== from,
      decide: (before, context) =>
        transitionMilestoneAndBump(before, milestoneId, action, context, { paidAt: isPaid ? context.now : null }),
      describeEffects(after) {
        const data = dataOf(getMilestone(after, milestoneId))
        return {
          events: [{ event: isPaid ? 'milestone.paid' : 'milestone.refunded', data }],
          auditNotes: [{ event: isPaid ? 'MILESTONE_PAID' : 'MILESTONE_REFUNDED', data }],
        }
      },
    })
  })
}

/** Makes a milestone name its invoice. */
async function linkInvoice(
  deps: ContractDeps,
  tx: Tx,
  contract: Contract,
  milestoneId: string,
  invoiceId: string,
): Promise<void> {
  if (getMilestone(contract, milestoneId).invoiceId === invoiceId) return
  const milestones = contract.milestones.map((each) => (each.id === milestoneId ? { ...each, invoiceId } : each))
  await store.save(tx, contract, bumpVersion({ ...contract, milestones }, deps.clock.now()))
  signalChange(deps, tx, contract.providerId, { type: 'contract', id: contract.id })
}
