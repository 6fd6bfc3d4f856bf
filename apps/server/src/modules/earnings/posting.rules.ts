import type { Custody } from '@fettle/protocol/earnings/earnings'
import { divideRounded, exactAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { clearsAt } from './ledger.rules.ts'
import type { Holding, Holdings, NewEntry } from './ledger.store.ts'

/**
 * The entries payments add to the ledger. Pure. Work is earned on confirmation, whoever collected its payment: a payment
 * collected by the platform adds nothing; a direct payment is transferred into the provider's custody, with the
 * platform's share.
 */

/** A confirmed payment, which may have been refunded or found not to have been made. */
export interface ReceivedPayment {
  id: string
  /** Label of its invoice. */
  label: string
  kind: 'BOOKING' | 'MILESTONE' | 'DEPOSIT' | 'CANCELLATION_FEE'
  amount: number
  tip: number
  custody: Custody
  isRefunded: boolean
  /** The part of a refund that is taken from earnings: the rest was taken before, by a dispute. */
  reversed: number
  /** A dispute decided that the payment was not made. Until then it counted. */
  isOverturned: boolean
  /** When it was confirmed. */
  at: Date
}

/** The payments with that of this id first, in their order otherwise. */
export const withFirst = <T extends { id: string }>(payments: readonly T[], id: string | undefined): T[] => [
  ...payments.filter((payment) => payment.id === id),
  ...payments.filter((payment) => payment.id !== id),
]

/** A source's earnings: price, platform share and clearing time. */
export interface EarningTerms {
  amount: number
  fee: number
  availableAt: Date | null
}

/** The platform's share of a part of the earnings, rounded. */
export function feeOf(part: number, { amount, fee }: EarningTerms): number {
  return amount === 0 ? 0 : exactAmount(divideRounded(BigInt(fee) * BigInt(part), BigInt(amount)))
}

/**
 * The platform's share that leaves a holding with a part of it. What remains keeps its exact share, so that the shares
 * of several parts add up to that of the whole.
 */
const feeLeaving = (held: Holding, part: number, earned: EarningTerms): number =>
  held.fee - feeOf(held.amount - part, earned)

/** Entries that belong together, made when what is held of their source is known. */
export type EntryGroup = (held: Holdings) => NewEntry[]

type Source = NewEntry['source']

/** Moves earnings from the platform's custody into the provider's, with the share owed from then on. */
export function toTransferEntries(
  source: Source,
  amount: number,
  { earned, held, now }: { earned: EarningTerms; held: Holdings; now: Date },
): NewEntry[] {
  const fee = feeLeaving(held.PLATFORM, amount, earned)
  const entry = (type: NewEntry['type'], custody: Custody, sum: number): NewEntry => ({
    type,
    amount: sum,
    custody,
    availableAt: custody === 'PLATFORM' ? earned.availableAt : now,
    source,
  })
  return [
    entry('EARNING', 'PLATFORM', -amount),
    entry('EARNING', 'PROVIDER', amount),
    ...(fee === 0 ? [] : [entry('PLATFORM_FEE', 'PLATFORM', fee), entry('PLATFORM_FEE', 'PROVIDER', -fee)]),
  ]
}

/** Moves the reversed part of a direct payment to the platform's holdings, with the platform's share of it. */
export const groupForReversal =
  (source: Source, amount: number, earned: EarningTerms, now: Date): EntryGroup =>
  (held) =>
    toTransferEntries(source, amount, { earned, held, now }).map((entry) =>
      entry.type === 'EARNING' ? { ...entry, type: 'REFUND' as const } : entry,
    )

/** Moves a direct payment into the provider's custody. A negative amount moves it back. */
export const groupForTransfer =
  (source: Source, amount: number, earned: EarningTerms, now: Date): EntryGroup =>
  (held) =>
    toTransferEntries(source, amount, { earned, held, now })

/** Takes a refund from earnings, with the platform's share of it. */
export const groupForRefund =
  (
    source: Source,
    amount: number,
    { custody, earned, now }: { custody: Custody; earned: EarningTerms; now: Date },
  ): EntryGroup =>
  (held) => {
    const fee = feeLeaving(held[custody], amount, earned)
    // Dated like the earnings, so that money that has not cleared is taken from pending.
    const common = { custody, source, availableAt: custody === 'PLATFORM' ? earned.availableAt : now }
    return [
      { ...common, type: 'REFUND', amount: -amount },
      ...(fee === 0 ? [] : [{ ...common, type: 'PLATFORM_FEE' as const, amount: fee }]),
    ]
  }

/**
 * The groups a payment adds, in order, each once however often this runs. A fee is its own source. `earned` is
 * undefined before the work is earned. `isTransferred`: version 0.2 moved it as a whole into earnings, with its
 * deposit.
 */
export function groupsForPayment(
  payment: ReceivedPayment,
  {
    earned,
    isTransferred,
    settings,
    now,
  }: {
    earned: EarningTerms | undefined
    isTransferred: boolean
    settings: SettingValues
    now: Date
  },
): EntryGroup[] {
  const { id, label, kind, amount, tip, custody, isRefunded, reversed, isOverturned, at } = payment
  const isGone = isRefunded || isOverturned
  const source = { type: 'payment', id, label }
  const availableAt = custody === 'PLATFORM' ? clearsAt(at, settings) : at
  const single = (type: NewEntry['type'], sum: number, over: Partial<NewEntry> = {}): NewEntry => ({
    type,
    amount: sum,
    custody,
    availableAt,
    source,
    ...over,
  })
  const groups: EntryGroup[] = []
  const add = (...entries: NewEntry[]) => groups.push(() => entries)
  const sourceOf = (type: string) => ({ type, id, label })
  if (tip > 0) {
    add(single('TIP', tip))
    if (isGone) add(single('REFUND', -tip, { source: sourceOf('tip') }))
  }
  if (kind === 'CANCELLATION_FEE') {
    add(single('CANCELLATION_FEE', amount))
    if (isGone) {
      groups.push((held) => {
        // A dispute about the fee may have taken a part before.
        const gone = isOverturned ? held[custody].amount : reversed
        return gone > 0 ? [single('REFUND', -gone, { source: sourceOf('refund') })] : []
      })
    }
    return groups
  }
  if (!earned) return groups
  if (custody === 'PROVIDER' && !isTransferred) groups.push(groupForTransfer(source, amount, earned, now))
  // The money is to come through the platform again, or by another payment.
  if (custody === 'PROVIDER' && isOverturned)
    groups.push(groupForTransfer(sourceOf('overturned'), -amount, earned, now))
  if (isRefunded && reversed > 0) groups.push(groupForRefund(sourceOf('refund'), reversed, { custody, earned, now }))
  return groups
}
