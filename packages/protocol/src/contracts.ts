import * as z from 'zod/mini'
import { TimelineEntry } from './bookings.ts'
import { ContractDraft } from './contract-content.ts'
import { ContractAction, ContractStatus } from './contract-flow.ts'
import { Amendment, Hold, Milestone, Signature, Termination } from './contract-parts.ts'
import { operation } from './core/operation.ts'
import { commaList, CustomerId, Day, FileId, idOf, Instant, Money, pageQuery, UserId } from './core/values.ts'
import { OfferFile, OfferId } from './offers.ts'
import { CustomerCard } from './profile.ts'

export * from './contract-flow.ts'

/** Contracts: written, signed by both, worked off milestone by milestone (domain §7). */

export const ContractId = idOf('ctr')
export const VersionNumber = z.coerce.number().check(z.int(), z.gte(1))

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

export const VersionReason = z.enum(['INITIAL', 'CHANGES_REQUESTED', 'AMENDMENT'])
export type VersionReason = z.infer<typeof VersionReason>
export const VersionSummary = z.object({
  number: z.int(),
  reason: VersionReason,
  contentHash: z.string(),
  /** Of the paper both signed; null until it is made. */
  pdfSha256: text,
  createdAt: Instant,
})
export type VersionSummary = z.infer<typeof VersionSummary>

/** All that is signed: what the hash vouches for. */
export const ContractDocument = z.object({
  contractId: ContractId,
  reference: z.string(),
  number: z.int(),
  currency: z.string(),
  timeZone: z.string(),
  provider: z.object({ id: UserId, name: z.string(), country: z.string() }),
  customer: z.object({ id: CustomerId, name: z.string() }),
  offer: z.nullable(z.object({ id: OfferId, revisionNumber: z.nullable(z.int()) })),
  content: ContractDraft,
  /** Change orders both signed, that this version takes in. */
  amendments: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      total: z.int(),
      contentHash: z.string(),
      scheduleImpactDays: z.int(),
    }),
  ),
})
export type ContractDocument = z.infer<typeof ContractDocument>

export const ContractVersion = z.extend(VersionSummary, {
  document: ContractDocument,
  /** The same as it was hashed: canonical JSON (RFC 8785). */
  snapshot: z.string(),
})
export type ContractVersion = z.infer<typeof ContractVersion>

/** A contract for its provider. */
export const ContractDetails = z.extend(ContractSummary, {
  providerId: UserId,
  /** The chat with the customer, once there is one. */
  channelId: text,
  /** Of the customer: days end in it. */
  timeZone: z.string(),
  currency: z.string(),
  offerRevision: z.nullable(z.int()),
  /** What is being written; once it is sent, what was, with the change orders both signed. */
  content: ContractDraft,
  /** What the milestones come to: the total, once it can be signed. */
  milestoneTotal: z.int(),
  /** The document as it would be signed now, and its hash. */
  document: ContractDocument,
  contentHash: z.string(),
  /** 0 until it was sent once. */
  currentVersion: z.int(),
  /** Newest first. */
  versions: z.array(VersionSummary),
  signatures: z.array(Signature),
  /** The name this provider signs with, as in the profile. */
  signAs: z.string(),
  /** Whether this text was opened and read to its end by this provider. */
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
  disputeId: z.nullable(z.string()),
  /** How it came to nothing. */
  ended: z.nullable(
    z.object({ by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM', 'OPERATOR']), reason: text, at: Instant }),
  ),
  /** The newest entry of the audit trail. */
  auditHead: z.string(),
  /** Those of the content, the milestones and the change orders. */
  files: z.array(OfferFile),
  allowedActions: z.array(ContractAction),
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
    /** In reference, title and the customer's name; counts likewise. */
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
export interface ContractListMeta {
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

export const getContractVersion = operation({
  name: 'contracts.version',
  method: 'GET',
  path: '/v2/contracts/:id/versions/:number',
  audience: 'provider',
  summary: 'A version as it was sent or signed, with the text its hash is of.',
  params: z.object({ id: ContractId, number: VersionNumber }),
  returns: ContractVersion,
  errors: ['NOT_FOUND'],
})

/** The contract as both signed it first, each change order after it, and what it comes to after each. */
export const Consolidated = z.object({
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
export type Consolidated = z.infer<typeof Consolidated>

export const getConsolidated = operation({
  name: 'contracts.consolidated',
  method: 'GET',
  path: '/v2/contracts/:id/consolidated',
  audience: 'provider',
  summary: 'The signed contract with its change orders and a running total. What is not agreed is marked.',
  params,
  returns: Consolidated,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const getContractPdf = operation({
  name: 'contracts.pdf',
  method: 'GET',
  path: '/v2/contracts/:id/pdf',
  audience: 'provider',
  summary:
    'A version on paper, the current one unless named: tagged PDF, A4 or Letter, the same bytes each time. With a certificate once both have signed; header Digest has its SHA-256.',
  params,
  query: z.object({ version: z.optional(VersionNumber) }),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

export const auditEvents = [
  'CREATED',
  'VERSION_CREATED',
  'SENT',
  'OPENED',
  'READ_TO_END',
  'STEP_UP_PASSED',
  'CONSENT_GIVEN',
  'SIGNED',
  'SIGNATURES_VOIDED',
  'CHANGES_REQUESTED',
  'DECLINED',
  'VOIDED',
  'EXPIRED',
  'ACTIVATED',
  'AMENDMENT_CREATED',
  'AMENDMENT_SENT',
  'AMENDMENT_APPROVED',
  'AMENDMENT_DECLINED',
  'AMENDMENT_WITHDRAWN',
  'AMENDMENT_EXPIRED',
  'MILESTONE_STARTED',
  'MILESTONE_SUBMITTED',
  'MILESTONE_APPROVED',
  'MILESTONE_CHANGES_REQUESTED',
  'MILESTONE_SETTLED',
  'MILESTONE_PAID',
  'MILESTONE_REFUNDED',
  'MILESTONE_CANCELLED',
  'HOLD',
  'RESUMED',
  'TERMINATION_PROPOSED',
  'TERMINATION_ACCEPTED',
  'TERMINATION_CONTESTED',
  'TERMINATION_WITHDRAWN',
  'TERMINATED',
  'WITHDRAWN',
  'DISPUTE_OPENED',
  'DISPUTE_SETTLED',
  'DISPUTE_WITHDRAWN',
  'PDF_DOWNLOADED',
  'COMPLETED',
] as const
export const AuditEvent = z.enum(auditEvents)
export type AuditEvent = z.infer<typeof AuditEvent>

/** One link of the chain: `entryHash` is the SHA-256 of `prevHash` and the canonical JSON of all the rest. */
export const AuditEntry = z.object({
  seq: z.int(),
  at: Instant,
  actor: z.object({ type: z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM']), id: text, name: z.string() }),
  event: AuditEvent,
  ip: text,
  userAgent: text,
  contentHash: text,
  data: z.record(z.string(), z.unknown()),
  /** Of the first: 64 zeros. */
  prevHash: z.string(),
  entryHash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const getContractAudit = operation({
  name: 'contracts.audit',
  method: 'GET',
  path: '/v2/contracts/:id/audit',
  audience: 'provider',
  summary: 'The audit trail: each entry names the hash of the one before it. Oldest first.',
  params,
  returns: z.array(AuditEntry),
  errors: ['NOT_FOUND'],
})

export const AuditVerdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  headHash: z.string(),
  /** The first entry that is not as it was written. */
  brokenAtSeq: z.optional(z.int()),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>

export const verifyContractAudit = operation({
  name: 'contracts.verifyAudit',
  method: 'GET',
  path: '/v2/contracts/:id/audit/verify',
  audience: 'provider',
  summary: 'Recompute the audit trail: whether every entry is as it was written, and if not, from which on.',
  params,
  returns: AuditVerdict,
  errors: ['NOT_FOUND'],
})

/** A file of a contract, or a hash of one. */
export const verifyContract = operation({
  name: 'contracts.verifyPublic',
  method: 'POST',
  path: '/v2/public/contracts/verify',
  audience: 'public',
  summary:
    'Whether a signed contract is one of ours: send its PDF as `file`, or its SHA-256 as `hash`. Answers no more than that, and is counted by address.',
  file: 'file',
  fileOptional: true,
  body: z.object({
    hash: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'Enter a SHA-256 as 64 hexadecimal characters.'))),
  }),
  returns: z.object({
    known: z.boolean(),
    status: z.nullable(ContractStatus),
    signedAt: moment,
    partyInitials: z.array(z.string()),
  }),
  errors: ['FILE_TOO_LARGE', 'RATE_LIMITED'],
})

export const getContractKey = operation({
  name: 'contracts.publicKey',
  method: 'GET',
  path: '/v2/public/contracts/key',
  audience: 'public',
  summary: 'The key certificates are signed with (Ed25519), to check one without asking us about it.',
  returns: z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), publicKeyPem: z.string() }),
  errors: [],
})

export const ContractFile = z.object({ fileId: FileId })
