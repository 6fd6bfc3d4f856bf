import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'

/**
 * The life of a dispute as a table. Who opened it and whose answer is awaited are guards beside the table.
 * What an operator decides, or time does, takes effect once nobody can appeal any more.
 */

export const disputeStatuses = ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW', 'RESOLVED', 'WITHDRAWN'] as const
export const DisputeStatus = z.enum(disputeStatuses)
export type DisputeStatus = z.infer<typeof DisputeStatus>

/** Neither settled nor taken back. */
export const openDisputeStatuses = ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'] as const satisfies DisputeStatus[]

export const disputeFlow = flow(disputeStatuses, ['OPEN'], {
  /** The other side says how it was. */
  respond: { from: ['OPEN'], to: 'NEGOTIATION', by: ['PROVIDER', 'CUSTOMER'] },
  /** Nobody answered in time: looked at by an operator, never lost by itself. */
  'miss-answer': { from: ['OPEN'], to: 'UNDER_REVIEW', by: ['SYSTEM'] },
  /** The time to agree is over. */
  'end-negotiation': { from: ['NEGOTIATION'], to: 'UNDER_REVIEW', by: ['SYSTEM'] },
  /** A proposal of the other side is accepted. */
  agree: { from: ['NEGOTIATION'], to: 'RESOLVED', by: ['PROVIDER', 'CUSTOMER'] },
  decide: { from: ['UNDER_REVIEW'], to: 'RESOLVED', by: ['OPERATOR'] },
  /** Not decided in time: everything stays as it was before. */
  default: { from: ['UNDER_REVIEW'], to: 'RESOLVED', by: ['SYSTEM'] },
  withdraw: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], to: 'WITHDRAWN', by: ['PROVIDER', 'CUSTOMER'] },
  /** Once, within a week, what was not agreed on. */
  appeal: { from: ['RESOLVED'], to: 'UNDER_REVIEW', by: ['PROVIDER', 'CUSTOMER'] },
})
export type DisputeTransitionName = keyof typeof disputeFlow.transitions
export type DisputeRole = 'PROVIDER' | 'CUSTOMER' | 'SYSTEM' | 'OPERATOR'

/** What may be done in a dispute that leaves its state as it is. */
export const disputeUpdates = {
  /** Better late than never. */
  respond: { from: ['UNDER_REVIEW'], by: ['PROVIDER', 'CUSTOMER'] },
  evidence: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], by: ['PROVIDER', 'CUSTOMER'] },
  propose: { from: ['NEGOTIATION'], by: ['PROVIDER', 'CUSTOMER'] },
  assign: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], by: ['OPERATOR'] },
} as const satisfies Record<string, { from: readonly DisputeStatus[]; by: readonly DisputeRole[] }>
export type DisputeUpdate = keyof typeof disputeUpdates

export const DisputeAction = z.enum([
  ...new Set([
    ...(Object.keys(disputeFlow.transitions) as DisputeTransitionName[]),
    ...(Object.keys(disputeUpdates) as DisputeUpdate[]),
  ]),
] as [DisputeTransitionName | DisputeUpdate, ...(DisputeTransitionName | DisputeUpdate)[]])
export type DisputeAction = z.infer<typeof DisputeAction>

export const disputeSubjects = ['BOOKING', 'CONTRACT', 'MILESTONE', 'CANCELLATION', 'PAYMENT', 'REVIEW'] as const
export const DisputeSubjectType = z.enum(disputeSubjects, 'Say what it is about.')
export type DisputeSubjectType = z.infer<typeof DisputeSubjectType>

const work = ['BOOKING', 'CONTRACT', 'MILESTONE'] as const satisfies DisputeSubjectType[]
/** Why, and about what one can say so. */
export const disputeReasons = {
  QUALITY: { about: work },
  INCOMPLETE: { about: work },
  DAMAGE: { about: work },
  NO_SHOW: { about: ['BOOKING', 'CANCELLATION'] },
  FEE: { about: ['BOOKING', 'CANCELLATION'] },
  PRICE: { about: work },
  NON_PAYMENT: { about: [...work, 'PAYMENT'] },
  ACCESS: { about: [...work, 'CANCELLATION'] },
  CONDUCT: { about: disputeSubjects },
  FALSE_REVIEW: { about: ['REVIEW'] },
  OTHER: { about: disputeSubjects },
} as const satisfies Record<string, { about: readonly DisputeSubjectType[] }>
export const disputeReasonCodes = Object.keys(disputeReasons) as [
  keyof typeof disputeReasons,
  ...(keyof typeof disputeReasons)[],
]
export const DisputeReason = z.enum(disputeReasonCodes, 'Choose a reason.')
export type DisputeReason = z.infer<typeof DisputeReason>

/** Whether a reason can be given for a dispute about this. */
export const fitsReason = (reason: DisputeReason, type: DisputeSubjectType): boolean =>
  (disputeReasons[reason].about as readonly DisputeSubjectType[]).includes(type)

/** How long each stage lasts, and how much it takes. */
export const disputeLimits = {
  respondHours: 72,
  negotiateDays: 7,
  decideDays: 14,
  appealDays: 7,
  remindHours: 24,
  proposalsPerSide: 3,
  evidencePerSide: 20,
  statementMin: 20,
  statementMax: 5000,
  /** After it ended, as long as it may be disputed. */
  completedDays: 14,
  noShowDays: 14,
  cancelledDays: 7,
  paymentDays: 14,
  milestoneDays: 14,
  contractDays: 90,
} as const
