import { DAY_MS } from '@fettle/protocol/core/durations'
import type { EarningsSummary, LedgerStatus, LedgerType } from '@fettle/protocol/earnings/earnings'
import { shareOf, sumOf } from '@fettle/protocol/common/money'
import type { PayoutStatus } from '@fettle/protocol/earnings/payouts'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import type { LedgerEntryRow, NewEntry, LedgerSums } from './ledger.store.ts'

/** Ledger entries and the sums derived from them. Pure. */

export interface EarnedWork {
  source: { type: 'booking' | 'milestone' | 'dispute'; id: string }
  reference: string
  providerId: string
  amount: number
  currency: string
  completedAt: Date
}

/** When the money for completed work can be paid out. */
export const clearsAt = (completedAt: Date, { clearingDays }: SettingValues): Date =>
  new Date(+completedAt + clearingDays * DAY_MS)

/** Entries for completed work: the price and the platform's share. None for an amount of zero. */
export function entriesForWork(
  { source, reference, amount, completedAt }: EarnedWork,
  settings: SettingValues,
): NewEntry[] {
  if (amount === 0) return []
  const common = {
    custody: 'PLATFORM' as const,
    availableAt: clearsAt(completedAt, settings),
    source: { ...source, label: reference },
  }
  const fee = shareOf(amount, settings.platformFeeBps)
  return [
    { ...common, type: 'EARNING', amount },
    ...(fee === 0 ? [] : [{ ...common, type: 'PLATFORM_FEE' as const, amount: -fee }]),
  ]
}

/** Types that move money out of the balance, back into it, or hold it as a deposit; all others are earnings. */
const transfers = new Set<LedgerType>(['PAYOUT', 'PAYOUT_REVERSAL', 'DEPOSIT'])
const isTransfer = ({ type, source }: NewEntry) => transfers.has(type) || source.type === 'deposit'

/** The sum a group adds to everything the platform holds or held. */
export const earnedBy = (entries: readonly NewEntry[]): number =>
  sumOf(entries.filter((entry) => entry.custody === 'PLATFORM' && !isTransfer(entry)).map(({ amount }) => amount))

const payoutStates: Record<PayoutStatus, LedgerStatus> = {
  REQUESTED: 'PENDING',
  PROCESSING: 'PENDING',
  PAID: 'PAID_OUT',
  FAILED: 'REVERSED',
  CANCELLED: 'REVERSED',
  RETURNED: 'REVERSED',
}

/**
 * Status of an entry. Earnings are paid out in order: an entry is PAID_OUT once payouts reach the ledger's running
 * total after it. Direct payments are PAID_OUT from the start.
 */
export function statusOf(entry: LedgerEntryRow, { paidOut, now }: { paidOut: number; now: Date }): LedgerStatus {
  if (entry.payoutStatus) return payoutStates[entry.payoutStatus]
  if (entry.isReleased || entry.sourceType === 'deposit') return 'REVERSED'
  if (entry.custody === 'PROVIDER') return 'PAID_OUT'
  if (entry.isHeld) return 'ON_HOLD'
  if (entry.availableAt === null || entry.availableAt > now) return 'PENDING'
  return entry.totalAfter <= paidOut ? 'PAID_OUT' : 'AVAILABLE'
}

/** The balances as a provider sees them. */
export function toSummary(sums: LedgerSums, currency: string, nextPayoutAt: Date | null): EarningsSummary {
  const money = (amount: number) => ({ amount, currency })
  return {
    currency,
    pending: money(sums.pending),
    available: money(sums.available),
    onHold: money(sums.onHold),
    inPayout: money(sums.inPayout),
    paidOut: money(sums.paidOut),
    collectedDirectly: money(sums.collectedDirectly),
    feesOwed: money(sums.feesOwed),
    nextPayoutAt: nextPayoutAt?.toISOString() ?? null,
  }
}
