import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'

/**
 * The life of a contract, of its milestones and of its change orders as tables. An action is called
 * as the end of its path, so that `allowedActions` names what may be called; a dispute is opened at /v2/disputes.
 */

export const contractStatuses = [
  'DRAFT',
  'PENDING_SIGNATURES',
  'CHANGES_REQUESTED',
  'ACTIVE',
  'ON_HOLD',
  'DISPUTED',
  'COMPLETED',
  'TERMINATED',
  'DECLINED',
  'EXPIRED',
  'VOIDED',
] as const
export const ContractStatus = z.enum(contractStatuses)
export type ContractStatus = z.infer<typeof ContractStatus>

/** Nothing leads on from these but a dispute about what was done. */
export const finalContractStatuses = [
  'COMPLETED',
  'TERMINATED',
  'DECLINED',
  'EXPIRED',
  'VOIDED',
] as const satisfies ContractStatus[]
/** Came to nothing: the offer it was made from may have another contract. */
export const deadContractStatuses = ['TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED'] as const satisfies ContractStatus[]
/** Signed by both and not over. */
export const runningContractStatuses = ['ACTIVE', 'ON_HOLD', 'DISPUTED'] as const satisfies ContractStatus[]

/** C1: a contract begins as the provider's draft. */
export const contractFlow = flow(contractStatuses, ['DRAFT'], {
  /** C2: sending it is signing it as the provider. */
  send: { from: ['DRAFT'], to: 'PENDING_SIGNATURES', by: ['PROVIDER'] },
  /** C3 */
  sign: { from: ['PENDING_SIGNATURES'], to: 'ACTIVE', by: ['CUSTOMER'] },
  /** C4 */
  'request-changes': { from: ['PENDING_SIGNATURES'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  /** C5: writing on voids the signature; what is sent then is another version. */
  edit: { from: ['CHANGES_REQUESTED', 'PENDING_SIGNATURES'], to: 'DRAFT', by: ['PROVIDER'] },
  /** C6 */
  decline: { from: ['PENDING_SIGNATURES'], to: 'DECLINED', by: ['CUSTOMER'] },
  /** C6: signBy. */
  expire: { from: ['PENDING_SIGNATURES'], to: 'EXPIRED', by: ['SYSTEM'] },
  /** C7 */
  void: { from: ['DRAFT', 'PENDING_SIGNATURES', 'CHANGES_REQUESTED'], to: 'VOIDED', by: ['PROVIDER'] },
  /** C8 */
  hold: { from: ['ACTIVE'], to: 'ON_HOLD', by: ['PROVIDER', 'CUSTOMER'] },
  /** C8: by itself on the day that was named. */
  resume: { from: ['ON_HOLD'], to: 'ACTIVE', by: ['PROVIDER', 'CUSTOMER', 'SYSTEM'] },
  /** C9 */
  complete: { from: ['ACTIVE'], to: 'COMPLETED', by: ['SYSTEM'] },
  /** C11 */
  'accept-termination': {
    from: ['ACTIVE', 'ON_HOLD', 'DISPUTED'],
    to: 'TERMINATED',
    by: ['PROVIDER', 'CUSTOMER', 'OPERATOR'],
  },
  /** C11: no answer within the time is an operator's case too. */
  'contest-termination': {
    from: ['ACTIVE', 'ON_HOLD'],
    to: 'DISPUTED',
    by: ['PROVIDER', 'CUSTOMER', 'SYSTEM'],
  },
  /** C11: what was contested goes on. Before that, taking it back changes no state: see the updates. */
  'withdraw-termination': { from: ['DISPUTED'], to: 'ACTIVE', by: ['PROVIDER', 'CUSTOMER', 'OPERATOR'] },
  /** C12: within the cooling-off days. */
  withdraw: { from: ['ACTIVE'], to: 'TERMINATED', by: ['CUSTOMER'] },
  /** C13 */
  dispute: { from: ['ACTIVE', 'ON_HOLD', 'COMPLETED'], to: 'DISPUTED', by: ['PROVIDER', 'CUSTOMER'] },
  /** C13: how a dispute ends, by an agreement of the two, by its withdrawal or by its outcome. */
  'settle-active': { from: ['DISPUTED'], to: 'ACTIVE', by: ['SYSTEM'] },
  'settle-completed': { from: ['DISPUTED'], to: 'COMPLETED', by: ['SYSTEM'] },
  'settle-terminated': { from: ['DISPUTED'], to: 'TERMINATED', by: ['SYSTEM'] },
})

export type ContractTransitionName = keyof typeof contractFlow.transitions
export const contractTransitionNames = Object.keys(contractFlow.transitions) as [
  ContractTransitionName,
  ...ContractTransitionName[],
]
export type ContractRole = 'PROVIDER' | 'CUSTOMER' | 'SYSTEM' | 'OPERATOR'

/** What may be done to a contract that leaves its state as it is. */
export const contractUpdates = {
  edit: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** A draft that was never sent is deleted. */
  remove: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** C10: one proposal at a time. */
  termination: { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
  'withdraw-termination': { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
  /** Writes a change order. */
  amend: { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
} as const satisfies Record<string, { from: readonly ContractStatus[]; by: readonly ContractRole[] }>

export type ContractUpdate = keyof typeof contractUpdates
export const ContractAction = z.enum([
  ...new Set([...contractTransitionNames, ...(Object.keys(contractUpdates) as ContractUpdate[])]),
])
export type ContractAction = z.infer<typeof ContractAction>

export const milestoneStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'PAID',
  'CANCELLED',
] as const
export const MilestoneStatus = z.enum(milestoneStatuses)
export type MilestoneStatus = z.infer<typeof MilestoneStatus>

/** Neither approved nor given up. */
export const openMilestoneStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'SUBMITTED',
  'CHANGES_REQUESTED',
] as const satisfies MilestoneStatus[]

export const milestoneFlow = flow(milestoneStatuses, ['PENDING'], {
  start: { from: ['PENDING'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  submit: { from: ['IN_PROGRESS', 'CHANGES_REQUESTED'], to: 'SUBMITTED', by: ['PROVIDER'] },
  /** By itself after the days the operator set. */
  approve: { from: ['SUBMITTED'], to: 'APPROVED', by: ['CUSTOMER', 'SYSTEM'] },
  'request-changes': { from: ['SUBMITTED'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  /** The contract ends and part of it was done. */
  settle: { from: ['PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED'], to: 'APPROVED', by: ['SYSTEM'] },
  /** Its invoice is paid. */
  pay: { from: ['APPROVED'], to: 'PAID', by: ['SYSTEM'] },
  /** Everything that was paid for it was given back. */
  refund: { from: ['PAID'], to: 'APPROVED', by: ['SYSTEM'] },
  /** By a change order, or because the contract ended before it was done. */
  cancel: { from: ['PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED'], to: 'CANCELLED', by: ['SYSTEM'] },
})

/** What may be done to a milestone that leaves its state as it is: while it is disputed, nothing else is. */
export const milestoneUpdates = {
  dispute: { from: ['SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'PAID'], by: ['PROVIDER', 'CUSTOMER'] },
} as const satisfies Record<string, { from: readonly MilestoneStatus[]; by: readonly ContractRole[] }>
export type MilestoneTransitionName = keyof typeof milestoneFlow.transitions
export type MilestoneAction = MilestoneTransitionName | keyof typeof milestoneUpdates
export const MilestoneAction = z.enum([
  ...(Object.keys(milestoneFlow.transitions) as [MilestoneTransitionName, ...MilestoneTransitionName[]]),
  'dispute',
])

export const amendmentStatuses = ['DRAFT', 'PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const
export const AmendmentStatus = z.enum(amendmentStatuses)
export type AmendmentStatus = z.infer<typeof AmendmentStatus>

/** A customer's change order is signed as it is written. Whose it is and who answers are guards beside the table. */
export const amendmentFlow = flow(amendmentStatuses, ['DRAFT', 'PENDING'], {
  /** Signed by who wrote it. */
  send: { from: ['DRAFT'], to: 'PENDING', by: ['PROVIDER'] },
  /** Signed by the other one. */
  sign: { from: ['PENDING'], to: 'APPROVED', by: ['PROVIDER', 'CUSTOMER'] },
  decline: { from: ['PENDING'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
  withdraw: { from: ['DRAFT', 'PENDING'], to: 'WITHDRAWN', by: ['PROVIDER', 'CUSTOMER'] },
  /** Nobody answered in time, or the contract ended first. */
  expire: { from: ['DRAFT', 'PENDING'], to: 'EXPIRED', by: ['SYSTEM'] },
})
export type AmendmentTransitionName = keyof typeof amendmentFlow.transitions
/** What may be done to a change order that leaves its state as it is. */
export const amendmentUpdates = { edit: { from: ['DRAFT'], by: ['PROVIDER'] } } as const
export const AmendmentAction = z.enum([
  ...(Object.keys(amendmentFlow.transitions) as [AmendmentTransitionName, ...AmendmentTransitionName[]]),
  'edit',
])
export type AmendmentAction = z.infer<typeof AmendmentAction>
