import * as z from 'zod/mini'
import { ContractId } from '../contracts/content.ts'
import { SettlementInput, TerminationReason } from '../contracts/parts.ts'
import { operation } from '../core/operation.ts'
import { Day, prose, requireNoteForOther } from '../core/values.ts'
import { acceptingCustomer, actingCustomer, OnBehalf } from './acting-customer.ts'
import { actOnContract, MarketplaceContract } from './contracts.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' terminations of contracts, and operators' decisions. */

const params = z.object({ id: ContractId })

export const withdrawFromContract = actOnContract('withdraw', {
  summary:
    'Withdraw as the customer within the cooling-off days. Approved work, and work begun early with consent, stays payable: `settlement` gives the share of open milestones.',
  body: z.object({
    ...actingCustomer,
    note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))),
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['COOLING_OFF_OVER', 'MILESTONE_DISPUTED'],
})

export const proposeMarketplaceTermination = actOnContract('proposeTermination', {
  segment: 'termination',
  summary: 'Propose as the customer to terminate, with the completed share of each open milestone.',
  body: requireNoteForOther({
    ...actingCustomer,
    reasonCode: TerminationReason,
    effectiveDate: Day,
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['TERMINATION_PENDING', 'MILESTONE_DISPUTED'],
})

export const acceptMarketplaceTermination = actOnContract('acceptTermination', {
  segment: 'termination/accept',
  summary:
    "Accept the provider's termination proposal as the customer: the contract ends now, whatever its `effectiveDate`.",
  body: z.object(acceptingCustomer),
})

export const contestMarketplaceTermination = actOnContract('contestTermination', {
  segment: 'termination/contest',
  summary: 'Contest a termination as the customer.',
  body: z.object({
    ...actingCustomer,
    note: prose(3, 2000, issueText('EXPLAIN_WHY')),
    onBehalf: z.optional(OnBehalf),
  }),
})

export const withdrawMarketplaceTermination = actOnContract('withdrawTermination', {
  segment: 'termination/withdraw',
  summary: "Withdraw the customer's own termination proposal.",
  body: z.object({ ...actingCustomer, onBehalf: z.optional(OnBehalf) }),
})

export const decideTermination = operation({
  audience: 'marketplace',
  scope: 'operator',
  name: 'marketplace.contracts.decideTermination',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/termination/decide',
  summary:
    'Decide as an operator about a termination that was contested or not answered: end with this settlement, or continue.',
  params,
  body: z.object({
    outcome: z.enum(['TERMINATED', 'ACTIVE'], issueText('OUTCOME_REQUIRED')),
    settlement: z.optional(z.array(SettlementInput).check(z.maxLength(40))),
    rationale: prose(10, 2000, issueText('EXPLAIN_WHY')),
  }),
  returns: MarketplaceContract,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
