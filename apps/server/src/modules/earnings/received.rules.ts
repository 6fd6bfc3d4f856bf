import type { Custody } from '@fettle/protocol/earnings/earnings'
import { divideRounded, exactAmount } from '@fettle/protocol/common/money'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { clearsAt } from './ledger.rules.ts'
import type { NewEntry } from './ledger.store.ts'

/**
 * What money that a customer paid does to a ledger. Work is earned when it is confirmed, whoever was paid for
 * it, so a payment the platform collected adds nothing; what went past the platform is booked over into the provider's
 * hands, with the platform's share of it. Pure.
 */

/** When money that waits for its work clears: not by itself. */
export const UNTIL_EARNED = new Date('9999-12-31T00:00:00Z')

/** A payment that was confirmed, and perhaps given back since, or never made after all. */
export interface ReceivedPayment {
  id: string
  /** Of the invoice it was paid for. */
  label: string
  kind: 'BOOKING' | 'MILESTONE' | 'DEPOSIT' | 'CANCELLATION_FEE'
  amount: number
  tip: number
  custody: Custody
  isRefunded: boolean
  /** It counted, and a dispute came to that it was never paid. */
  isOverturned: boolean
  /** When it was confirmed. */
  at: Date
}

/** What something brought: its price, the platform's share of it, and when they clear. */
export interface EarningTerms {
  amount: number
  fee: number
  availableAt: Date
}

/** The platform's share of a part of what was earned. */
export function feeOf(part: number, { amount, fee }: EarningTerms): number {
  return amount === 0 ? 0 : exactAmount(divideRounded(BigInt(fee) * BigInt(part), BigInt(amount)))
}

type Source = NewEntry['source']

/** Out of the platform's hands into the provider's, with the share that is owed for it from now on. */
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

/**
 * The groups a payment adds, first to last; each is written once, however often this is asked. `earned` is undefined
 * until the work is; `isDeposit` holds while the money waits for it.
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
  const { id, label, kind, amount, tip, custody, isRefunded, isOverturned, at } = payment
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
  const given = (type: string) => ({ type, id, label })
  if (tip > 0) {
    groups.push([single('TIP', tip)])
    if (isGone) groups.push([single('REFUND', -tip, { source: given('tip') })])
  }
  if (kind === 'CANCELLATION_FEE') {
    groups.push([single('CANCELLATION_FEE', amount)])
    if (isGone) groups.push([single('REFUND', -amount, { source: given('refund') })])
    return groups
  }
  if (isDeposit) {
    const held = custody === 'PLATFORM' ? { availableAt: UNTIL_EARNED } : {}
    groups.push([single('DEPOSIT', amount, held)])
    if (isGone) groups.push([single('REFUND', -amount, { ...held, source: given('deposit') })])
    return groups
  }
  if (!earned) return groups
  if (custody === 'PROVIDER') groups.push(toTransferEntries(source, amount, earned, now))
  // It is to come by the platform again, or by another payment.
  if (custody === 'PROVIDER' && isOverturned) groups.push(toTransferEntries(given('overturned'), -amount, earned, now))
  if (isRefunded) {
    const fee = feeOf(amount, earned)
    // As of what it was earned with: what is not cleared yet is taken from what is pending.
    const over = { source: given('refund'), availableAt: custody === 'PLATFORM' ? earned.availableAt : now }
    groups.push([single('REFUND', -amount, over), ...(fee === 0 ? [] : [single('PLATFORM_FEE', fee, over)])])
  }
  return groups
}

/** The work is earned: what was paid for it in advance is no longer a deposit. */
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
            availableAt: custody === 'PLATFORM' ? UNTIL_EARNED : now,
            source,
          },
        ]
  const direct = held.PROVIDER === 0 ? [] : toTransferEntries(source, held.PROVIDER, earned, now)
  return [...released('PLATFORM'), ...released('PROVIDER'), ...direct]
}
