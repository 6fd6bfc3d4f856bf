import type { ContractAction, ContractDetails } from '@fettle/protocol/contracts'
import type { Milestone } from '@fettle/protocol/contracts/parts'

/** Primary action of a contract. */
export type ContractNextStep =
  | { do: 'write' | 'revise' | 'wait' | 'resume' | 'answer-end' | 'nothing' }
  | { do: 'start' | 'submit' | 'await-approval'; milestone: Milestone }
  | { do: 'sign-change'; amendmentId: string }

type Acting = Pick<ContractDetails, 'status' | 'allowedActions' | 'milestones' | 'amendments' | 'termination'>

/**
 * Selects the primary action: requests of the customer first, then editing, waiting for the customer, or the next
 * milestone.
 */
export function nextStep({ status, allowedActions, milestones, amendments, termination }: Acting): ContractNextStep {
  const allows = (action: ContractAction) => allowedActions.includes(action)
  if (status === 'DRAFT') return { do: 'write' }
  if (status === 'CHANGES_REQUESTED') return { do: allows('edit') ? 'revise' : 'nothing' }
  if (status === 'PENDING_SIGNATURES') return { do: 'wait' }
  // A provider who has contested may still accept, but is not prompted to.
  if (termination?.status === 'PROPOSED' && allows('accept-termination')) return { do: 'answer-end' }
  const toSign = amendments.find((amendment) => amendment.allowedActions.includes('sign'))
  if (toSign) return { do: 'sign-change', amendmentId: toSign.id }
  if (allows('resume')) return { do: 'resume' }
  const submit = milestones.find((milestone) => milestone.allowedActions.includes('submit'))
  if (submit) return { do: 'submit', milestone: submit }
  const waits = milestones.find((milestone) => milestone.status === 'SUBMITTED')
  if (waits) return { do: 'await-approval', milestone: waits }
  const start = milestones.find((milestone) => milestone.allowedActions.includes('start'))
  return start ? { do: 'start', milestone: start } : { do: 'nothing' }
}

/** Whether the provider's only next step is to message the customer. */
export const isMessageNext = (contract: Acting): boolean =>
  ['write', 'wait', 'await-approval', 'nothing'].includes(nextStep(contract).do)

/** Secondary actions in menu order. */
const others = [
  'edit',
  'amend',
  'hold',
  'resume',
  'termination',
  'accept-termination',
  'contest-termination',
  'withdraw-termination',
  'void',
  'remove',
] as const

export type OtherContractAction = (typeof others)[number]

export const otherActions = ({ allowedActions, status }: Pick<ContractDetails, 'allowedActions' | 'status'>) =>
  others.filter(
    (action) =>
      allowedActions.includes(action) &&
      // The draft is already open for editing.
      !(action === 'edit' && status === 'DRAFT'),
  )

/** Whether an action is destructive and shown in red. */
export const isEnding = (action: OtherContractAction): boolean =>
  ['termination', 'accept-termination', 'void', 'remove'].includes(action)
