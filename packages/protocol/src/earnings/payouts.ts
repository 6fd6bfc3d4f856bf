import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { commaList, idOf, Instant, line, Money, pageQuery, prose, UserId } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { payoutSchedules } from './constants.ts'

/**
 * Payouts to a provider's bank. The operator pays by bank file and reports the result. An action is the last segment of
 * its path.
 */
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

/** Why a bank rejected a payout. What the provider can do about it is a message: `PAYOUT_FIX_…`. */
export const payoutFailureCodes = ['INVALID_ACCOUNT', 'NAME_MISMATCH', 'BANK_REJECTED', 'OTHER'] as const
export const PayoutFailureCode = z.enum(payoutFailureCodes, issueText('REASON_REQUIRED'))
export type PayoutFailureCode = z.infer<typeof PayoutFailureCode>

export const PayoutSchedule = z.enum(payoutSchedules, issueText('SCHEDULE_REQUIRED'))
export type PayoutSchedule = z.infer<typeof PayoutSchedule>

const PayoutId = idOf('pyo')

export const Payout = z.object({
  id: PayoutId,
  amount: Money,
  /** The account at the time of the request. */
  bank: z.object({ bankName: z.string(), accountName: z.string(), last4: z.string() }),
  schedule: PayoutSchedule,
  status: PayoutStatus,
  requestedAt: Instant,
  /** Two working days after the request. */
  expectedBy: Instant,
  paidAt: z.nullable(Instant),
  externalReference: z.nullable(z.string()),
  failure: z.nullable(z.object({ code: PayoutFailureCode, message: z.string(), fix: LocalizedText })),
  version: z.int(),
  allowedActions: z.array(z.enum(['cancel', 'processing', 'paid', 'failed', 'returned'])),
})
export type Payout = z.infer<typeof Payout>

const provider = { audience: 'provider' } as const
const params = z.object({ id: PayoutId })
const refusals = [
  'PAYOUT_TOO_SMALL',
  'PAYOUT_TOO_LARGE',
  'PAYOUT_OPEN',
  'PAYOUT_BANK_REQUIRED',
  'PAYOUT_VERIFICATION_REQUIRED',
] as const

export const listPayouts = operation({
  ...provider,
  name: 'payouts.list',
  method: 'GET',
  path: '/v2/payouts',
  summary: 'List my payouts, newest first.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(PayoutStatus)) }),
  returns: z.array(Payout),
})

/** Terms of a payout requested now, and obstacles. */
export const PayoutTerms = z.object({
  available: Money,
  /** If requested now. All of `available` may be less than the setting, if nothing is pending or on hold. */
  smallest: Money,
  /** Destination. Null while no account is known. */
  bank: z.nullable(z.object({ bankName: z.string(), accountName: z.string(), last4: z.string() })),
  /** If requested now. */
  expectedBy: Instant,
  workingDays: z.int(),
  schedule: PayoutSchedule,
  nextPayoutAt: z.nullable(Instant),
  /** The platform's share in basis points, and the days until the rest can be paid out. */
  platformFeeBps: z.int(),
  clearingDays: z.int(),
  /** The error that requesting everything would return. Null: none. */
  obstacle: z.nullable(
    z.object({ code: z.enum([...refusals, 'PAYOUT_COOLDOWN', 'PAYOUT_NAME_MISMATCH']), message: LocalizedText }),
  ),
})
export type PayoutTerms = z.infer<typeof PayoutTerms>

export const getPayoutTerms = operation({
  ...provider,
  name: 'payouts.terms',
  method: 'GET',
  path: '/v2/payouts/terms',
  summary: 'Get the amount that can be paid out now, its destination, arrival date and obstacles.',
  returns: PayoutTerms,
})

export const getPayout = operation({
  ...provider,
  name: 'payouts.get',
  method: 'GET',
  path: '/v2/payouts/:id',
  summary: 'Get a payout.',
  params,
  returns: Payout,
  errors: ['NOT_FOUND'],
})

export const requestPayout = operation({
  ...provider,
  name: 'payouts.request',
  method: 'POST',
  path: '/v2/payouts',
  summary: 'Request a payout of all or part of the available money.',
  body: z.object({
    /** Minor units. Defaults to everything available. */
    amount: z.optional(z.int(issueText('AMOUNT_REQUIRED')).check(z.positive(issueText('AMOUNT_REQUIRED')))),
  }),
  status: 201,
  returns: Payout,
  errors: [...refusals, 'PAYOUT_COOLDOWN', 'PAYOUT_NAME_MISMATCH', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED'],
})

export const cancelPayout = operation({
  ...provider,
  name: 'payouts.cancel',
  method: 'POST',
  path: '/v2/payouts/:id/cancel',
  summary: 'Cancel a payout before it is being paid.',
  params,
  returns: Payout,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const savePayoutSchedule = operation({
  ...provider,
  name: 'payouts.saveSchedule',
  method: 'PUT',
  path: '/v2/payouts/schedule',
  summary: 'Set the payout schedule: on request, every working day or every Monday.',
  body: z.object({ schedule: PayoutSchedule }),
  returns: z.object({ schedule: PayoutSchedule, nextPayoutAt: z.nullable(Instant) }),
  errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED'],
})

/** A payout as operators see it. */
export const OperatorPayout = z.extend(Payout, { providerId: UserId, providerName: z.string() })
export type OperatorPayout = z.infer<typeof OperatorPayout>

const operator = { audience: 'marketplace', scope: 'payments' } as const

export const listOperatorPayouts = operation({
  ...operator,
  name: 'marketplace.payouts',
  method: 'GET',
  path: '/v2/marketplace/payouts',
  summary: 'List payouts of all providers, oldest first, by default those REQUESTED.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(PayoutStatus)) }),
  returns: z.array(OperatorPayout),
})

export const exportPayouts = operation({
  ...operator,
  name: 'marketplace.exportPayouts',
  method: 'GET',
  path: '/v2/marketplace/payouts/export.csv',
  summary: 'Get the bank file: every requested or processing payout with full account numbers.',
  produces: 'text/csv',
  returns: z.unknown(),
})

const reference = z.optional(line(1, 100, issueText('BANK_REFERENCE_REQUIRED')))
const payoutAction = { ...operator, method: 'POST', params, returns: OperatorPayout } as const
const errors = ['NOT_FOUND', 'INVALID_TRANSITION'] as const

export const processPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutProcessing',
  path: '/v2/marketplace/payouts/:id/processing',
  summary: 'Mark a payout as handed to the bank.',
  body: z.object({ externalReference: reference }),
  errors,
})

export const payPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutPaid',
  path: '/v2/marketplace/payouts/:id/paid',
  summary: 'Mark a payout as paid.',
  body: z.object({ externalReference: reference }),
  errors,
})

const failure = z.object({
  code: PayoutFailureCode,
  message: z._default(prose(0, 500, issueText('MAX_CHARACTERS')), ''),
})

export const failPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutFailed',
  path: '/v2/marketplace/payouts/:id/failed',
  summary: 'Mark a payout as rejected by the bank. The money is available again and the provider is told what to do.',
  body: failure,
  errors,
})

export const returnPayout = operation({
  ...payoutAction,
  name: 'marketplace.payoutReturned',
  path: '/v2/marketplace/payouts/:id/returned',
  summary: 'Mark a paid payout as returned.',
  body: failure,
  errors,
})
