import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { Day, Instant, Money, pageQuery } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** A provider's earnings: an append-only ledger. */

export const ledgerTypes = [
  'EARNING',
  'DEPOSIT',
  'TIP',
  'CANCELLATION_FEE',
  'REFERRAL_BONUS',
  'PLATFORM_FEE',
  'REFUND',
  'ADJUSTMENT',
  'PAYOUT',
  'PAYOUT_REVERSAL',
] as const
export const LedgerType = z.enum(ledgerTypes)
export type LedgerType = z.infer<typeof LedgerType>

/** The holder of the money: the marketplace, or the provider after a direct payment. */
export const custodies = ['PLATFORM', 'PROVIDER'] as const
export const Custody = z.enum(custodies)
export type Custody = z.infer<typeof Custody>

/** PENDING until cleared, AVAILABLE until paid out. Money a provider already holds starts as PAID_OUT. */
export const LedgerStatus = z.enum(['PENDING', 'AVAILABLE', 'ON_HOLD', 'PAID_OUT', 'REVERSED'])
export type LedgerStatus = z.infer<typeof LedgerStatus>

export const LedgerEntry = z.object({
  id: z.string(),
  at: Instant,
  type: LedgerType,
  /** Signed: negative amounts reduce the balance. */
  amount: Money,
  custody: Custody,
  status: LedgerStatus,
  /** When it clears. Null if it needs no clearing. */
  availableAt: z.nullable(Instant),
  /** The record that caused the entry. */
  source: z.object({ type: z.string(), id: z.string(), label: LocalizedText }),
  /** Groups entries created together. */
  groupId: z.string(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const EarningsSummary = z.object({
  currency: z.string(),
  pending: Money,
  available: Money,
  onHold: Money,
  inPayout: Money,
  paidOut: Money,
  /** Paid directly to the provider. */
  collectedDirectly: Money,
  /** The platform's share of direct payments. */
  feesOwed: Money,
  /** Next scheduled payout. Null for payouts on request. */
  nextPayoutAt: z.nullable(Instant),
})
export type EarningsSummary = z.infer<typeof EarningsSummary>

const provider = { audience: 'provider' } as const
const range = { from: z.optional(Day), to: z.optional(Day) }
/** `2026-10`. */
export const Month = z
  .string(issueText('MONTH_REQUIRED'))
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, issueText('MONTH_REQUIRED')))

export const getEarnings = operation({
  ...provider,
  name: 'earnings.summary',
  method: 'GET',
  path: '/v2/earnings/summary',
  summary:
    'Get pending, available, in-transit and paid-out money. Paid-out and directly collected money counts within the given days.',
  query: z.object(range),
  returns: EarningsSummary,
})

export const listEarnings = operation({
  ...provider,
  name: 'earnings.entries',
  method: 'GET',
  path: '/v2/earnings/entries',
  summary: 'List ledger entries, newest first.',
  query: z.object({ ...pageQuery, ...range, type: z.optional(LedgerType) }),
  returns: z.array(LedgerEntry),
})

/** One month in the provider's time zone: earnings less fees and refunds, and payouts. */
export const EarningsMonth = z.object({
  /** `2026-10`. */
  month: z.string(),
  /** Held by the platform or the provider. */
  earned: Money,
  paidOut: Money,
})
export type EarningsMonth = z.infer<typeof EarningsMonth>

export const listEarningsMonths = operation({
  ...provider,
  name: 'earnings.months',
  method: 'GET',
  path: '/v2/earnings/months',
  summary: 'List totals of the last months, oldest first, including empty ones.',
  query: z.object({ months: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(24)), 12) }),
  returns: z.array(EarningsMonth),
})

export const getStatement = operation({
  ...provider,
  name: 'earnings.statement',
  method: 'GET',
  path: '/v2/earnings/statement',
  summary: 'Get a monthly statement of the ledger with balances, as PDF or CSV. The month is that of your time zone.',
  query: z.object({ month: Month, format: z._default(z.enum(['pdf', 'csv']), 'pdf') }),
  produces: ['application/pdf', 'text/csv'],
  returns: z.unknown(),
})
