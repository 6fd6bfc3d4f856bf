import { flow } from '../core/flow.ts'

/**
 * State machines of contracts, milestones and change orders. An action is the last segment of its path, so
 * `allowedActions` names what may be called. Disputes are opened at /v2/disputes.
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
type Status = (typeof contractStatuses)[number]

/** Final states. A dispute can reopen some of them. */
export const finalContractStatuses = [
  'COMPLETED',
  'TERMINATED',
  'DECLINED',
  'EXPIRED',
  'VOIDED',
] as const satisfies Status[]

/** A contract starts as the provider's draft. */
export const contractFlow = flow(contractStatuses, ['DRAFT'], {
  /** Sending signs as the provider. */
  send: { from: ['DRAFT'], to: 'PENDING_SIGNATURES', by: ['PROVIDER'] },
  sign: { from: ['PENDING_SIGNATURES'], to: 'ACTIVE', by: ['CUSTOMER'] },
  'request-changes': { from: ['PENDING_SIGNATURES'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  /** Editing voids the signature; sending again creates another version. */
  edit: { from: ['CHANGES_REQUESTED', 'PENDING_SIGNATURES'], to: 'DRAFT', by: ['PROVIDER'] },
  decline: { from: ['PENDING_SIGNATURES'], to: 'DECLINED', by: ['CUSTOMER'] },
  /** After `signBy`. */
  expire: { from: ['PENDING_SIGNATURES'], to: 'EXPIRED', by: ['SYSTEM'] },
  void: { from: ['DRAFT', 'PENDING_SIGNATURES', 'CHANGES_REQUESTED'], to: 'VOIDED', by: ['PROVIDER'] },
  hold: { from: ['ACTIVE'], to: 'ON_HOLD', by: ['PROVIDER', 'CUSTOMER'] },
  /** SYSTEM: on the agreed day. */
  resume: { from: ['ON_HOLD'], to: 'ACTIVE', by: ['PROVIDER', 'CUSTOMER', 'SYSTEM'] },
  complete: { from: ['ACTIVE'], to: 'COMPLETED', by: ['SYSTEM'] },
  'accept-termination': {
    from: ['ACTIVE', 'ON_HOLD', 'DISPUTED'],
    to: 'TERMINATED',
    by: ['PROVIDER', 'CUSTOMER', 'OPERATOR'],
  },
  /** SYSTEM: no answer in time, so an operator decides. */
  'contest-termination': {
    from: ['ACTIVE', 'ON_HOLD'],
    to: 'DISPUTED',
    by: ['PROVIDER', 'CUSTOMER', 'SYSTEM'],
  },
  /** Ends a contested proposal. Withdrawing an uncontested one changes no state: see the updates. */
  'withdraw-termination': { from: ['DISPUTED'], to: 'ACTIVE', by: ['PROVIDER', 'CUSTOMER', 'OPERATOR'] },
  /** Within the cooling-off days. */
  withdraw: { from: ['ACTIVE'], to: 'TERMINATED', by: ['CUSTOMER'] },
  dispute: { from: ['ACTIVE', 'ON_HOLD', 'COMPLETED'], to: 'DISPUTED', by: ['PROVIDER', 'CUSTOMER'] },
  /** A dispute ends by agreement, withdrawal or decision. */
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

/** Actions that leave the state of a contract unchanged. */
export const contractUpdates = {
  edit: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** Delete a draft that was never sent. */
  remove: { from: ['DRAFT'], by: ['PROVIDER'] },
  /** One termination proposal at a time. */
  termination: { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
  'withdraw-termination': { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
  /** Create a change order. */
  amend: { from: ['ACTIVE', 'ON_HOLD'], by: ['PROVIDER', 'CUSTOMER'] },
} as const satisfies Record<string, { from: readonly Status[]; by: readonly ContractRole[] }>

export type ContractUpdate = keyof typeof contractUpdates

export const milestoneStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'PAID',
  'CANCELLED',
] as const

/** Neither approved nor cancelled. */
export const openMilestoneStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'SUBMITTED',
  'CHANGES_REQUESTED',
] as const satisfies (typeof milestoneStatuses)[number][]

export const milestoneFlow = flow(milestoneStatuses, ['PENDING'], {
  start: { from: ['PENDING'], to: 'IN_PROGRESS', by: ['PROVIDER'] },
  submit: { from: ['IN_PROGRESS', 'CHANGES_REQUESTED'], to: 'SUBMITTED', by: ['PROVIDER'] },
  /** SYSTEM: after the number of days set by the operator. */
  approve: { from: ['SUBMITTED'], to: 'APPROVED', by: ['CUSTOMER', 'SYSTEM'] },
  'request-changes': { from: ['SUBMITTED'], to: 'CHANGES_REQUESTED', by: ['CUSTOMER'] },
  /** The contract ended and part of the milestone was done. */
  settle: { from: ['PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED'], to: 'APPROVED', by: ['SYSTEM'] },
  /** Its invoice is paid. */
  pay: { from: ['APPROVED'], to: 'PAID', by: ['SYSTEM'] },
  /** All payments for it were refunded. */
  refund: { from: ['PAID'], to: 'APPROVED', by: ['SYSTEM'] },
  /** By a change order, or because the contract ended first. */
  cancel: { from: ['PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED'], to: 'CANCELLED', by: ['SYSTEM'] },
})

/** Actions that leave the state of a milestone unchanged. While disputed, no other action is allowed. */
export const milestoneUpdates = {
  dispute: { from: ['SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'PAID'], by: ['PROVIDER', 'CUSTOMER'] },
} as const satisfies Record<
  string,
  { from: readonly (typeof milestoneStatuses)[number][]; by: readonly ContractRole[] }
>
export type MilestoneTransitionName = keyof typeof milestoneFlow.transitions

export const amendmentStatuses = ['DRAFT', 'PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const

/** A customer's change order is signed when it is created. Guards beside the table check the author and who answers. */
export const amendmentFlow = flow(amendmentStatuses, ['DRAFT', 'PENDING'], {
  /** Signs as the author. */
  send: { from: ['DRAFT'], to: 'PENDING', by: ['PROVIDER'] },
  /** Signs as the other side. */
  sign: { from: ['PENDING'], to: 'APPROVED', by: ['PROVIDER', 'CUSTOMER'] },
  decline: { from: ['PENDING'], to: 'DECLINED', by: ['PROVIDER', 'CUSTOMER'] },
  withdraw: { from: ['DRAFT', 'PENDING'], to: 'WITHDRAWN', by: ['PROVIDER', 'CUSTOMER'] },
  /** No answer in time, or the contract ended first. */
  expire: { from: ['DRAFT', 'PENDING'], to: 'EXPIRED', by: ['SYSTEM'] },
})
export type AmendmentTransitionName = keyof typeof amendmentFlow.transitions
/** Actions that leave the state of a change order unchanged. */
export const amendmentUpdates = { edit: { from: ['DRAFT'], by: ['PROVIDER'] } } as const
