import type { Custody } from '@fettle/protocol/earnings/earnings'
import { divideRounded, exactAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { clearsAt } from './ledger.rules.ts'
import type { Holding, Holdings, NewEntry } from './ledger.store.ts'

/**
 * The entries payments add to the ledger. Pure. Work is earned on confirmation, whoever collected its payment: a payment
 * collected by the platform adds nothing; a direct payment is transferred into the provider's custody, with the
 * platform's share. A deposit held by the platform waits for its work, so it has no date of availability.
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
export const feeLeaving = (held: Holding, part: number, earned: EarningTerms): number =>
  held.fee - feeOf(held.amount - part, earned)

/** Entries that belong together, made when what is held of their source is known. */
export type EntryGroup = (held: Holdings) => NewEntry[]

type Source = NewEntry['source']

/** Moves earnings from the platform's custody into the provider's, with the share owed from then on. */
function toTransferEntries(
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

/**
 * The groups a payment adds, in order, each once however often this runs. `earned` is undefined before the work is
 * earned; `isDeposit` while the money waits for it; `isConverted` once a deposit became part of the earnings.
 */
export function groupsForPayment(
  payment: ReceivedPayment,
  {
    earned,
    isDeposit,
    isConverted,
    settings,
    now,
  }: {
    earned: EarningTerms | undefined
    isDeposit: boolean
    isConverted: boolean
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
    const gone = isOverturned ? amount : reversed
    if (isGone && gone > 0) add(single('REFUND', -gone, { source: sourceOf('refund') }))
    return groups
  }
  if (isDeposit) {
    const held = custody === 'PLATFORM' ? { availableAt: null } : {}
    add(single('DEPOSIT', amount, held))
    if (isGone) add(single('REFUND', -amount, { ...held, source: sourceOf('deposit') }))
    return groups
  }
  if (!earned) return groups
  const transfer = (from: Source, moved: number) =>
    groups.push((held) => toTransferEntries(from, moved, { earned, held, now }))
  if (custody === 'PROVIDER' && !isConverted) transfer(source, amount)
  // The money is to come through the platform again, or by another payment.
  if (custody === 'PROVIDER' && isOverturned) transfer(sourceOf('overturned'), -amount)
  if (isRefunded && reversed > 0) {
    // Dated like the earnings, so that money that has not cleared is taken from pending.
    const over = { source: sourceOf('refund'), availableAt: custody === 'PLATFORM' ? earned.availableAt : now }
    groups.push((held) => {
      const fee = feeLeaving(held[custody], reversed, earned)
      return [single('REFUND', -reversed, over), ...(fee === 0 ? [] : [single('PLATFORM_FEE', fee, over)])]
    })
  }
  return groups
}

/** Converts deposits into earnings once the work is earned. */
export function groupForDeposit(
  { invoiceId, label }: { invoiceId: string; label: string },
  deposited: Record<Custody, number>,
  earned: EarningTerms,
  now: Date,
): EntryGroup {
  const source = { type: 'invoice', id: invoiceId, label }
  const released = (custody: Custody): NewEntry[] =>
    deposited[custody] === 0
      ? []
      : [
          {
            type: 'DEPOSIT',
            amount: -deposited[custody],
            custody,
            availableAt: custody === 'PLATFORM' ? null : now,
            source,
          },
        ]
  return (held) => [
    ...released('PLATFORM'),
    ...released('PROVIDER'),
    ...(deposited.PROVIDER === 0 ? [] : toTransferEntries(source, deposited.PROVIDER, { earned, held, now })),
  ]
}
