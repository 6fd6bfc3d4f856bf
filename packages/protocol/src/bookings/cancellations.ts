import * as z from 'zod/mini'
import { Instant, Money } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { cancelReasonCodes, policyNames, type cancelReasons } from './constants.ts'

/** Cancellations and no-shows: who, why and at what cost. */

export const Side = z.enum(['PROVIDER', 'CUSTOMER'])
export type Side = z.infer<typeof Side>
export const Attribution = z.enum(['PROVIDER', 'CUSTOMER', 'NEUTRAL'])
export type Attribution = z.infer<typeof Attribution>

export type CancelReason = keyof typeof cancelReasons
export const CancelReason = z.enum(cancelReasonCodes, issueText('REASON_REQUIRED'))

export const CancellationPolicyName = z.enum(policyNames, issueText('CANCELLATION_POLICY_REQUIRED'))
export type CancellationPolicyName = z.infer<typeof CancellationPolicyName>

/**
 * Terms copied at confirmation. A tier's share applies to notice shorter than its hours; `noShowBps` applies to an
 * absent customer. Shares are in basis points of the agreed price.
 */
export const CancellationPolicy = z.object({
  name: CancellationPolicyName,
  graceMinutes: z.int(),
  tiers: z.array(z.object({ belowHours: z.int(), feeBps: z.int() })),
  noShowBps: z.int(),
})
export type CancellationPolicy = z.infer<typeof CancellationPolicy>

const tier = (belowHours: number, feeBps: number) => ({ belowHours, feeBps })

/**
 * FLEXIBLE: never a fee. STANDARD: a quarter below one day, half below two hours. STRICT: half below one day, all below
 * two hours.
 */
export const cancellationPolicies = {
  FLEXIBLE: { name: 'FLEXIBLE', graceMinutes: 15, tiers: [], noShowBps: 0 },
  STANDARD: { name: 'STANDARD', graceMinutes: 15, tiers: [tier(2, 5000), tier(24, 2500)], noShowBps: 5000 },
  STRICT: { name: 'STRICT', graceMinutes: 15, tiers: [tier(2, 10_000), tier(24, 5000)], noShowBps: 10_000 },
} as const satisfies Record<CancellationPolicyName, CancellationPolicy>

/** The rule that decided a fee. */
export const feeRules = [
  /** The policy charges nothing at this notice. */
  'FREE_NOTICE',
  'FREE_POLICY',
  /** The booking is unscheduled, so no notice can be measured. */
  'FREE_NO_TIME',
  /** Cancelled within the grace period after confirmation. */
  'FREE_GRACE',
  /** The customer is not responsible. */
  'FREE_NOT_CUSTOMER',
  /** The provider is more than an hour late. */
  'FREE_LATE',
  /** There is no price to take a share of. */
  'FREE_NO_PRICE',
  'SHORT_NOTICE',
  'NO_SHOW',
] as const
export const FeeRule = z.enum(feeRules)
export type FeeRule = z.infer<typeof FeeRule>

/** The fee. `amount` is null where there is no price to take a share of. */
export const CancellationFee = z.object({
  amount: z.nullable(Money),
  payer: z.nullable(Side),
  rule: FeeRule,
  feeBps: z.int(),
})
export type CancellationFee = z.infer<typeof CancellationFee>

export const CONTEST_DAYS = 7

/** An objection to being held responsible. Until it is resolved, the booking counts for neither side's rates. */
export const Contest = z.object({
  by: Side,
  at: Instant,
  note: z.string(),
  status: z.enum(['OPEN', 'UPHELD', 'CHANGED']),
})
export type Contest = z.infer<typeof Contest>

const attributed = {
  attributedTo: Attribution,
  /** When it counts in the rates. Null while contested. */
  countsFrom: z.nullable(Instant),
  /** Deadline for contesting. Null where nothing can be contested. */
  contestUntil: z.nullable(Instant),
  contest: z.nullable(Contest),
}

export const Cancellation = z.object({
  by: Side,
  /** WITHDRAWN: a request that had not been answered. */
  reasonCode: z.enum(['WITHDRAWN', ...cancelReasonCodes]),
  note: z.nullable(z.string()),
  at: Instant,
  /** Null while unscheduled. */
  noticeMinutes: z.nullable(z.int()),
  fee: CancellationFee,
  ...attributed,
})
export type Cancellation = z.infer<typeof Cancellation>

/** A reported no-show. */
export const NoShow = z.object({
  party: Side,
  reportedBy: Side,
  at: Instant,
  note: z.nullable(z.string()),
  fee: CancellationFee,
  ...attributed,
})
export type NoShow = z.infer<typeof NoShow>

/** The consequences of cancelling now. A cancellation names the hash; if the terms changed meanwhile it is refused. */
export const CancellationPreview = z.object({
  reasonCode: CancelReason,
  fee: CancellationFee,
  attributedTo: Attribution,
  /** Null while unscheduled. */
  noticeMinutes: z.nullable(z.int()),
  feeBasisStartAt: z.nullable(Instant),
  policy: CancellationPolicy,
  /** Effect on the caller's own rates. */
  ownRates: z.enum(['COUNTS_AGAINST_YOU', 'COUNTS_AGAINST_OTHER_SIDE', 'NO_EFFECT']),
  /** Requirements of the reason. */
  needs: z.object({ note: z.boolean(), photo: z.boolean(), contactAttempts: z.int() }),
  previewHash: z.string(),
})
export type CancellationPreview = z.infer<typeof CancellationPreview>

/** What cancelling several visits now costs the customer, in the details of FEE_CHANGED. */
export interface VisitsCancellationPreview {
  reasonCode: CancelReason
  /** The sum. Null where nothing is charged. */
  fee: Money | null
  visits: { bookingId: string; fee: CancellationFee }[]
  previewHash: string
}
