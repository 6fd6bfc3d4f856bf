import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { ContractId } from '../contracts/content.ts'
import { signingErrors } from '../contracts/actions.ts'
import { HoldReason, SignatureInput } from '../contracts/parts.ts'
import { VersionNumber } from '../contracts/versions.ts'
import {
  ConsolidatedContract,
  contractFields,
  ContractFile,
  ContractStatus,
  Progress,
  SignatureStatus,
} from '../contracts/index.ts'
import { fileErrors } from '../common/uploads.ts'
import { operation, recordAction } from '../core/operation.ts'
import { CustomerId, Day, Instant, Money, prose, UserId, requireNoteForOther } from '../core/values.ts'
import { actingCustomer, marketplaceListQuery, OnBehalf } from './acting-customer.ts'
import { PublicProvider } from '../accounts/profile.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' side of contracts, called by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'contracts' } as const
const params = z.object({ id: ContractId })

/** Who signs, and how and when they last authenticated, which counts as their step-up. */
export const SigningOnBehalf = z.extend(OnBehalf, {
  authMethod: z.enum(['PASSWORD', 'OTP'], issueText('IDENTITY_PROOF_REQUIRED')),
  authenticatedAt: Instant,
})
export type SigningOnBehalf = z.infer<typeof SigningOnBehalf>

/** A contract as its customer sees it: sent versions only, never a draft. */
export const MarketplaceContract = z.object({
  id: ContractId,
  reference: z.string(),
  status: ContractStatus,
  signatureStatus: SignatureStatus,
  title: z.string(),
  customerId: CustomerId,
  provider: PublicProvider,
  offerId: z.nullable(z.string()),
  total: Money,
  signBy: z.nullable(Instant),
  ...contractFields,
  consolidated: z.nullable(ConsolidatedContract),
  progress: Progress,
  timeline: z.array(TimelineEntry),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type MarketplaceContract = z.infer<typeof MarketplaceContract>

/** A customer's action on a contract. Returns the contract as they see it. */
const onContract = {
  ...marketplace,
  noun: 'marketplace.contracts',
  path: '/v2/marketplace/contracts',
  params,
  returns: MarketplaceContract,
}
export const actOnContract = recordAction({ ...onContract, errors: ['NOT_FOUND', 'INVALID_TRANSITION'] })

export const listMarketplaceContracts = operation({
  ...marketplace,
  name: 'marketplace.contracts.list',
  method: 'GET',
  path: '/v2/marketplace/contracts',
  summary: 'List contracts that were sent, by creation, newest first: of a customer, of a provider or of all.',
  query: marketplaceListQuery(ContractStatus),
  returns: z.array(
    z.object({
      id: ContractId,
      reference: z.string(),
      status: ContractStatus,
      title: z.string(),
      customerId: CustomerId,
      providerId: UserId,
      total: Money,
      signBy: z.nullable(Instant),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
})

export const getMarketplaceContract = operation({
  ...marketplace,
  name: 'marketplace.contracts.get',
  method: 'GET',
  path: '/v2/marketplace/contracts/:id',
  summary: 'Get a contract as its customer sees it. This does not count as opening it: call view for that.',
  params,
  query: z.object(actingCustomer),
  returns: MarketplaceContract,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceContractPdf = operation({
  ...marketplace,
  name: 'marketplace.contracts.pdf',
  method: 'GET',
  path: '/v2/marketplace/contracts/:id/pdf',
  summary: 'Get a version as PDF, by default the current one. Header Digest carries its SHA-256.',
  params,
  query: z.object({ ...actingCustomer, version: z.optional(VersionNumber) }),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

export const addMarketplaceContractFile = operation({
  ...marketplace,
  name: 'marketplace.contracts.addFile',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/files',
  summary: "Upload a customer's drawn signature, or a photo for a change order. Unused files are deleted after a day.",
  params,
  file: 'file',
  body: z.object({ ...actingCustomer, purpose: z.enum(['SIGNATURE', 'EVIDENCE'], issueText('FILE_PURPOSE_REQUIRED')) }),
  status: 201,
  returns: ContractFile,
  errors: ['NOT_FOUND', ...fileErrors],
})

/** Allowed in every state, because reading changes none. */
export const viewMarketplaceContract = recordAction({ ...onContract, errors: ['NOT_FOUND'] })('view', {
  summary: 'Record that the customer opened this text, or that of a change order, or with `toEnd` read it to its end.',
  body: z.object({
    ...actingCustomer,
    contentHash: SignatureInput.shape.contentHash,
    toEnd: z._default(z.boolean(), false),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['VERSION_SUPERSEDED', 'SIGN_LINK_EXPIRED'],
})

export const signContract = actOnContract('sign', {
  summary: 'Sign as the customer the version they read. The contract takes effect.',
  body: z.object({
    ...actingCustomer,
    signature: SignatureInput,
    /** Work may start within the cooling-off days; what is done then is paid even after a withdrawal. */
    startEarlyConsent: z._default(z.boolean(), false),
    onBehalf: SigningOnBehalf,
  }),
  errors: [...signingErrors, 'SIGN_LINK_EXPIRED'],
})

export const requestContractChanges = actOnContract('requestChanges', {
  summary: 'Request changes as the customer, with comments on clauses.',
  body: z.object({
    ...actingCustomer,
    note: prose(1, 2000, issueText('CHANGE_REQUEST_LENGTH')),
    clauseRefs: z._default(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(50)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['SIGN_LINK_EXPIRED'],
})

export const declineContract = actOnContract('decline', {
  summary: 'Decline a contract as the customer, with a reason.',
  body: z.object({
    ...actingCustomer,
    reason: prose(10, 1000, issueText('EXPLAIN_WHY')),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['SIGN_LINK_EXPIRED'],
})

export const holdMarketplaceContract = actOnContract('hold', {
  summary: 'Put the work on hold as the customer.',
  body: requireNoteForOther({
    ...actingCustomer,
    reasonCode: HoldReason,
    until: z.optional(z.nullable(Day)),
    onBehalf: z.optional(OnBehalf),
  }),
})

export const resumeMarketplaceContract = actOnContract('resume', {
  summary: 'Resume the work as the customer.',
  body: z.object({ ...actingCustomer, onBehalf: z.optional(OnBehalf) }),
})
