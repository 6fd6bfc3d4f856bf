import type { ContractDraft } from '@fettle/protocol/contracts/content'
import type { AmendmentContent, Hold, MilestoneChange, Signature, Termination } from '@fettle/protocol/contracts/parts'
import type {
  AmendmentStatus,
  ContractTransitionName,
  ContractRole,
  ContractStatus,
  ContractSummary,
  MilestoneStatus,
  SignatureStatus,
} from '@fettle/protocol/contracts'
import type { Side } from '@fettle/protocol/bookings/cancellations'

/** The row of a contract. */
interface ContractRow {
  id: string
  reference: string
  providerId: string
  customer: ContractSummary['customer']
  channelId: string | null
  offerId: string | null
  offerRevision: number | null
  status: ContractStatus
  signatureStatus: SignatureStatus
  title: string
  currency: string
  timeZone: string
  total: number
  content: ContractDraft
  /** 0 until first sent. */
  currentVersion: number
  sentAt: Date | null
  signBy: Date | null
  activatedAt: Date | null
  completedAt: Date | null
  startEarly: boolean
  withdrawUntil: Date | null
  changes: { note: string; clauseRefs: string[]; at: string } | null
  hold: Hold | null
  /** With the time it was contested, which older records lack. */
  termination: (Termination & { contestedAt?: string }) | null
  ended: { by: ContractRole; reason: string | null; at: string } | null
  /** Set while disputed. */
  disputeId: string | null
  auditSeq: number
  auditHead: string
  lastAction: ContractTransitionName | null
  lastActionBy: ContractRole | null
  /** Timers that fired: `kind@due`. */
  firedTimers: readonly string[]
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A milestone in progress. None exist before both have signed. */
export interface MilestoneRow {
  id: string
  position: number
  title: string
  description: string
  amount: number
  dueDate: string | null
  status: MilestoneStatus
  bookingIds: string[]
  evidenceIds: string[]
  note: string | null
  startedAt: Date | null
  submittedAt: Date | null
  autoApproveAt: Date | null
  approvedAt: Date | null
  approvedBySystem: boolean
  paidAt: Date | null
  invoiceId: string | null
  settledPercent: number | null
  settledAmount: number | null
  changes: { note: string; at: string }[]
  /** Set while disputed; no other action is allowed then. */
  disputeId: string | null
}

export interface AmendmentRow {
  id: string
  /** 1 is CO-1. */
  number: number
  status: AmendmentStatus
  author: Side
  content: AmendmentContent & { milestoneChanges: MilestoneChange[] }
  /** Sum of its lines. */
  total: number
  snapshot: string
  contentHash: string
  versionNumber: number | null
  answerNote: string | null
  createdAt: Date
  sentAt: Date | null
  expiresAt: Date | null
  decidedAt: Date | null
}

export interface SignatureRow extends Omit<Signature, 'signedAt' | 'voidedAt'> {
  id: string
  amendmentId: string | null
  stepUpAt: Date
  signedAt: Date
  voidedAt: Date | null
}

/** A contract with the records saved with it. */
export interface Contract extends ContractRow {
  milestones: MilestoneRow[]
  amendments: AmendmentRow[]
}

export type ContractActorRole = ContractRole

/** Everything a decision depends on besides the contract. */
export interface ContractDecisionContext {
  role: ContractActorRole
  now: Date
}
