import { groupForRefund, type EarningTerms } from './posting.rules.ts'
import type { Holdings, NewEntry } from './ledger.store.ts'

/**
 * Entries that take money back: first from the platform's holdings, then from direct payments; the platform returns its
 * share. Pure.
 */
export function toClawBackEntries(
  { amount, source }: { amount: number; source: NewEntry['source'] },
  { brought, held, now }: { brought: EarningTerms; held: Holdings; now: Date },
): NewEntry[] {
  const taken = Math.min(amount, brought.amount)
  const direct = Math.max(0, Math.min(taken - Math.max(0, held.PLATFORM.amount), held.PROVIDER.amount))
  const group = (custody: NewEntry['custody'], sum: number): NewEntry[] =>
    sum === 0 ? [] : groupForRefund(source, sum, { custody, earned: brought, now })(held)
  return [...group('PLATFORM', taken - direct), ...group('PROVIDER', direct)]
}
