import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { commaList, idOf, Instant, line, Money, pageQuery, prose, UserId } from '../core/values.ts'

/** Money on its way to a provider's bank. The operator pays by bank file and says how it went. */

/** An action is called as the end of its path. */
export const payoutFlow = flow(['REQUESTED', 'PROCESSING', 'PAID', 'FAILED', 'CANCELLED', 'RETURNED'], ['REQUESTED'], {
  cancel: { from: ['REQUESTED'], to: 'CANCELLED', by: ['PROVIDER'] },
  processing: { from: ['REQUESTED'], to: 'PROCESSING', by: ['OPERATOR'] },
  paid: { from: ['REQUESTED', 'PROCESSING'], to: 'PAID', by: ['OPERATOR'] },
  failed: { from: ['REQUESTED', 'PROCESSING'], to: 'FAILED', by: ['OPERATOR'] },
  returned: { from: ['PAID'], to: 'RETURNED', by: ['OPERATOR'] },
})
export const PayoutStatus = z.enum(payoutFlow.states)
export type PayoutStatus = z.infer<typeof PayoutStatus>
export type PayoutAction = keyof typeof payoutFlow.transitions

/** Why a bank did not take it, with what the provider can do. */
export const payoutFailures = {
  INVALID_ACCOUNT: 'Check the account number and the bank in your profile.',
  NAME_MISMATCH: 'The account must be in your name. Correct the account name in your profile.',
  BANK_REJECTED: 'Ask your bank why, or enter another account.',
  OTHER: 'Check your bank details, then ask for the payout again.',
} as const
export const payoutFailureCodes = Object.keys(payoutFailures) as [keyof typeof payoutFailures]
export const PayoutFailureCode = z.enum(payoutFailureCodes, 'Choose a reason.')

export const payoutSchedules = ['MANUAL', 'WEEKLY', 'DAILY'] as const
export const PayoutSchedule = z.enum(payoutSchedules, 'Choose how often.')
export type PayoutSchedule = z.infer<typeof PayoutSchedule>

const PayoutId = idOf('pyo')
const moment = z.nullable(Instant)

export const Payout = z.object({
  id: PayoutId,
  amount: Money,
  /** The account as it was when the payout was asked for. */
  bank: z.object({ bankName: z.string(), accountName: z.string(), last4: z.string() }),
  schedule: PayoutSchedule,
  status: PayoutStatus,
  requestedAt: Instant,
  /** Two working days after it was asked for. */
  expectedBy: Instant,
  paidAt: moment,
  externalReference: z.nullable(z.string()),
  failure: z.nullable(z.object({ code: PayoutFailureCode, message: z.string(), fix: z.string() })),
  version: z.int(),
  allowedActions: z.array(z.enum(['cancel', 'processing', 'paid', 'failed', 'returned'])),
})
export type Payout = z.infer<typeof Payout>

const provider = { audience: 'provider' } as const
const params = z.object({ id: PayoutId })
const refusals = ['PAYOUT_TOO_SMALL', 'PAYOUT_TOO_LARGE', 'PAYOUT_OPEN', 'PAYOUT_VERIFICATION_REQUIRED'] as const

export const listPayouts = operation({
  ...provider,
  name: 'payouts.list',
  method: 'GET',
  path: '/v2/payouts',
  summary: 'My payouts, newest first.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(PayoutStatus)) }),
  returns: z.array(Payout),
  errors: [],
})

/** What a payout would be now, and what stands in its way. */
export const PayoutTerms = z.object({
  available: Money,
  smallest: Money,
  /** Where it would go; null while no account is known. */
  bank: z.nullable(z.object({ bankName: z.string(), accountName: z.string(), last4: z.string() })),
  /** If it were asked for now. */
  expectedBy: Instant,
  workingDays: z.int(),
  schedule: PayoutSchedule,
  nextPayoutAt: moment,
  /** What the platform keeps of work, in basis points, and how many days until the rest can be paid out. */
  platformFeeBps: z.int(),
  clearingDays: z.int(),
  /** The refusal that asking for everything would meet; null where nothing is in the way. */
  obstacle: z.nullable(
    z.object({ code: z.enum([...refusals, 'PAYOUT_COOLDOWN', 'PAYOUT_NAME_MISMATCH']), message: z.string() }),
  ),
})
export type PayoutTerms = z.infer<typeof PayoutTerms>

export const getPayoutTerms = operation({
  ...provider,
  name: 'payouts.terms',
  method: 'GET',
  path: '/v2/payouts/terms',
  summary: 'What can be paid out now, where to and when it arrives, and what stands in the way.',
  returns: PayoutTerms,
  errors: [],
})

export const getPayout = operation({
  ...provider,
  name: 'payouts.get',
  method: 'GET',
  path: '/v2/payouts/:id',
  summary: 'One payout.',
  params,
  returns: Payout,
  errors: ['NOT_FOUND'],
})

export const requestPayout = operation({
  ...provider,
  name: 'payouts.request',
  method: 'POST',
  path: '/v2/payouts',
  summary: 'Ask for what is available, or for a part of it.',
  body: z.object({
    /** Minor units; everything that is available unless given. */
    amount: z.optional(z.int('Enter an amount.').check(z.positive('Enter an amount.'))),
  }),
  status: 201,
  returns: Payout,
  errors: [...refusals, 'PAYOUT_COOLDOWN', 'PAYOUT_NAME_MISMATCH'],
})

export const cancelPayout = operation({
  ...provider,
  name: 'payouts.cancel',
  method: 'POST',
  path: '/v2/payouts/:id/cancel',
  summary: 'Take a payout back before it is being paid.',
  params,
  returns: Payout,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const savePayoutSchedule = operation({
  ...provider,
  name: 'payouts.saveSchedule',
  method: 'PUT',
  path: '/v2/payouts/schedule',
  summary: 'Ask for each payout, or have everything paid out every working day or every Monday.',
  body: z.object({ schedule: PayoutSchedule }),
  returns: z.object({ schedule: PayoutSchedule, nextPayoutAt: moment }),
  errors: [],
})

/** A payout as the operator pays it. */
export const OperatorPayout = z.extend(Payout, { providerId: UserId, providerName: z.string() })
export type OperatorPayout = z.infer<typeof OperatorPayout>

const operator = { audience: 'marketplace', scope: 'payments' } as const

export const listOperatorPayouts = operation({
  ...operator,
  name: 'marketplace.payouts',
  method: 'GET',
  path: '/v2/marketplace/payouts',
  summary: 'Payouts of all providers, oldest first: REQUESTED unless said otherwise.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(PayoutStatus)) }),
  returns: z.array(OperatorPayout),
  errors: [],
})

export const exportPayouts = operation({
  ...operator,
  name: 'marketplace.exportPayouts',
  method: 'GET',
  path: '/v2/marketplace/payouts/export.csv',
  summary: 'The bank file: every payout that is asked for or being paid, with whole account numbers.',
  produces: 'text/csv',
  returns: z.unknown(),
  errors: [],
})

const reference = z.optional(line(1, 100, 'Enter the reference of the bank.'))
const payoutAction = { ...operator, method: 'POST', params, returns: OperatorPayout } as const
const errors = ['NOT_FOUND', 'INVALID_TRANSITION'] as const

export const processPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutProcessing',
  path: '/v2/marketplace/payouts/:id/processing',
  summary: 'It is with the bank now.',
  body: z.object({ externalReference: reference }),
  errors,
})

export const payPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutPaid',
  path: '/v2/marketplace/payouts/:id/paid',
  summary: 'It has arrived.',
  body: z.object({ externalReference: reference }),
  errors,
})

const failure = z.object({
  code: PayoutFailureCode,
  message: z._default(prose(0, 500, 'Use at most 500 characters.'), ''),
})

export const failPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutFailed',
  path: '/v2/marketplace/payouts/:id/failed',
  summary: 'The bank did not take it: the money is available again, and the provider hears what to do.',
  body: failure,
  errors,
})

export const returnPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutReturned',
  path: '/v2/marketplace/payouts/:id/returned',
  summary: 'It came back after it had been paid.',
  body: failure,
  errors,
})
