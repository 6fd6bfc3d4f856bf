import { feeLeaving, type EarningTerms } from './posting.rules.ts'
import type { Holdings, NewEntry } from './ledger.store.ts'

/**
 * Entries that take money back: first from the platform's holdings, then from direct payments; the platform returns its
 * share. Pure.
 */
export function toClawBackEntries(
  { amount, direct, source }: { amount: number; direct: number; source: NewEntry['source'] },
  { brought, held, now }: { brought: EarningTerms; held: Holdings; now: Date },
): NewEntry[] {
  const taken = Math.min(amount, brought.amount)
  const platform = Math.min(taken, Math.max(0, brought.amount - direct))
  const group = (custody: NewEntry['custody'], sum: number): NewEntry[] => {
    if (sum === 0) return []
    const fee = feeLeaving(held[custody], sum, brought)
    // Dated like the earnings, so that money that has not cleared is taken from pending.
    const common = { custody, source, availableAt: custody === 'PLATFORM' ? brought.availableAt : now }
    return [
      { ...common, type: 'REFUND' as const, amount: -sum },
      ...(fee === 0 ? [] : [{ ...common, type: 'PLATFORM_FEE' as const, amount: fee }]),
    ]
  }
  return [...group('PLATFORM', platform), ...group('PROVIDER', taken - platform)]
}
