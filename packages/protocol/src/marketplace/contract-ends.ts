import * as z from 'zod/mini'
import { ContractId } from '../contracts/content.ts'
import { requireNoteForOther, SettlementInput, TerminationReason } from '../contracts/parts.ts'
import { operation } from '../core/operation.ts'
import { Day, prose } from '../core/values.ts'
import { acceptingFields, customerFields, OnBehalf } from './acting.ts'
import { actOnContract, MarketplaceContract } from './contracts.ts'

/** How a customer ends a contract or answers who wants it ended, and what operators decide. */

const params = z.object({ id: ContractId })

export const withdrawFromContract = actOnContract(
  'withdraw',
  'withdraw',
  'The customer withdraws within the cooling-off days. What was approved, and what was begun early with their consent, stays due: `settlement` says how much of what is under way.',
  params,
  z.object({
    ...customerFields,
    note: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')),
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['COOLING_OFF_OVER'],
)

export const proposeMarketplaceTermination = actOnContract(
  'proposeTermination',
  'termination',
  'The customer proposes to end it, saying how much of each open milestone is done.',
  params,
  requireNoteForOther({
    ...customerFields,
    reasonCode: TerminationReason,
    effectiveDate: Day,
    settlement: z._default(z.array(SettlementInput).check(z.maxLength(40)), []),
    onBehalf: z.optional(OnBehalf),
  }),
  ['TERMINATION_PENDING'],
)

export const acceptMarketplaceTermination = actOnContract(
  'acceptTermination',
  'termination/accept',
  "The customer agrees to the provider's proposal to end it.",
  params,
  z.object(acceptingFields),
)

export const contestMarketplaceTermination = actOnContract(
  'contestTermination',
  'termination/contest',
  'The customer says that it should not end so.',
  params,
  z.object({
    ...customerFields,
    note: prose(3, 2000, 'Say why, in 3 to 2,000 characters.'),
    onBehalf: z.optional(OnBehalf),
  }),
)

export const withdrawMarketplaceTermination = actOnContract(
  'withdrawTermination',
  'termination/withdraw',
  'The customer takes back their own proposal to end it.',
  params,
  z.object({ ...customerFields, onBehalf: z.optional(OnBehalf) }),
)

export const decideTermination = operation({
  audience: 'marketplace',
  scope: 'operator',
  name: 'marketplace.contracts.decideTermination',
  method: 'POST',
  path: '/v2/marketplace/contracts/:id/termination/decide',
  summary:
    'An operator decides about an end that was contested or not answered: it ends with this settlement, or goes on.',
  params,
  body: z.object({
    outcome: z.enum(['TERMINATED', 'ACTIVE'], 'Choose an outcome.'),
    settlement: z.optional(z.array(SettlementInput).check(z.maxLength(40))),
    rationale: prose(10, 2000, 'Say why, in 10 to 2,000 characters.'),
  }),
  returns: MarketplaceContract,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
