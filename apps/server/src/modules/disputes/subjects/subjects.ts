import type { SettlementInput } from '@fettle/protocol/contracts/parts'
import type { Attribution } from '@fettle/protocol/bookings/cancellations'
import type { DisputeSubjectType, EvidenceBundle } from '@fettle/protocol/disputes'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ChargedSubject, Invoices } from '../../invoices/index.ts'
import type { DisputePerson } from '../dispute.access.ts'
import type { Dispute } from '../dispute.rules.ts'

/** What can be disputed: one row of a table each (`SubjectTable`). Whoever owns a noun may bring its row. */

/** Everything disputes and their subjects need. */
export type DisputeSubjectDeps = Deps & { invoices: Invoices }

/** What brought money that may be in dispute. */
export interface DisputedAmount {
  /** Where it is in the ledger; the payments of a fee are found when they are needed. */
  source: { type: 'booking' | 'milestone'; id: string } | 'PAYMENTS'
  charged: ChargedSubject
  /** Minor units. */
  amount: number
}

/** A thing as one of its two sides may dispute it now. */
export interface DisputableSubject {
  providerId: string
  customer: { id: string; name: string }
  /** The reference people know it by, and what it is called. */
  label: string
  title: string
  /** The state it is in. */
  status: string
  /** Until when it may be disputed; null where that has no end yet. */
  until: Date | null
  /** What could be in dispute at most; null where no money is. */
  total: { amount: number; currency: string } | null
  /** All of it or nothing can be in dispute. */
  wholeOnly?: true
  /** The same may be disputed again after it was settled. */
  isRepeatable?: true
  /** What was not confirmed yet is entered in the ledger ahead, where the customer disputes a part of it. */
  isUnconfirmed?: true
  bookingId?: string | null
  contractId?: string | null
  invoiceId?: string | null
}

/** What a dispute came to. */
export interface DisputeResolution {
  /** Taken back, or not decided in time: the subject goes on as it was before. */
  isRestored: boolean
  isWithdrawn: boolean
  /** The two came to it themselves. */
  isAgreed: boolean
  /** Minor units of the amount in dispute that are the provider's; null where no money was. */
  toProvider: number | null
  /** Minor units that are taken back. */
  reduction: number
  attribution: Attribution | null
  /** The state an operator named; null where it is for the subject to say. */
  subjectStatus: string | null
  /** Where a contract ends by it: what of its open milestones is done. */
  settlement: readonly SettlementInput[]
  /** In words, for papers. */
  reason: string
}

/** What both sides are shown, beside what they wrote to each other. */
export interface CollectedEvidence {
  /** Whose timelines. */
  timelines: readonly { type: string; id: string }[]
  fileIds: readonly string[]
  documents: EvidenceBundle['documents']
}

export interface SubjectHandler {
  /**
   * Opens the thing, locked, as `person` may dispute it. Throws NOT_FOUND (what is not theirs is not there either),
   * INVALID_TRANSITION, or DISPUTE_CLOSED when it is too late.
   */
  inspect: (tx: Tx, deps: DisputeSubjectDeps, person: DisputePerson, id: string) => Promise<DisputableSubject>
  /** It is disputed from now on. */
  open: (tx: Tx, deps: DisputeSubjectDeps, person: DisputePerson, dispute: Dispute) => Promise<void>
  /** It goes on. Money that is held has been released; what is reduced is taken back afterwards. Safe to be told once. */
  resolve: (tx: Tx, deps: DisputeSubjectDeps, dispute: Dispute, ending: DisputeResolution) => Promise<void>
  /** What brought the money in dispute, what is taken back first coming first. Empty where the platform has none of it. */
  claims: (tx: Tx, deps: DisputeSubjectDeps, dispute: Dispute) => Promise<DisputedAmount[]>
  /** The states an operator may name for it, by the state it was in. */
  endings: (status: string) => readonly string[]
  /** Judges a state an operator named, where that depends on more. Throws a field error. */
  assertEnding?: (tx: Tx, dispute: Dispute, to: string) => Promise<void>
  collectEvidence: (tx: Tx, deps: DisputeSubjectDeps, dispute: Dispute) => Promise<CollectedEvidence>
  /** Those of them in which nothing is due yet. */
  reversedStatuses?: readonly string[]
}

export type SubjectTable = { readonly [T in DisputeSubjectType]?: SubjectHandler }
