import { sumOf } from '@fettle/protocol/common/money'
import type { DepositBalance, NewEntry, Source } from './ledger.store.ts'
import { toTransferEntries, type EarningTerms, type EntryGroup, type ReceivedPayment } from './posting.rules.ts'

/**
 * Deposits in the ledger. Pure. A deposit waits for its work. Each work, once it is earned, takes the part that its
 * invoice deducts, from the payments in the order in which they were made. What no work can take any more leaves.
 */

/** The part of a deposit that the invoice of one work deducts. */
export interface DepositDeduction {
  work: Source
  /** What the work needs of it, in minor units: what was deducted, less what credits left without use. */
  needed: number
  /** Whether the invoice is not void. A void one takes nothing more. */
  isLive: boolean
}

/** A part of a payment for one work. */
interface DepositPart {
  paymentId: string
  work: Source
  amount: number
}

/** What works deduct of a deposit, and what the ledger has of its payments. */
interface DepositSums {
  deductions: readonly DepositDeduction[]
  balances: readonly DepositBalance[]
}

const usedBy = ({ id }: Source, balances: readonly DepositBalance[]): number =>
  sumOf(balances.map(({ used }) => used[id] ?? 0))

/** What a work has of a deposit, after credits and refunds. */
export function keptBy({ work, needed }: DepositDeduction, balances: readonly DepositBalance[]): number {
  const refunded = sumOf(balances.map((each) => each.refunded[work.id] ?? 0))
  return Math.max(0, Math.min(usedBy(work, balances), needed) - refunded)
}

/** What refunds took, from what waited and from works. */
export const sumRefunded = (balances: readonly DepositBalance[]): number =>
  sumOf(balances.flatMap(({ returned, refunded }) => [returned, ...Object.values(refunded)]))

/** The parts of waiting payments that earned works take now. */
export function partsToUse({ deductions, balances }: DepositSums): DepositPart[] {
  const waiting = new Map(balances.map((each) => [each.paymentId, each.waiting]))
  return deductions.flatMap(({ work, needed, isLive }) => {
    let open = isLive ? needed - usedBy(work, balances) : 0
    return balances.flatMap(({ paymentId }) => {
      const left = waiting.get(paymentId) ?? 0
      const amount = Math.min(open, left)
      if (amount <= 0) return []
      open -= amount
      waiting.set(paymentId, left - amount)
      return [{ paymentId, work, amount }]
    })
  })
}

/**
 * The parts of a refund that are taken back from works: from those that took its payment first, and from none more than
 * it has of the deposit.
 */
export function partsToRefund(paymentId: string, refund: number, { deductions, balances }: DepositSums): DepositPart[] {
  const used = balances.find((each) => each.paymentId === paymentId)?.used ?? {}
  let open = refund
  const take = (limit: number) => {
    const amount = Math.max(0, Math.min(open, limit))
    open -= amount
    return amount
  }
  return deductions
    .map((deduction) => ({ work: deduction.work, kept: keptBy(deduction, balances) }))
    .map(({ work, kept }) => ({ work, kept, amount: take(Math.min(kept, used[work.id] ?? 0)) }))
    .map(({ work, kept, amount }) => ({ paymentId, work, amount: amount + take(kept - amount) }))
    .filter(({ amount }) => amount > 0)
}

/**
 * The parts of waiting payments that no work can take any more, the newest payment first. `worth`: what credits and
 * refunds left of the deposit's invoice.
 */
export function partsToDrop(worth: number, { deductions, balances }: DepositSums): Omit<DepositPart, 'work'>[] {
  const usable = Math.max(0, worth - sumOf(deductions.map((each) => keptBy(each, balances))))
  let excess = sumOf(balances.map(({ waiting }) => waiting)) - usable
  return balances.toReversed().flatMap(({ paymentId, waiting }) => {
    const amount = Math.min(excess, waiting)
    if (amount <= 0) return []
    excess -= amount
    return [{ paymentId, amount }]
  })
}

/**
 * The parts of refunds that earned works owe: their invoices deduct what was refunded before they were earned. `worth`:
 * what credits and refunds left of the deposit's invoice.
 */
export function partsOwed(worth: number, { deductions, balances }: DepositSums): DepositPart[] {
  const live = deductions.filter(({ isLive }) => isLive)
  const sumOfWork = (id: string, parts: 'used' | 'refunded' | 'owed') =>
    sumOf(balances.map((each) => each[parts][id] ?? 0))
  const stillNeeded = ({ work: { id }, needed }: DepositDeduction) =>
    Math.max(0, needed - sumOfWork(id, 'refunded') - sumOfWork(id, 'owed'))
  let excess = sumOf(live.map(stillNeeded)) - worth
  const returned = new Map(balances.map((each) => [each.paymentId, each.returned - sumOf(Object.values(each.owed))]))
  return live.flatMap((deduction) => {
    const { work, needed } = deduction
    let gap = needed - sumOfWork(work.id, 'used') - sumOfWork(work.id, 'owed')
    return balances.flatMap(({ paymentId }) => {
      const left = returned.get(paymentId) ?? 0
      const amount = Math.min(excess, gap, left)
      if (amount <= 0) return []
      excess -= amount
      gap -= amount
      returned.set(paymentId, left - amount)
      return [{ paymentId, work, amount }]
    })
  })
}

type DepositPayment = Pick<ReceivedPayment, 'id' | 'label' | 'amount' | 'custody' | 'at'>

/** Money held by the platform has no date of availability while it waits. */
const waitingSince = ({ custody }: DepositPayment, at: Date) => ({
  custody,
  availableAt: custody === 'PLATFORM' ? null : at,
})

const sourceOf = (type: string, { id, label }: DepositPayment): NewEntry['source'] => ({ type, id, label })

/** The source of entries between a payment of a deposit and a work. */
export const sourceBetween = (
  type: 'deposit-used' | 'overturned' | 'refund' | 'refund-owed',
  { id, label }: DepositPayment,
  work: Source,
): NewEntry['source'] => ({ type, id: `${id}:${work.id}`, label })

/** Adds a payment, which waits for its work. */
export const groupForPaidDeposit =
  (payment: DepositPayment): EntryGroup =>
  () => [
    {
      ...waitingSince(payment, payment.at),
      type: 'DEPOSIT',
      amount: payment.amount,
      source: sourceOf('payment', payment),
    },
  ]

/** Takes back what waits of a payment that was refunded or not made. */
export const groupForReturnedDeposit =
  (payment: DepositPayment, amount: number): EntryGroup =>
  () =>
    amount > 0
      ? [
          {
            ...waitingSince(payment, payment.at),
            type: 'REFUND',
            amount: -amount,
            source: sourceOf('deposit', payment),
          },
        ]
      : []

/** Takes out what no work can take any more. It is to be refunded. */
export const groupForUnusedDeposit =
  (payment: DepositPayment, amount: number, now: Date): EntryGroup =>
  () => [
    {
      ...waitingSince(payment, now),
      type: 'DEPOSIT',
      amount: -amount,
      source: sourceOf('deposit-unused', payment),
    },
  ]

/** Makes a part of a deposit a payment of earned work: one that was paid directly is transferred to the provider. */
export const groupForUsedDeposit =
  (
    payment: DepositPayment,
    { work, amount }: Pick<DepositPart, 'work' | 'amount'>,
    earned: EarningTerms,
    now: Date,
  ): EntryGroup =>
  (held) => {
    const source = sourceBetween('deposit-used', payment, work)
    const used: NewEntry = { ...waitingSince(payment, now), type: 'DEPOSIT', amount: -amount, source }
    const isDirect = payment.custody === 'PROVIDER'
    return isDirect ? [used, ...toTransferEntries(source, amount, { earned, held, now })] : [used]
  }
