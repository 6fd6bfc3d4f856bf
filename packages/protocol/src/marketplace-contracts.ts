import * as z from 'zod/mini'
import { TimelineEntry } from './bookings.ts'
import { MilestoneId } from './contract-content.ts'
import { signingErrors } from './contract-moves.ts'
import {
  Amendment,
  AmendmentContent,
  AmendmentId,
  explained,
  Hold,
  HoldReason,
  Milestone,
  SettlementInput,
  Signature,
  SignatureInput,
  Termination,
  TerminationReason,
} from './contract-parts.ts'
import {
  Consolidated,
  ContractAction,
  ContractDocument,
  ContractFile,
  ContractId,
  ContractStatus,
  Progress,
  SignatureStatus,
  VersionNumber,
  VersionSummary,
} from './contracts.ts'
import type { ErrorCode } from './core/errors.ts'
import { operation } from './core/operation.ts'
import { commaList, CustomerId, Day, Instant, Money, pageQuery, prose, UserId } from './core/values.ts'
import { OnBehalf } from './marketplace-offers.ts'
import { OfferFile } from './offers.ts'
import { PublicProvider } from './profile.ts'

/** A customer's side of contracts, made by the marketplace for them (domain §15). */

const marketplace = { audience: 'marketplace', scope: 'contracts' } as const
/** Whom a call acts for, unless the header says it. */
const acting = { customerId: z.optional(CustomerId) }
const params = z.object({ id: ContractId })
const note = z.optional(prose(0, 1000, 'Use at most 1,000 characters.'))
const moment = z.nullable(Instant)

/** Who signs, and how and when they last proved who they are: that is their step-up. */
export const SigningOnBehalf = z.extend(OnBehalf, {
  authMethod: z.enum(['PASSWORD', 'OTP'], 'Say how they proved who they are.'),
  authenticatedAt: Instant,
})
export type SigningOnBehalf = z.infer<typeof SigningOnBehalf>

/** A contract as its customer has it: what was sent to them, and never a draft. */
export const MarketplaceContract = z.object({
  id: ContractId,
  reference: z.string(),
  status: ContractStatus,
  signatureStatus: SignatureStatus,
  title: z.string(),
  customerId: CustomerId,
  providerId: UserId,
  provider: PublicProvider,
  channelId: z.nullable(z.string()),
  offerId: z.nullable(z.string()),
  currency: z.string(),
  timeZone: z.string(),
  total: Money,
  /** The version that is to be signed or was signed last, with the hash to sign. */
  document: ContractDocument,
  contentHash: z.string(),
  currentVersion: z.int(),
  versions: z.array(VersionSummary),
  signatures: z.array(Signature),
  /** The name the customer signs with. */
  signAs: z.string(),
  reading: z.object({ openedAt: moment, readToEndAt: moment }),
  signBy: moment,
  changesRequested: z.nullable(z.object({ note: z.string(), clauseRefs: z.array(z.string()), at: Instant })),
  milestones: z.array(Milestone),
  amendments: z.array(Amendment),
  consolidated: z.nullable(Consolidated),
  progress: Progress,
  activatedAt: moment,
  completedAt: moment,
  coolingOff: z.nullable(z.object({ until: Instant, startEarlyConsent: z.boolean() })),
  hold: z.nullable(Hold),
  termination: z.nullable(Termination),
  /** While it is disputed. */
  disputeId: z.nullable(z.string()),
  ended: z.nullable(
    z.object({
      by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM', 'OPERATOR']),
      reason: z.nullable(z.string()),
      at: Instant,
    }),
  ),
  files: z.array(OfferFile),
  allowedActions: z.array(ContractAction),
  timeline: z.array(TimelineEntry),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type MarketplaceContract = z.infer<typeof MarketplaceContract>

export const listMarketplaceContracts = operation({
  ...marketplace,
  name: 'marketplace.contracts.list',
  method: 'GET',
  path: '/v2/marketplace/contracts',
  summary: 'Contracts that were sent, by creation, newest first: of a customer, of a provider or of all.',
  query: z.object({
    ...pageQuery,
    ...acting,
    providerId: z.optional(UserId),
    status: z.optional(commaList(ContractStatus)),
  }),
  returns: z.array(
    z.object({
      id: ContractId,
      reference: z.string(),
      status: ContractStatus,
      title: z.string(),
      customerId: CustomerId,
      providerId: UserId,
      total: Money,
      signBy: moment,
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
  errors: [],
})

export const getMarketplaceContract = operation({
  ...marketplace,
  name: 'marketplace.contracts.get',
  method: 'GET',
  path: '/v2/marketplace/contracts/:id',
  summary: 'One contract as its customer has it. Reading it is not opening it: say so with view.',
  params,
  query: z.object(acting),
  returns: MarketplaceContract,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceContractPdf = operation({
  ...marketplace,
  name: 'marketplace.contracts.pdf',
  method: 'GET',
  path: '/v2/marketplace/contracts/:id/pdf',
  summary: 'A version on paper, the current one unless named; header Digest has its SHA-256.',
  params,
  query: z.object({ ...acting, version: z.optional(VersionNumber) }),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

export const addMarketplaceContractFile = operation({
  ...marketplace,
  name: 'marketplace.contracts.addFile',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/files',
  summary: "Send a customer's drawn signature, or a photo for a change order. Unnamed files go after a day.",
  params,
  file: 'file',
  body: z.object({ ...acting, purpose: z.enum(['SIGNATURE', 'EVIDENCE'], 'Say what the file is for.') }),
  status: 201,
  returns: ContractFile,
  errors: ['NOT_FOUND', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE', 'FILE_INFECTED'],
})

const act = <Params extends z.core.$ZodType, Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  paramsOf: Params,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.contracts.${name}`,
    method: 'POST',
    path: `/v2/marketplace/contracts/:id/${segment}`,
    summary,
    params: paramsOf,
    body,
    returns: MarketplaceContract,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', ...errors],
  })

export const viewMarketplaceContract = act(
  'view',
  'view',
  'The customer opened this text, or that of a change order; with `toEnd` they read it to its end.',
  params,
  z.object({
    ...acting,
    contentHash: SignatureInput.shape.contentHash,
    toEnd: z._default(z.boolean(), false),
    onBehalf: z.optional(OnBehalf),
  }),
  ['VERSION_SUPERSEDED', 'SIGN_LINK_EXPIRED'],
)

export const signContract = act(
  'sign',
  'sign',
  'The customer signs the version they read (C3): the contract holds.',
  params,
  z.object({
    ...acting,
    signature: SignatureInput,
    /** Work may begin before the cooling-off days are over; what was done then is paid even if they withdraw. */
    startEarlyConsent: z._default(z.boolean(), false),
    onBehalf: SigningOnBehalf,
  }),
  [...signingErrors, 'SIGN_LINK_EXPIRED'],
)

export const requestContractChanges = act(
  'requestChanges',
  'request-changes',
  'The customer wants it changed (C4), and says at which clauses.',
  params,
  z.object({
    ...acting,
    note: prose(1, 2000, 'Say what should change, in 1 to 2,000 characters.'),
    clauseRefs: z._default(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(50)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['SIGN_LINK_EXPIRED'],
)

export const declineContract = act(
  'decline',
  'decline',
  'The customer does not want it (C6), and says why.',
  params,
  z.object({
    ...acting,
    reason: prose(10, 1000, 'Say why, in 10 to 1,000 characters.'),
    onBehalf: z.optional(OnBehalf),
  }),
  ['SIGN_LINK_EXPIRED'],
)

export const holdMarketplaceContract = act(
  'hold',
  'hold',
  'The customer lets the work rest (C8).',
  params,
  explained({ ...acting, reasonCode: HoldReason, until: z.optional(z.nullable(Day)), onBehalf: z.optional(OnBehalf) }),
)

export const resumeMarketplaceContract = act(
  'resume',
  'resume',
  'The customer lets the work go on (C8).',
  params,
  z.object({ ...acting, onBehalf: z.optional(OnBehalf) }),
)

export const withdrawFromContract = act(
  'withdraw',
  'withdraw',
  'The customer withdraws within the cooling-off days (C12). What was approved, and what was begun early with their consent, stays due: `settlement` says how much of what is under way.',
  params,
  z.object({
    ...acting,
    note,
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['COOLING_OFF_OVER'],
)

const milestoneParams = z.object({ id: ContractId, milestoneId: MilestoneId })

export const approveMilestone = act(
  'approveMilestone',
  'milestones/:milestoneId/approve',
  'The customer approves a milestone: it is invoiced and earned.',
  milestoneParams,
  z.object({ ...acting, onBehalf: z.optional(OnBehalf) }),
)

export const requestMilestoneChanges = act(
  'requestMilestoneChanges',
  'milestones/:milestoneId/request-changes',
  'The customer sends a milestone back, at most three times.',
  milestoneParams,
  z.object({
    ...acting,
    note: prose(1, 2000, 'Say what should change, in 1 to 2,000 characters.'),
    onBehalf: z.optional(OnBehalf),
  }),
  ['CHANGES_LIMIT'],
)

export const createMarketplaceAmendment = act(
  'createAmendment',
  'amendments',
  'The customer asks for a change order (signed as it is written): see hashAmendment for what to sign.',
  params,
  z.object({
    ...acting,
    ...AmendmentContent.shape,
    signature: SignatureInput,
    onBehalf: SigningOnBehalf,
  }),
  ['STEP_UP_REQUIRED', 'VERSION_SUPERSEDED', 'MILESTONES_MISMATCH'],
)

export const hashAmendment = operation({
  ...marketplace,
  name: 'marketplace.contracts.hashAmendment',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/amendments/hash',
  summary: "The text of a customer's change order as it would be signed, with its hash. Keeps nothing.",
  params,
  body: z.object({ ...acting, ...AmendmentContent.shape }),
  returns: z.object({ number: z.string(), snapshot: z.string(), contentHash: z.string(), total: Money }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'MILESTONES_MISMATCH'],
})

const amendmentParams = z.object({ id: ContractId, amendmentId: AmendmentId })

export const signMarketplaceAmendment = act(
  'signAmendment',
  'amendments/:amendmentId/sign',
  "The customer signs the provider's change order: the contract has a new version.",
  amendmentParams,
  z.object({ ...acting, signature: SignatureInput, onBehalf: SigningOnBehalf }),
  [...signingErrors, 'AMENDMENT_OUTDATED', 'AMENDMENT_EXPIRED'],
)

export const declineMarketplaceAmendment = act(
  'declineAmendment',
  'amendments/:amendmentId/decline',
  "The customer declines the provider's change order.",
  amendmentParams,
  z.object({ ...acting, note, onBehalf: z.optional(OnBehalf) }),
  ['AMENDMENT_EXPIRED'],
)

export const withdrawMarketplaceAmendment = act(
  'withdrawAmendment',
  'amendments/:amendmentId/withdraw',
  'The customer takes back their own change order.',
  amendmentParams,
  z.object({ ...acting, onBehalf: z.optional(OnBehalf) }),
)

export const proposeMarketplaceTermination = act(
  'proposeTermination',
  'termination',
  'The customer proposes to end it (C10), saying how much of each open milestone is done.',
  params,
  explained({
    ...acting,
    reasonCode: TerminationReason,
    effectiveDate: Day,
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['TERMINATION_PENDING'],
)

export const acceptMarketplaceTermination = act(
  'acceptTermination',
  'termination/accept',
  "The customer agrees to the provider's proposal to end it (C11).",
  params,
  z.object({ ...acting, onBehalf: z.optional(OnBehalf) }),
)

export const contestMarketplaceTermination = act(
  'contestTermination',
  'termination/contest',
  'The customer says that it should not end so (C11).',
  params,
  z.object({
    ...acting,
    note: prose(3, 2000, 'Say why, in 3 to 2,000 characters.'),
    onBehalf: z.optional(OnBehalf),
  }),
)

export const withdrawMarketplaceTermination = act(
  'withdrawTermination',
  'termination/withdraw',
  'The customer takes back their own proposal to end it (C11).',
  params,
  z.object({ ...acting, onBehalf: z.optional(OnBehalf) }),
)

export const decideTermination = operation({
  audience: 'marketplace',
  scope: 'operator',
  name: 'marketplace.contracts.decideTermination',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/termination/decide',
  summary:
    'An operator decides about an end that was contested or not answered (C11): it ends with this settlement, or goes on.',
  params,
  body: z.object({
    outcome: z.enum(['TERMINATED', 'ACTIVE'], 'Choose an outcome.'),
    settlement: z.optional(z.array(SettlementInput).check(z.maxLength(40))),
    rationale: prose(10, 2000, 'Say why, in 10 to 2,000 characters.'),
  }),
  returns: MarketplaceContract,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
