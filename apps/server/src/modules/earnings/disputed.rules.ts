import { feeOf, type EarningTerms } from './posting.rules.ts'
import type { NewEntry } from './ledger.store.ts'

/**
 * Entries that take money back: first from the platform's holdings, then from direct payments; the platform returns its
 * share. Pure.
 */
export function toClawBackEntries(
  { amount, direct, source }: { amount: number; direct: number; source: NewEntry['source'] },
  brought: EarningTerms,
  now: Date,
): NewEntry[] {
  const taken = Math.min(amount, brought.amount)
  const platform = Math.min(taken, Math.max(0, brought.amount - direct))
  const group = (custody: NewEntry['custody'], sum: number, fee: number): NewEntry[] => {
    // Dated like the earnings, so that money that has not cleared is taken from pending.
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
