import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { Day, Instant, Money, pageQuery } from '../core/values.ts'

/** What a provider has earned, as a ledger that is only ever added to. */

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

/** Who has the money: the marketplace, or the provider who was paid directly. */
export const custodies = ['PLATFORM', 'PROVIDER'] as const
export const Custody = z.enum(custodies)
export type Custody = z.infer<typeof Custody>

/** PENDING until it clears, AVAILABLE until it is paid out. What a provider holds already is PAID_OUT from the start. */
export const LedgerStatus = z.enum(['PENDING', 'AVAILABLE', 'ON_HOLD', 'PAID_OUT', 'REVERSED'])
export type LedgerStatus = z.infer<typeof LedgerStatus>

export const LedgerEntry = z.object({
  id: z.string(),
  at: Instant,
  type: LedgerType,
  /** Signed: what reduces the balance is negative. */
  amount: Money,
  custody: Custody,
  status: LedgerStatus,
  /** When it clears; null for what needs no clearing. */
  availableAt: z.nullable(Instant),
  /** What it comes from. */
  source: z.object({ type: z.string(), id: z.string(), label: z.string() }),
  /** Entries that were made together. */
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
  /** Paid to the provider's own hand or account. */
  collectedDirectly: Money,
  /** The platform's share of what was collected directly. */
  feesOwed: Money,
  /** When a payout by schedule comes next; null for who asks for each. */
  nextPayoutAt: z.nullable(Instant),
})
export type EarningsSummary = z.infer<typeof EarningsSummary>

const provider = { audience: 'provider' } as const
const range = { from: z.optional(Day), to: z.optional(Day) }
/** `2026-10`. */
export const Month = z.string('Choose a month.').check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Choose a month.'))

export const getEarnings = operation({
  ...provider,
  name: 'earnings.summary',
  method: 'GET',
  path: '/v2/earnings/summary',
  summary: 'What is pending, available, on its way and paid out. Paid out and collected count within the days given.',
  query: z.object(range),
  returns: EarningsSummary,
  errors: [],
})

export const listEarnings = operation({
  ...provider,
  name: 'earnings.entries',
  method: 'GET',
  path: '/v2/earnings/entries',
  summary: 'The ledger, newest first.',
  query: z.object({ ...pageQuery, ...range, type: z.optional(LedgerType) }),
  returns: z.array(LedgerEntry),
  errors: [],
})

/** A month of UTC: what was earned in it, less fees and refunds, and what was paid out. */
export const EarningsMonth = z.object({
  /** `2026-10`. */
  month: z.string(),
  /** In the platform's hands or the provider's. */
  earned: Money,
  paidOut: Money,
})
export type EarningsMonth = z.infer<typeof EarningsMonth>

export const listEarningsMonths = operation({
  ...provider,
  name: 'earnings.months',
  method: 'GET',
  path: '/v2/earnings/months',
  summary: 'The last months, oldest first; those without anything, too.',
  query: z.object({ months: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(24)), 12) }),
  returns: z.array(EarningsMonth),
  errors: [],
})

export const getStatement = operation({
  ...provider,
  name: 'earnings.statement',
  method: 'GET',
  path: '/v2/earnings/statement',
  summary: 'A month of the ledger with its balances, on paper or as a spreadsheet. Months are those of UTC.',
  query: z.object({ month: Month, format: z._default(z.enum(['pdf', 'csv']), 'pdf') }),
  produces: ['application/pdf', 'text/csv'],
  returns: z.unknown(),
  errors: [],
})
