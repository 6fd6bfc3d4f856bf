import { contractFlow, type ContractDetails, type ContractTransitionName } from '@fettle/protocol/contracts'
import { actorOf, type ActingOperator } from '../../platform/acting-party.ts'
import { defineWorkflow, type TransitionRequest } from '../../platform/workflow/workflow.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { unlinkFromMilestone } from '../bookings/index.ts'
import { getOwnContract, lockOwnContract, type ContractPerson } from './contract.access.ts'
import { deliver, resolveStaleNotifications, type ContractEffects } from './contract.effects.ts'
import { contractTimers } from './contract.timers.ts'
import type { Contract, ContractDecisionContext } from './contract.types.ts'
import { toDetails } from './contract.view.ts'
import * as store from './contracts.store.ts'
import { append, noOrigin, type Origin } from './history/audit.store.ts'

export type ContractDeps = Pick<
  Deps,
  'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings' | 'secrets'
>

/** Builds the provider's view on demand, after commit. */
export type LazyContractView = () => Promise<ContractDetails>

interface ContractWorkflowTypes {
  deps: ContractDeps
  party: ContractPerson | (ActingOperator & { origin: Origin })
  record: Contract
  context: ContractDecisionContext
  effects: ContractEffects
  action: ContractTransitionName
  view: ContractDetails
}
export type ContractTransition = TransitionRequest<ContractWorkflowTypes>

/** The transitions of a contract. Each adds its notes to the audit trail. */
export const contractWorkflow = defineWorkflow<ContractWorkflowTypes>({
  subject: 'contract',
  flow: contractFlow,
  lock: lockOwnContract,
  context: ({ clock }, _tx, _contract, { role }) => ({ role, now: clock.now() }),
  save: store.save,
  async afterSave(deps, tx, party, { before, after, effects: { auditNotes } }) {
    const origin = party.role === 'SYSTEM' ? noOrigin : party.origin
    if (auditNotes.length > 0) await append(deps, tx, after.id, auditNotes, { actor: actorOf(party), origin })
    await resolveStaleNotifications(deps, tx, before, after)
    for (const milestone of listCancelled(before, after)) await unlinkFromMilestone(tx, milestone)
  },
  timers: contractTimers,
  deliver: (deps, tx, contract, { events: [first], ...effects }) =>
    deliver(deps, tx, contract, { event: first?.event ?? contract.status, ...effects }),
  view: async (deps, db, { id }, party) => showToProvider(deps, db, await getOwnContract(db, party, id)),
  conflictView: async (deps, tx, contract, party) =>
    party.role === 'PROVIDER' ? showToProvider(deps, tx, contract) : undefined,
})

const showToProvider = (deps: ContractDeps, db: Queryable, contract: Contract): Promise<ContractDetails> =>
  toDetails(deps, db, contract, { role: 'PROVIDER', id: contract.providerId })

/** Milestones with visits that were cancelled. */
const listCancelled = (before: Contract, { milestones }: Contract) =>
  milestones.filter(
    ({ id, status, bookingIds }) =>
      status === 'CANCELLED' &&
      bookingIds.length > 0 &&
      before.milestones.some((was) => was.id === id && was.status !== status),
  )
