import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { ContractDraft, ContractId } from './content.ts'
import { ContractAction, ContractStatus } from './flow.ts'
import { Amendment, Hold, Milestone, Signature, Termination } from './parts.ts'
import { ContractDocument, VersionSummary } from './versions.ts'
import { operation } from '../core/operation.ts'
import {
  commaList,
  CustomerId,
  Day,
  FileId,
  Instant,
  Money,
  pageQuery,
  type FoundMeta,
  UserId,
} from '../core/values.ts'
import { OfferFile, OfferId } from '../offers/index.ts'
import { CustomerCard } from '../accounts/profile.ts'

export * from './flow.ts'

/** Contracts: written, signed by both, worked off milestone by milestone. */

const moment = z.nullable(Instant)
const text = z.nullable(z.string())

export const signatureStatuses = ['NONE', 'PROVIDER_SIGNED', 'FULLY_SIGNED'] as const
export const SignatureStatus = z.enum(signatureStatuses)
export type SignatureStatus = z.infer<typeof SignatureStatus>

/** How far the work is: of the contract's total, in whole percent rounded down. */
export const Progress = z.object({
  approvedAmount: Money,
  paidAmount: Money,
  percent: z.int(),
  /** Live milestones, and how many of them are approved. */
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
  city: text,
  total: Money,
  startDate: z.nullable(Day),
  endDate: z.nullable(Day),
  progress: Progress,
  /** The first that is not approved; null before both have signed and when all are. */
  nextMilestone: z.nullable(
    z.object({ id: z.string(), title: z.string(), amount: Money, dueDate: z.nullable(Day), status: z.string() }),
  ),
  /** Until when the customer may sign. */
  signBy: moment,
  offerId: z.nullable(OfferId),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContractSummary = z.infer<typeof ContractSummary>

/** What both sides are shown of a contract, beside how it stands. */
export const contractFields = {
  providerId: UserId,
  /** The chat of the two, once there is one. */
  channelId: text,
  /** Of the customer: days end in it. */
  timeZone: z.string(),
  currency: z.string(),
  /** The text that is to be signed or was signed last, and its hash. */
  document: ContractDocument,
  contentHash: z.string(),
  /** 0 until it was sent once. */
  currentVersion: z.int(),
  /** Newest first. */
  versions: z.array(VersionSummary),
  signatures: z.array(Signature),
  /** The name the caller signs with, as in the profile. */
  signAs: z.string(),
  /** Whether this text was opened and read to its end by the caller. */
  reading: z.object({ openedAt: moment, readToEndAt: moment }),
  changesRequested: z.nullable(z.object({ note: z.string(), clauseRefs: z.array(z.string()), at: Instant })),
  milestones: z.array(Milestone),
  amendments: z.array(Amendment),
  activatedAt: moment,
  completedAt: moment,
  /** Until when the customer may withdraw, and whether work may begin before. Null where they may not. */
  coolingOff: z.nullable(z.object({ until: Instant, startEarlyConsent: z.boolean() })),
  hold: z.nullable(Hold),
  termination: z.nullable(Termination),
  /** While it is disputed. */
  disputeId: text,
  /** How it came to nothing. */
  ended: z.nullable(
    z.object({ by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM', 'OPERATOR']), reason: text, at: Instant }),
  ),
  /** Those of the content, the milestones and the change orders. */
  files: z.array(OfferFile),
  allowedActions: z.array(ContractAction),
}

/** A contract for its provider. */
export const ContractDetails = z.extend(ContractSummary, {
  ...contractFields,
  offerRevision: z.nullable(z.int()),
  /** What is being written; once it is sent, what was, with the change orders both signed. */
  content: ContractDraft,
  /** What the milestones come to: the total, once it can be signed. */
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
    'Contracts, latest change first unless sorted; meta carries nextCursor, total, countsByStatus and valueByStatus.',
  query: z.object({
    ...pageQuery,
    /** A cursor holds for the order it was handed out in. */
    sort: z._default(z.enum(['updatedAt', '-updatedAt']), '-updatedAt'),
    status: z.optional(commaList(ContractStatus)),
    /** Those with one customer; counts likewise. */
    customerId: z.optional(CustomerId),
    /** Those that began at `from` or later and before `to`; counts likewise. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    /** Words in reference, title and the customer's name, accents or not; counts likewise, of a thousand at most. */
    q: z.optional(z.string().check(z.minLength(2, 'Type at least 2 characters.'), z.maxLength(100))),
  }),
  returns: z.array(ContractSummary),
  errors: [],
})

/** A contract as it is shown beside words about it: how it stands, how far it is, and what may be done about it. */
export const ContractCard = z.extend(ContractSummary, { allowedActions: z.array(ContractAction) })
export type ContractCard = z.infer<typeof ContractCard>

/** How many cards one call answers. */
export const contractCardsMax = 50

export const listContractCards = operation({
  name: 'contracts.cards',
  method: 'GET',
  path: '/v2/contracts/cards',
  audience: 'provider',
  summary: 'Contracts by their ids, with what the caller may do. What is not there, or not theirs, is left out.',
  query: z.object({
    ids: commaList(z.string().check(z.maxLength(64))).check(
      z.refine((ids) => ids.length <= contractCardsMax, `Ask for at most ${contractCardsMax} contracts at a time.`),
    ),
  }),
  returns: z.array(ContractCard),
  errors: [],
})

/** `meta` of the list beside that of every list: what the contracts of each state come to. */
export interface ContractListMeta extends FoundMeta {
  valueByStatus: Record<string, Money[]>
}

const params = z.object({ id: ContractId })

export const getContract = operation({
  name: 'contracts.get',
  method: 'GET',
  path: '/v2/contracts/:id',
  audience: 'provider',
  summary: 'One contract: text, signatures, milestones, change orders and what the caller may do.',
  params,
  returns: ContractDetails,
  errors: ['NOT_FOUND'],
})

export const getContractTimeline = operation({
  name: 'contracts.timeline',
  method: 'GET',
  path: '/v2/contracts/:id/timeline',
  audience: 'provider',
  summary: 'What happened to a contract, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

/** The contract as both signed it first, each change order after it, and what it comes to after each. */
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
      /** Of all that is agreed up to here; null where this is not. */
      runningTotal: z.nullable(Money),
      decidedAt: moment,
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
  summary: 'The signed contract with its change orders and a running total. What is not agreed is marked.',
  params,
  returns: ConsolidatedContract,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const ContractFile = z.object({ fileId: FileId })
