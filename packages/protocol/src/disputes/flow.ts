import { flow } from '../core/flow.ts'

/**
 * State machine of a dispute. Guards beside the table check who opened it and who has to answer. A decision by an
 * operator or a deadline takes effect when no appeal is possible any more.
 */

export const disputeStatuses = ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW', 'RESOLVED', 'WITHDRAWN'] as const

export const disputeFlow = flow(disputeStatuses, ['OPEN'], {
  /** The other side responds. */
  respond: { from: ['OPEN'], to: 'NEGOTIATION', by: ['PROVIDER', 'CUSTOMER'] },
  /** No answer in time: an operator reviews it. It is never lost automatically. */
  'miss-answer': { from: ['OPEN'], to: 'UNDER_REVIEW', by: ['SYSTEM'] },
  /** The time for negotiation is over. */
  'end-negotiation': { from: ['NEGOTIATION'], to: 'UNDER_REVIEW', by: ['SYSTEM'] },
  /** A proposal of the other side is accepted. */
  agree: { from: ['NEGOTIATION'], to: 'RESOLVED', by: ['PROVIDER', 'CUSTOMER'] },
  decide: { from: ['UNDER_REVIEW'], to: 'RESOLVED', by: ['OPERATOR'] },
  /** Not decided in time: everything continues as before. */
  default: { from: ['UNDER_REVIEW'], to: 'RESOLVED', by: ['SYSTEM'] },
  withdraw: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], to: 'WITHDRAWN', by: ['PROVIDER', 'CUSTOMER'] },
  /** Once, within a week, unless it was agreed. */
  appeal: { from: ['RESOLVED'], to: 'UNDER_REVIEW', by: ['PROVIDER', 'CUSTOMER'] },
})
export type DisputeTransitionName = keyof typeof disputeFlow.transitions
export type DisputeRole = 'PROVIDER' | 'CUSTOMER' | 'SYSTEM' | 'OPERATOR'

/** Actions that leave the state of a dispute unchanged. */
export const disputeUpdates = {
  /** A late response is still accepted. */
  respond: { from: ['UNDER_REVIEW'], by: ['PROVIDER', 'CUSTOMER'] },
  evidence: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], by: ['PROVIDER', 'CUSTOMER'] },
  propose: { from: ['NEGOTIATION'], by: ['PROVIDER', 'CUSTOMER'] },
  assign: { from: ['OPEN', 'NEGOTIATION', 'UNDER_REVIEW'], by: ['OPERATOR'] },
} as const satisfies Record<string, { from: readonly (typeof disputeStatuses)[number][]; by: readonly DisputeRole[] }>
export type DisputeUpdate = keyof typeof disputeUpdates

export const disputeSubjects = ['BOOKING', 'CONTRACT', 'MILESTONE', 'CANCELLATION', 'PAYMENT', 'REVIEW'] as const
type Subject = (typeof disputeSubjects)[number]

const work = ['BOOKING', 'CONTRACT', 'MILESTONE'] as const satisfies Subject[]
/** Reasons, and what each may be about. */
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
} as const satisfies Record<string, { about: readonly Subject[] }>
export const disputeReasonCodes = Object.keys(disputeReasons) as [
  keyof typeof disputeReasons,
  ...(keyof typeof disputeReasons)[],
]

/** Whether a reason fits the type of subject. */
export const fitsReason = (reason: keyof typeof disputeReasons, type: Subject): boolean =>
  (disputeReasons[reason].about as readonly Subject[]).includes(type)

/** Duration and limits of each stage. */
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
  /** Days after the end in which a dispute may be opened. */
  completedDays: 14,
  noShowDays: 14,
  cancelledDays: 7,
  paymentDays: 14,
  milestoneDays: 14,
  contractDays: 90,
} as const
