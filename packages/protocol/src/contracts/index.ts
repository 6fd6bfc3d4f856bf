import * as z from 'zod/mini'
import { timelineOf } from '../bookings/index.ts'
import { ContractDraft, ContractId } from './content.ts'
import { ContractAction, ContractStatus } from './states.ts'
import { Amendment, Hold, Milestone, Signature, Termination } from './parts.ts'
import { ContractDocument, VersionSummary } from './versions.ts'
import { cardsOf, documentQuery } from '../common/document-lists.ts'
import { operation } from '../core/operation.ts'
import { Day, FileId, Instant, Money, type FoundMeta, UserId } from '../core/values.ts'
import { OfferFile, OfferId } from '../offers/index.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { contractCardsMax } from './constants.ts'

export * from './flow.ts'
export * from './states.ts'

/** Contracts, their lists and views. */

export const signatureStatuses = ['NONE', 'PROVIDER_SIGNED', 'FULLY_SIGNED'] as const
export const SignatureStatus = z.enum(signatureStatuses)
export type SignatureStatus = z.infer<typeof SignatureStatus>

/** Progress of the work, in whole percent of the contract's total, rounded down. */
export const Progress = z.object({
  approvedAmount: Money,
  paidAmount: Money,
  percent: z.int(),
  /** Number of milestones that are not cancelled, and of approved ones. */
  milestones: z.int(),
  approved: z.int(),
})
export type Progress = z.infer<typeof Progress>

/** A row of the list. */
export const ContractSummary = z.object({
  id: ContractId,
  reference: z.string(),
  status: ContractStatus,
  signatureStatus: SignatureStatus,
  title: z.string(),
  customer: CustomerCard,
  city: z.nullable(z.string()),
  total: Money,
  startDate: z.nullable(Day),
  endDate: z.nullable(Day),
  progress: Progress,
  /** The first milestone not approved. Null before both have signed and when all are approved. */
  nextMilestone: z.nullable(
    z.object({ id: z.string(), title: z.string(), amount: Money, dueDate: z.nullable(Day), status: z.string() }),
  ),
  /** Deadline for the customer's signature. */
  signBy: z.nullable(Instant),
  offerId: z.nullable(OfferId),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContractSummary = z.infer<typeof ContractSummary>

/** Fields of a contract that both sides see. */
export const contractFields = {
  providerId: UserId,
  /** Chat channel of the two, if any. */
  channelId: z.nullable(z.string()),
  /** The customer's. Deadlines given as days end in it. */
  timeZone: z.string(),
  currency: z.string(),
  /** The text to sign or signed last, and its hash. */
  document: ContractDocument,
  contentHash: z.string(),
  /** 0 until first sent. */
  currentVersion: z.int(),
  /** Newest first. */
  versions: z.array(VersionSummary),
  signatures: z.array(Signature),
  /** The caller's name from the profile, used for signing. */
  signAs: z.string(),
  /** Whether the caller opened this text and read it to the end. */
  reading: z.object({ openedAt: z.nullable(Instant), readToEndAt: z.nullable(Instant) }),
  changesRequested: z.nullable(z.object({ note: z.string(), clauseRefs: z.array(z.string()), at: Instant })),
  milestones: z.array(Milestone),
  amendments: z.array(Amendment),
  activatedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** End of the withdrawal period and consent to early work. Null where withdrawal is not possible. */
  coolingOff: z.nullable(z.object({ until: Instant, startEarlyConsent: z.boolean() })),
  hold: z.nullable(Hold),
  termination: z.nullable(Termination),
  /** Set while disputed. */
  disputeId: z.nullable(z.string()),
  /** Why it ended without success. */
  ended: z.nullable(
    z.object({
      by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM', 'OPERATOR']),
      reason: z.nullable(z.string()),
      at: Instant,
    }),
  ),
  /** Files of the content, milestones and change orders. */
  files: z.array(OfferFile),
  allowedActions: z.array(ContractAction),
}

/** A contract for its provider. */
export const ContractDetails = z.extend(ContractSummary, {
  ...contractFields,
  offerRevision: z.nullable(z.int()),
  /** The draft; once sent, the sent text with the change orders signed by both. */
  content: ContractDraft,
  /** Sum of the milestones. Equals the total once it can be signed. */
  milestoneTotal: z.int(),
  /** The newest entry of the audit trail. */
  auditHead: z.string(),
})
export type ContractDetails = z.infer<typeof ContractDetails>

export const listContracts = operation({
  name: 'contracts.list',
  method: 'GET',
  path: '/v2/contracts',
  audience: 'provider',
  summary:
    'List contracts, latest change first unless sorted. meta carries nextCursor, total, countsByStatus and valueByStatus.',
  query: documentQuery(ContractStatus),
  returns: z.array(ContractSummary),
})

/** A contract as a card, for example in a chat: state, progress and allowed actions. */
export const ContractCard = z.extend(ContractSummary, { allowedActions: z.array(ContractAction) })
export type ContractCard = z.infer<typeof ContractCard>

export const listContractCards = cardsOf('contracts', ContractCard, contractCardsMax, 'MAX_CONTRACTS_PER_QUERY')

/** `meta` of the list: adds the total value by status. */
export interface ContractListMeta extends FoundMeta {
  valueByStatus: Record<string, Money[]>
}

const params = z.object({ id: ContractId })

export const getContract = operation({
  name: 'contracts.get',
  method: 'GET',
  path: '/v2/contracts/:id',
  audience: 'provider',
  summary: 'Get a contract: text, signatures, milestones, change orders and allowedActions.',
  params,
  returns: ContractDetails,
  errors: ['NOT_FOUND'],
})

export const getContractTimeline = timelineOf('contracts', '/v2/contracts', 'a contract', params)

/** The first signed contract, each change order, and the total after each. */
export const ConsolidatedContract = z.object({
  base: z.object({ versionNumber: z.int(), title: z.string(), total: Money, endDate: z.nullable(Day) }),
  changes: z.array(
    z.object({
      amendmentId: z.string(),
      number: z.string(),
      title: z.string(),
      status: Amendment.shape.status,
      /** False: "Not agreed — do not start". */
      agreed: z.boolean(),
      total: Money,
      scheduleImpactDays: z.int(),
      /** Total of everything agreed so far. Null where this order is not agreed. */
      runningTotal: z.nullable(Money),
      decidedAt: z.nullable(Instant),
    }),
  ),
  total: Money,
  endDate: z.nullable(Day),
})
export type ConsolidatedContract = z.infer<typeof ConsolidatedContract>

export const getConsolidated = operation({
  name: 'contracts.consolidated',
  method: 'GET',
  path: '/v2/contracts/:id/consolidated',
  audience: 'provider',
  summary: 'Get the signed contract with its change orders and a running total. Parts not yet agreed are marked.',
  params,
  returns: ConsolidatedContract,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const ContractFile = z.object({ fileId: FileId })
