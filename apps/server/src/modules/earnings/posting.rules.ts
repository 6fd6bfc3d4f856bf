import type { Custody } from '@fettle/protocol/earnings/earnings'
import { divideRounded, exactAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { clearsAt } from './ledger.rules.ts'
import type { NewEntry } from './ledger.store.ts'

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

/** The platform's share of a part of the earnings. */
export function feeOf(part: number, { amount, fee }: EarningTerms): number {
  return amount === 0 ? 0 : exactAmount(divideRounded(BigInt(fee) * BigInt(part), BigInt(amount)))
}

type Source = NewEntry['source']

/** Moves earnings from the platform's custody into the provider's, with the share owed from then on. */
function toTransferEntries(source: Source, amount: number, earned: EarningTerms, now: Date): NewEntry[] {
  const fee = feeOf(amount, earned)
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
export function entriesForReversal(source: Source, amount: number, earned: EarningTerms, now: Date): NewEntry[] {
  return toTransferEntries(source, amount, earned, now).map((entry) =>
    entry.type === 'EARNING' ? { ...entry, type: 'REFUND' as const } : entry,
  )
}

/**
 * The groups a payment adds, in order, each once however often this runs. `earned` is undefined before the work is
 * earned; `isDeposit` while the money waits for it.
 */
export function entriesForPayment(
  payment: ReceivedPayment,
  {
    earned,
    isDeposit,
    settings,
    now,
  }: { earned: EarningTerms | undefined; isDeposit: boolean; settings: SettingValues; now: Date },
): NewEntry[][] {
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
  const groups: NewEntry[][] = []
  const sourceOf = (type: string) => ({ type, id, label })
  if (tip > 0) {
    groups.push([single('TIP', tip)])
    if (isGone) groups.push([single('REFUND', -tip, { source: sourceOf('tip') })])
  }
  if (kind === 'CANCELLATION_FEE') {
    groups.push([single('CANCELLATION_FEE', amount)])
    const gone = isOverturned ? amount : reversed
    if (isGone && gone > 0) groups.push([single('REFUND', -gone, { source: sourceOf('refund') })])
    return groups
  }
  if (isDeposit) {
    const held = custody === 'PLATFORM' ? { availableAt: null } : {}
    groups.push([single('DEPOSIT', amount, held)])
    if (isGone) groups.push([single('REFUND', -amount, { ...held, source: sourceOf('deposit') })])
    return groups
  }
  if (!earned) return groups
  if (custody === 'PROVIDER') groups.push(toTransferEntries(source, amount, earned, now))
  // The money is to come through the platform again, or by another payment.
  if (custody === 'PROVIDER' && isOverturned)
    groups.push(toTransferEntries(sourceOf('overturned'), -amount, earned, now))
  if (isRefunded && reversed > 0) {
    const fee = feeOf(reversed, earned)
    // Dated like the earnings, so that money that has not cleared is taken from pending.
    const over = { source: sourceOf('refund'), availableAt: custody === 'PLATFORM' ? earned.availableAt : now }
    groups.push([single('REFUND', -reversed, over), ...(fee === 0 ? [] : [single('PLATFORM_FEE', fee, over)])])
  }
  return groups
}

/** Converts deposits into earnings once the work is earned. */
export function entriesForDeposit(
  { invoiceId, label }: { invoiceId: string; label: string },
  held: Record<Custody, number>,
  earned: EarningTerms,
  now: Date,
): NewEntry[] {
  const source = { type: 'invoice', id: invoiceId, label }
  const released = (custody: Custody): NewEntry[] =>
    held[custody] === 0
      ? []
      : [
          {
            type: 'DEPOSIT',
            amount: -held[custody],
            custody,
            availableAt: custody === 'PLATFORM' ? null : now,
            source,
          },
        ]
  const direct = held.PROVIDER === 0 ? [] : toTransferEntries(source, held.PROVIDER, earned, now)
  return [...released('PLATFORM'), ...released('PROVIDER'), ...direct]
}
