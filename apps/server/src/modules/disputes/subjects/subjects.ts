import type { SettlementInput } from '@fettle/protocol/contracts/parts'
import type { Attribution } from '@fettle/protocol/bookings/cancellations'
import type { DisputeSubjectType, EvidenceBundle } from '@fettle/protocol/disputes'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ChargedSubject, Invoices } from '../../invoices/index.ts'
import type { Dispute } from '../dispute.rules.ts'

/**
 * Dependencies of disputes and their subjects. Each kind of subject has one handler in a table (`SubjectTable`); a
 * module may provide the handler of its own records.
 */
export type DisputeSubjectDeps = Deps & { invoices: Invoices }

/** A source of money that may be in dispute. */
export interface DisputedAmount {
  /** Source in the ledger. The payments of a fee are looked up when needed. */
  source: { type: 'booking' | 'milestone'; id: string } | 'PAYMENTS'
  charged: ChargedSubject
  /** Minor units. */
  amount: number
}

/** A subject as one of its two sides may dispute it now. */
export interface DisputableSubject {
  providerId: string
  customer: { id: string; name: string }
  /** Reference and title of the subject, for people. */
  label: string
  title: string
  /** Current state of the subject. */
  status: string
  /** Deadline for a dispute. Null where none applies yet. */
  until: Date | null
  /** Maximum amount in dispute. Null where no money is. */
  total: { amount: number; currency: string } | null
  /** Only the whole amount can be disputed. */
  wholeOnly?: true
  /** May be disputed again after a resolution. */
  isRepeatable?: true
  /** The unconfirmed price is booked ahead in the ledger if the customer disputes only a part of it. */
  isUnconfirmed?: true
  bookingId?: string | null
  contractId?: string | null
  invoiceId?: string | null
}

/** The resolution of a dispute. */
export interface DisputeResolution {
  /** Withdrawn or not decided in time: the subject continues as before. */
  isRestored: boolean
  isWithdrawn: boolean
  /** Agreed by both sides. */
  isAgreed: boolean
  /** The provider's part in minor units. Null where no money was in dispute. */
  toProvider: number | null
  /** Minor units by which the price is reduced. */
  reduction: number
  attribution: Attribution | null
  /** The state an operator named. Null: the subject decides. */
  subjectStatus: string | null
  /** If the contract ends: the share done of its open milestones. */
  settlement: readonly SettlementInput[]
  /** Reason for credit notes. */
  reason: string
}

/** Evidence for both sides, besides the chat. */
export interface CollectedEvidence {
  /** Records whose timelines are included. */
  timelines: readonly { type: string; id: string }[]
  fileIds: readonly string[]
  documents: EvidenceBundle['documents']
}

export interface SubjectHandler {
  /**
   * Loads and locks the subject for `person`. Throws NOT_FOUND (also for subjects of others), INVALID_TRANSITION, or
   * DISPUTE_CLOSED after the deadline.
   */
  inspect: (deps: DisputeSubjectDeps, tx: Tx, person: ActingPerson, id: string) => Promise<DisputableSubject>
  /** Marks the subject as disputed. */
  open: (deps: DisputeSubjectDeps, tx: Tx, person: ActingPerson, dispute: Dispute) => Promise<void>
  /** Continues the subject. Called once, after holds were released and before reductions are booked. */
  resolve: (deps: DisputeSubjectDeps, tx: Tx, dispute: Dispute, ending: DisputeResolution) => Promise<void>
  /**
   * Sources of the money in dispute, in the order in which money is reversed. Empty where the platform holds none of
   * it.
   */
  claims: (deps: DisputeSubjectDeps, tx: Tx, dispute: Dispute) => Promise<DisputedAmount[]>
  /** States an operator may name, by the state before the dispute. */
  endings: (status: string) => readonly string[]
  /** Further validation of a state an operator named. Throws a field error. */
  assertEnding?: (tx: Tx, dispute: Dispute, to: string) => Promise<void>
  collectEvidence: (deps: DisputeSubjectDeps, tx: Tx, dispute: Dispute) => Promise<CollectedEvidence>
  /** The states among `endings` in which nothing is due yet. */
  reversedStatuses?: readonly string[]
}

export type SubjectTable = { readonly [T in DisputeSubjectType]?: SubjectHandler }
