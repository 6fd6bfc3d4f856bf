import * as z from 'zod/mini'
import { ContractId } from '../contracts/content.ts'
import { signingErrors } from '../contracts/actions.ts'
import { AmendmentContent, AmendmentId, SignatureInput } from '../contracts/parts.ts'
import { operation } from '../core/operation.ts'
import { Money, prose } from '../core/values.ts'
import { actingCustomer, OnBehalf } from './acting-customer.ts'
import { actOnContract, SigningOnBehalf } from './contracts.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' change orders of a contract, and their answers to those of providers. */

const params = z.object({ id: ContractId })

export const createMarketplaceAmendment = actOnContract('createAmendment', {
  segment: 'amendments',
  summary: 'Create and sign a change order as the customer. See hashAmendment for the text to sign.',
  body: z.object({
    ...actingCustomer,
    ...AmendmentContent.shape,
    signature: SignatureInput,
    onBehalf: SigningOnBehalf,
  }),
  errors: ['STEP_UP_REQUIRED', 'VERSION_SUPERSEDED', 'MILESTONES_MISMATCH'],
})

export const hashAmendment = operation({
  audience: 'marketplace',
  scope: 'contracts',
  name: 'marketplace.contracts.hashAmendment',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/amendments/hash',
  summary: "Get the text of a customer's change order as it would be signed, with its hash. Stores nothing.",
  params,
  body: z.object({ ...actingCustomer, ...AmendmentContent.shape }),
  returns: z.object({ number: z.string(), snapshot: z.string(), contentHash: z.string(), total: Money }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'MILESTONES_MISMATCH'],
})

const amendmentParams = z.object({ id: ContractId, amendmentId: AmendmentId })

export const signMarketplaceAmendment = actOnContract('signAmendment', {
  segment: 'amendments/:amendmentId/sign',
  summary: "Sign the provider's change order as the customer. The contract gets a new version.",
  params: amendmentParams,
  body: z.object({ ...actingCustomer, signature: SignatureInput, onBehalf: SigningOnBehalf }),
  errors: [...signingErrors, 'AMENDMENT_OUTDATED', 'AMENDMENT_EXPIRED'],
})

export const declineMarketplaceAmendment = actOnContract('declineAmendment', {
  segment: 'amendments/:amendmentId/decline',
  summary: "Decline the provider's change order as the customer.",
  params: amendmentParams,
  body: z.object({
    ...actingCustomer,
    note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['AMENDMENT_EXPIRED'],
})

export const withdrawMarketplaceAmendment = actOnContract('withdrawAmendment', {
  segment: 'amendments/:amendmentId/withdraw',
  summary: "Withdraw the customer's own change order.",
  params: amendmentParams,
  body: z.object({ ...actingCustomer, onBehalf: z.optional(OnBehalf) }),
})
