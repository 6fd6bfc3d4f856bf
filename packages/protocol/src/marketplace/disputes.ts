import * as z from 'zod/mini'
import { Attribution } from '../bookings/cancellations.ts'
import { SettlementInput } from '../contracts/parts.ts'
import { fileErrors } from '../common/uploads.ts'
import { operation, recordAction } from '../core/operation.ts'
import { CustomerId, line, prose, UserId } from '../core/values.ts'
import {
  disputeBodies,
  DisputeId,
  DisputeInput,
  DisputeStatus,
  DisputeSummary,
  DisputeView,
  openingErrors,
  ProposalId,
} from '../disputes/index.ts'
import { acceptingCustomer, actingCustomer, marketplaceListQuery } from './acting-customer.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' side of disputes, called by the marketplace, and operators' decisions. */

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const
const params = z.object({ id: DisputeId })

export const MarketplaceDispute = z.object({
  ...DisputeView.shape,
  customerId: CustomerId,
  providerId: UserId,
  providerName: z.string(),
})
export type MarketplaceDispute = z.infer<typeof MarketplaceDispute>

export const openMarketplaceDispute = operation({
  ...marketplace,
  name: 'marketplace.disputes.open',
  method: 'POST',
  path: '/v2/marketplace/disputes',
  summary: 'Open a dispute as the customer. Naming an amount accepts the rest.',
  body: z.object({ ...actingCustomer, ...DisputeInput }),
  status: 201,
  returns: MarketplaceDispute,
  errors: openingErrors,
})

export const listMarketplaceDisputes = operation({
  ...marketplace,
  name: 'marketplace.disputes.list',
  method: 'GET',
  path: '/v2/marketplace/disputes',
  summary: 'List disputes, newest first: of a customer, of a provider or of all.',
  query: marketplaceListQuery(DisputeStatus),
  returns: z.array(z.object({ ...DisputeSummary.shape, providerId: UserId })),
})

export const getMarketplaceDispute = operation({
  ...marketplace,
  name: 'marketplace.disputes.get',
  method: 'GET',
  path: '/v2/marketplace/disputes/:id',
  summary: 'Get a dispute as its customer sees it.',
  params,
  query: z.object(actingCustomer),
  returns: MarketplaceDispute,
  errors: ['NOT_FOUND'],
})

const act = recordAction({
  ...marketplace,
  noun: 'marketplace.disputes',
  path: '/v2/marketplace/disputes',
  params,
  returns: MarketplaceDispute,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const respondToMarketplaceDispute = act('respond', {
  summary: 'Respond to a dispute as the customer.',
  body: z.object({ ...actingCustomer, ...disputeBodies.respond }),
})

export const addMarketplaceDisputeEvidence = operation({
  ...marketplace,
  name: 'marketplace.disputes.evidence',
  method: 'POST',
  path: '/v2/marketplace/disputes/:id/evidence',
  summary: "Add a photo, document or video as the customer's evidence.",
  params,
  file: 'file',
  body: z.object({ ...actingCustomer, note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))) }),
  returns: MarketplaceDispute,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'EVIDENCE_LIMIT', ...fileErrors],
})

export const proposeMarketplaceSettlement = act('propose', {
  segment: 'proposals',
  summary: 'Propose a settlement as the customer.',
  body: z.object({ ...actingCustomer, ...disputeBodies.propose }),
  errors: ['PROPOSAL_LIMIT'],
})

const proposalParams = z.object({ id: DisputeId, proposalId: ProposalId })

export const acceptMarketplaceSettlement = act('accept', {
  segment: 'proposals/:proposalId/accept',
  summary: "Accept the provider's proposal as the customer. The dispute is settled.",
  params: proposalParams,
  body: z.object(acceptingCustomer),
  errors: ['PROPOSAL_CLOSED'],
})

export const declineMarketplaceSettlement = act('decline', {
  segment: 'proposals/:proposalId/decline',
  summary: "Decline the provider's proposal as the customer.",
  params: proposalParams,
  body: z.object({ ...actingCustomer, ...disputeBodies.decline }),
  errors: ['PROPOSAL_CLOSED'],
})

export const withdrawMarketplaceDispute = act('withdraw', {
  summary: "Withdraw the customer's own dispute.",
  body: z.object(actingCustomer),
})

export const appealMarketplaceDispute = act('appeal', {
  summary: 'Appeal a decision as the customer.',
  body: z.object({ ...actingCustomer, ...disputeBodies.appeal }),
  errors: ['APPEAL_CLOSED'],
})

const operator = { audience: 'marketplace', scope: 'operator', method: 'POST', params } as const

export const assignDispute = operation({
  ...operator,
  name: 'marketplace.disputes.assign',
  path: '/v2/marketplace/disputes/:id/assign',
  summary: 'Assign a dispute to an operator.',
  body: z.object({ assignee: line(1, 100, issueText('ASSIGNEE_REQUIRED')) }),
  returns: MarketplaceDispute,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const decideDispute = operation({
  ...operator,
  name: 'marketplace.disputes.decide',
  path: '/v2/marketplace/disputes/:id/decide',
  summary:
    'Decide a dispute as an operator. Takes effect when no appeal is possible any more: after seven days, on appeal at once.',
  body: z.object({
    /** Minor units of the amount in dispute. Required where money is in dispute. */
    amountToProvider: z.optional(
      z
        .int(issueText('AMOUNT_REQUIRED'))
        .check(z.gte(0, issueText('AMOUNT_REQUIRED')), z.lte(MAX_AMOUNT, issueText('ENTER_SMALLER_AMOUNT'))),
    ),
    /** Responsibility. Required for a cancellation and a no-show. */
    attribution: z.optional(Attribution),
    /** State the subject continues in. Defaults to the previous one. */
    subjectStatus: z.optional(z.string().check(z.maxLength(40))),
    /** If the contract ends: the share done of its open milestones. */
    settlement: z.optional(z.array(SettlementInput).check(z.maxLength(40))),
    rationale: prose(10, 5000, issueText('EXPLAIN_WHY')),
  }),
  returns: MarketplaceDispute,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
