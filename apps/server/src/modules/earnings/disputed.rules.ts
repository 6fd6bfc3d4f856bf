import { feeOf, type EarningTerms } from './received.rules.ts'
import type { NewEntry } from './ledger.store.ts'

/**
 * What is taken back of what something brought: first from what the platform has of it, then from what went into the
 * provider's own hands; the platform gives its share of it back. Pure.
 */
export function toClawBackEntries(
  { amount, direct, source }: { amount: number; direct: number; source: NewEntry['source'] },
  brought: EarningTerms,
  now: Date,
): NewEntry[] {
  const taken = Math.min(amount, brought.amount)
  const platform = Math.min(taken, Math.max(0, brought.amount - direct))
  const group = (custody: NewEntry['custody'], sum: number, fee: number): NewEntry[] => {
    // As of what it was earned with: what is not cleared yet is taken from what is pending.
    const common = { custody, source, availableAt: custody === 'PLATFORM' ? brought.availableAt : now }
    return [
      ...(sum === 0 ? [] : [{ ...common, type: 'REFUND' as const, amount: -sum }]),
      ...(fee === 0 ? [] : [{ ...common, type: 'PLATFORM_FEE' as const, amount: fee }]),
    ]
  }
  const fee = feeOf(taken, brought)
  const platformFee = feeOf(platform, brought)
  return [...group('PLATFORM', platform, platformFee), ...group('PROVIDER', taken - platform, fee - platformFee)]
}
