import { SYSTEM } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { closeAmendments } from '../amendments/amendments.rules.ts'
import { contractWorkflow, type ContractDeps } from '../contract.workflow.ts'
import { guards, openTermination } from './guards.rules.ts'
import { closeBilling } from '../milestones/contract-billing.service.ts'
import { transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import { describeContract } from '../contract.effects.ts'

/** Fields of the event that a contract is completed. */
export const completedData = ({ total, currency }: Contract) => ({ total, currency })

/** Completes the contract once every milestone is approved and no change order is pending. Returns it. */
export async function completeIfDone(deps: ContractDeps, tx: Tx, before: Contract): Promise<Contract> {
  const context = { role: 'SYSTEM', now: deps.clock.now() } as const
  if (before.status !== 'ACTIVE' || guards.complete?.(before, context)) return before
  const moved = transition(before, 'complete', context)
  const proposal = openTermination(before)
  const after: Contract = {
    ...closeAmendments(moved, context.now),
    completedAt: context.now,
    // Nothing is left to terminate.
    termination: proposal
      ? { ...proposal, status: 'LAPSED', decidedAt: context.now.toISOString(), decidedBy: 'SYSTEM' }
      : before.termination,
  }
  await closeBilling(deps, tx, after)
  await contractWorkflow.commit(deps, tx, SYSTEM, {
    before,
    after,
    effects: {
      events: [{ event: 'contract.completed', data: completedData(after) }],
      auditNotes: [{ event: 'COMPLETED' }],
      systemMessage: { code: 'contract-completed', params: { contract: describeContract(after) } },
    },
  })
  return after
}
