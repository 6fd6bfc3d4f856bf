import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { ContractId } from '../contracts/content.ts'
import { signingErrors } from '../contracts/actions.ts'
import { requireNoteForOther, HoldReason, SignatureInput } from '../contracts/parts.ts'
import { VersionNumber } from '../contracts/versions.ts'
import {
  ConsolidatedContract,
  contractFields,
  ContractFile,
  ContractStatus,
  Progress,
  SignatureStatus,
} from '../contracts/index.ts'
import { operation } from '../core/operation.ts'
import { commaList, CustomerId, Day, Instant, Money, pageQuery, prose, UserId } from '../core/values.ts'
import { customerFields, customerAction, OnBehalf } from './acting.ts'
import { PublicProvider } from '../accounts/profile.ts'

/** A customer's side of contracts, made by the marketplace for them. */

const marketplace = { audience: 'marketplace', scope: 'contracts' } as const
const params = z.object({ id: ContractId })
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
  provider: PublicProvider,
  offerId: z.nullable(z.string()),
  total: Money,
  signBy: moment,
  ...contractFields,
  consolidated: z.nullable(ConsolidatedContract),
  progress: Progress,
  timeline: z.array(TimelineEntry),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type MarketplaceContract = z.infer<typeof MarketplaceContract>

/** What a customer does to a contract, at the end of its path; answered as they have it then. */
const onContract = { ...marketplace, noun: 'contracts', returns: MarketplaceContract }
export const actOnContract = customerAction({ ...onContract, errors: ['NOT_FOUND', 'INVALID_TRANSITION'] })

export const listMarketplaceContracts = operation({
  ...marketplace,
  name: 'marketplace.contracts.list',
  method: 'GET',
  path: '/v2/marketplace/contracts',
  summary: 'Contracts that were sent, by creation, newest first: of a customer, of a provider or of all.',
  query: z.object({
    ...pageQuery,
    ...customerFields,
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
  query: z.object(customerFields),
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
  query: z.object({ ...customerFields, version: z.optional(VersionNumber) }),
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
  body: z.object({ ...customerFields, purpose: z.enum(['SIGNATURE', 'EVIDENCE'], 'Say what the file is for.') }),
  status: 201,
  returns: ContractFile,
  errors: ['NOT_FOUND', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE', 'FILE_INFECTED'],
})

/** Reading moves nothing: whatever state it is in, what was sent may be read. */
export const viewMarketplaceContract = customerAction({ ...onContract, errors: ['NOT_FOUND'] })(
  'view',
  'view',
  'The customer opened this text, or that of a change order; with `toEnd` they read it to its end.',
  params,
  z.object({
    ...customerFields,
    contentHash: SignatureInput.shape.contentHash,
    toEnd: z._default(z.boolean(), false),
    onBehalf: z.optional(OnBehalf),
  }),
  ['VERSION_SUPERSEDED', 'SIGN_LINK_EXPIRED'],
)

export const signContract = actOnContract(
  'sign',
  'sign',
  'The customer signs the version they read: the contract holds.',
  params,
  z.object({
    ...customerFields,
    signature: SignatureInput,
    /** Work may begin before the cooling-off days are over; what was done then is paid even if they withdraw. */
    startEarlyConsent: z._default(z.boolean(), false),
    onBehalf: SigningOnBehalf,
  }),
  [...signingErrors, 'SIGN_LINK_EXPIRED'],
)

export const requestContractChanges = actOnContract(
  'requestChanges',
  'request-changes',
  'The customer wants it changed, and says at which clauses.',
  params,
  z.object({
    ...customerFields,
    note: prose(1, 2000, 'Say what should change, in 1 to 2,000 characters.'),
    clauseRefs: z._default(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(50)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['SIGN_LINK_EXPIRED'],
)

export const declineContract = actOnContract(
  'decline',
  'decline',
  'The customer does not want it, and says why.',
  params,
  z.object({
    ...customerFields,
    reason: prose(10, 1000, 'Say why, in 10 to 1,000 characters.'),
    onBehalf: z.optional(OnBehalf),
  }),
  ['SIGN_LINK_EXPIRED'],
)

export const holdMarketplaceContract = actOnContract(
  'hold',
  'hold',
  'The customer lets the work rest.',
  params,
  requireNoteForOther({
    ...customerFields,
    reasonCode: HoldReason,
    until: z.optional(z.nullable(Day)),
    onBehalf: z.optional(OnBehalf),
  }),
)

export const resumeMarketplaceContract = actOnContract(
  'resume',
  'resume',
  'The customer lets the work go on.',
  params,
  z.object({ ...customerFields, onBehalf: z.optional(OnBehalf) }),
)
