import type { ContractAction, ContractDetails, ContractStatus, ContractSummary } from '@fettle/protocol/contracts'
import type { Milestone } from '@fettle/protocol/contracts/parts'

/** What can be known about contracts without drawing them. */

export const contractTabs = ['drafts', 'sign', 'active', 'done', 'ended'] as const
export type ContractTab = (typeof contractTabs)[number]

/** Each state stands under one tab. */
export const statusesOf: Record<ContractTab, readonly ContractStatus[]> = {
  drafts: ['DRAFT', 'CHANGES_REQUESTED'],
  sign: ['PENDING_SIGNATURES'],
  active: ['ACTIVE', 'ON_HOLD', 'DISPUTED'],
  done: ['COMPLETED'],
  ended: ['TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED'],
}

export const readTab = (value: string | null): ContractTab => contractTabs.find((tab) => tab === value) ?? 'active'

type Standing = Pick<ContractSummary, 'status'>

/** Both have signed, once at least: there is work to look at. */
export const isRunning = ({ status }: Standing): boolean => statusesOf.active.includes(status)

/** The one thing to do about a contract. */
export type NextStep =
  | { do: 'write' | 'revise' | 'wait' | 'resume' | 'answer-end' | 'nothing' }
  | { do: 'start' | 'submit' | 'await-approval'; milestone: Milestone }
  | { do: 'sign-change'; amendmentId: string }

type Acting = Pick<ContractDetails, 'status' | 'allowedActions' | 'milestones' | 'amendments' | 'termination'>

/** Write it, wait for the customer, or the next milestone; what the customer asks for goes before. */
export function nextStep({ status, allowedActions, milestones, amendments, termination }: Acting): NextStep {
  const allows = (action: ContractAction) => allowedActions.includes(action)
  if (status === 'DRAFT') return { do: 'write' }
  if (status === 'CHANGES_REQUESTED') return { do: allows('edit') ? 'revise' : 'nothing' }
  if (status === 'PENDING_SIGNATURES') return { do: 'wait' }
  // Whoever has contested it may come round, but that is not what they are asked for.
  if (termination?.status === 'PROPOSED' && allows('accept-termination')) return { do: 'answer-end' }
  const asked = amendments.find((amendment) => amendment.allowedActions.includes('sign'))
  if (asked) return { do: 'sign-change', amendmentId: asked.id }
  if (allows('resume')) return { do: 'resume' }
  const submit = milestones.find((milestone) => milestone.allowedActions.includes('submit'))
  if (submit) return { do: 'submit', milestone: submit }
  const waits = milestones.find((milestone) => milestone.status === 'SUBMITTED')
  if (waits) return { do: 'await-approval', milestone: waits }
  const start = milestones.find((milestone) => milestone.allowedActions.includes('start'))
  return start ? { do: 'start', milestone: start } : { do: 'nothing' }
}

/** The provider has nothing to do but to write to the customer. */
export const isMessageNext = (contract: Acting): boolean =>
  ['write', 'wait', 'await-approval', 'nothing'].includes(nextStep(contract).do)

/** What else may be done, in the order of the menu. */
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
export type OtherAction = (typeof others)[number]

export const otherActions = ({ allowedActions, status }: Pick<ContractDetails, 'allowedActions' | 'status'>) =>
  others.filter(
    (action) =>
      allowedActions.includes(action) &&
      // Where the draft itself lies open there is nothing to open.
      !(action === 'edit' && status === 'DRAFT'),
  )

/** These end something: they are said in red. */
export const isEnding = (action: OtherAction): boolean =>
  ['termination', 'accept-termination', 'void', 'remove'].includes(action)

/** A name without what people write in different ways: case, accents, spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

export const isSameName = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other)
