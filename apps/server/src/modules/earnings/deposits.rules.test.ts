import { sumOf } from '@fettle/protocol/common/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  groupForPaidDeposit,
  groupForReturnedDeposit,
  groupForUnusedDeposit,
  groupForUsedDeposit,
  keptBy,
  partsOwed,
  partsToDrop,
  partsToRefund,
  partsToUse,
  sumRefunded,
  type DepositDeduction,
} from './deposits.rules.ts'
import { noHoldings, type DepositBalance, type Holdings } from './ledger.store.ts'

const now = new Date('2026-03-09T11:00:00Z')
const paidAt = new Date('2026-03-02T11:00:00Z')

const work = (id: string) => ({ type: 'milestone', id })
const deduction = (id: string, needed: number, isLive = true): DepositDeduction => ({ work: work(id), needed, isLive })
const balance = (paymentId: string, waiting: number, over: Partial<DepositBalance> = {}): DepositBalance => ({
  paymentId,
  waiting,
  returned: 0,
  used: {},
  refunded: {},
  owed: {},
  ...over,
})
const payment = (custody: 'PLATFORM' | 'PROVIDER', amount: number) => ({
  id: 'pay_1',
  label: 'INV-1',
  amount,
  custody,
  at: paidAt,
})
const total = (parts: readonly { amount: number }[]) => sumOf(parts.map(({ amount }) => amount))

/** All combinations of `count` numbers from 0 to 3. */
const combinations = (count: number): number[][] =>
  count === 0 ? [[]] : combinations(count - 1).flatMap((rest) => [0, 1, 2, 3].map((each) => [...rest, each]))

describe('what was refunded before works were earned', () => {
  const refunded = [balance('pay_1', 0, { returned: 30 }), balance('pay_2', 0, { used: { first: 20 } })]

  it('is owed by the work whose invoice deducts it', () => {
    const deductions = [deduction('first', 50)]
    expect(partsOwed(20, { deductions, balances: refunded })).toEqual([
      { paymentId: 'pay_1', work: work('first'), amount: 30 },
    ])
    // Once.
    const balances = [balance('pay_1', 0, { returned: 30, owed: { first: 30 } }), ...refunded.slice(1)]
    expect(partsOwed(20, { deductions, balances })).toEqual([])
  })

  it('is not owed as far as no invoice deducts it, or an invoice that is void', () => {
    expect(partsOwed(20, { deductions: [deduction('first', 20)], balances: refunded })).toEqual([])
    expect(partsOwed(20, { deductions: [deduction('first', 50, false)], balances: refunded })).toEqual([])
  })
})

describe('works', () => {
  it('take from the payments what their invoices deduct, the first work and the first payment first', () => {
    for (const [one = 0, two = 0, first = 0, second = 0] of combinations(4)) {
      for (const isLive of [true, false]) {
        const balances = [balance('pay_1', one), balance('pay_2', two)]
        const deductions = [deduction('first', first, isLive), deduction('second', second)]
        const parts = partsToUse({ deductions, balances })
        const of = (id: string) => total(parts.filter((part) => part.work.id === id))
        const paid = one + two
        const toFirst = isLive ? Math.min(first, paid) : 0
        expect([of('first'), of('second')]).toEqual([toFirst, Math.min(second, paid - toFirst)])
        const from = (id: string) => total(parts.filter((part) => part.paymentId === id))
        expect([from('pay_1'), from('pay_2')]).toEqual([Math.min(one, total(parts)), Math.max(0, total(parts) - one)])
        expect(parts.every(({ amount }) => amount > 0)).toBe(true)
      }
    }
  })

  it('take no more once they have what they need, also where a dispute left them more than that', () => {
    for (const [needed = 0, used = 0, waiting = 0] of combinations(3)) {
      const balances = [balance('pay_1', 0, { used: { first: used } }), balance('pay_2', waiting)]
      const parts = partsToUse({ deductions: [deduction('first', needed)], balances })
      expect(total(parts)).toBe(Math.min(waiting, Math.max(0, needed - used)))
    }
  })

  it('give back in a refund what they have of the deposit and no more, those that took the payment first', () => {
    for (const [refund = 0, used = 0, needed = 0, refunded = 0, other = 0] of combinations(5)) {
      const balances = [
        balance('pay_1', 0, { used: { first: used }, refunded: { first: refunded } }),
        balance('pay_2', 0, { used: { second: other } }),
      ]
      const deductions = [deduction('first', needed, false), deduction('second', other)]
      const parts = partsToRefund('pay_2', refund, { deductions, balances })
      const kept = Math.max(0, Math.min(used, needed) - refunded)
      expect(deductions.map((each) => keptBy(each, balances))).toEqual([kept, other])
      const of = (id: string) => parts.filter((part) => part.work.id === id).map(({ amount }) => amount)
      const expected = (amount: number) => (amount > 0 ? [amount] : [])
      expect(of('second')).toEqual(expected(Math.min(refund, other)))
      expect(of('first')).toEqual(expected(Math.min(Math.max(0, refund - other), kept)))
    }
  })
})

describe('a deposit', () => {
  it('drops what its invoice no longer asks for, the newest payment first', () => {
    for (const [one = 0, two = 0, used = 0, worth = 0] of combinations(4)) {
      const balances = [balance('pay_1', one, { used: { first: used } }), balance('pay_2', two)]
      const parts = partsToDrop(worth, { deductions: [deduction('first', used)], balances })
      const excess = Math.max(0, one + two - Math.max(0, worth - used))
      expect(total(parts)).toBe(excess)
      expect(parts).toEqual(
        [
          { paymentId: 'pay_2', amount: Math.min(excess, two) },
          { paymentId: 'pay_1', amount: Math.max(0, excess - two) },
        ].filter(({ amount }) => amount > 0),
      )
    }
  })

  it('counts what refunds took from what waited and from works', () => {
    expect(sumRefunded([balance('pay_1', 5, { returned: 3, refunded: { first: 2, second: 4 } })])).toBe(9)
  })

  it.each([
    { custody: 'PLATFORM' as const, paid: null, later: null },
    { custody: 'PROVIDER' as const, paid: paidAt, later: now },
  ])('waits without a date where the platform holds it: $custody', ({ custody, paid, later }) => {
    const of = payment(custody, 500)
    const entries = [
      ...groupForPaidDeposit(of)(noHoldings),
      ...groupForReturnedDeposit(of, 200)(noHoldings),
      ...groupForUnusedDeposit(of, 300, now)(noHoldings),
    ]
    expect(entries).toMatchObject([
      { type: 'DEPOSIT', amount: 500, custody, availableAt: paid, source: { type: 'payment', id: 'pay_1' } },
      { type: 'REFUND', amount: -200, custody, availableAt: paid, source: { type: 'deposit', id: 'pay_1' } },
      { type: 'DEPOSIT', amount: -300, custody, availableAt: later, source: { type: 'deposit-unused', id: 'pay_1' } },
    ])
    expect(groupForReturnedDeposit(of, 0)(noHoldings)).toEqual([])
  })

  it('used for work moves only what was paid directly; whatever the parts, the shares add up and nothing is negative', () => {
    const part = fc.record({
      custody: fc.constantFrom('PLATFORM' as const, 'PROVIDER' as const),
      share: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.array(part, { maxLength: 6 }),
        (price, bps, parts) => {
          const earned = { amount: price, fee: Math.round((price * bps) / 10_000), availableAt: now }
          let held: Holdings = { ...noHoldings, PLATFORM: { amount: earned.amount, fee: earned.fee } }
          let open = price
          for (const { custody, share } of parts) {
            const amount = Math.floor((open * share) / 100)
            if (amount === 0) continue
            open -= amount
            const entries = groupForUsedDeposit(
              payment(custody, amount),
              { work: work('first'), amount },
              earned,
              now,
            )(held)
            const sum = (type: string, side: 'PLATFORM' | 'PROVIDER') =>
              total(entries.filter((each) => each.type === type && each.custody === side))
            const direct = custody === 'PROVIDER' ? amount : 0
            expect([sum('DEPOSIT', custody), sum('EARNING', 'PLATFORM'), sum('EARNING', 'PROVIDER')]).toEqual([
              -amount,
              direct === 0 ? 0 : -direct,
              direct,
            ])
            const after = (side: 'PLATFORM' | 'PROVIDER') => ({
              amount: held[side].amount + sum('EARNING', side),
              fee: held[side].fee - sum('PLATFORM_FEE', side),
            })
            held = { PLATFORM: after('PLATFORM'), PROVIDER: after('PROVIDER') }
            expect(held.PLATFORM.amount + held.PROVIDER.amount).toBe(price)
            expect(held.PLATFORM.fee + held.PROVIDER.fee).toBe(earned.fee)
            expect(held.PLATFORM.amount - held.PLATFORM.fee).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })
})
