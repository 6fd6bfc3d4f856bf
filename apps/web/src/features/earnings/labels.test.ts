import type { EarningsMonth, LedgerEntry } from '@fettle/protocol/earnings/earnings'
import type { PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { describe, expect, it } from 'vitest'
import { availableNote, daysOf, lastMonths, monthsToShow, sourcePath } from './labels.ts'

describe('statement months', () => {
  it('start and end on their first and last day, also in a leap year', () => {
    expect(daysOf('2026-10')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it("list the current one first, across a year's end", () => {
    expect(lastMonths('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })
})

describe('the months of the chart', () => {
  const money = (amount: number) => ({ amount, currency: 'NGN' })
  const months = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ month: `2026-0${index + 1}`, earned: money(amount), paidOut: money(0) }))
  const shown = (...amounts: number[]) => monthsToShow(months(...amounts) as EarningsMonth[]).map(({ month }) => month)

  it('begin with the first that has an amount', () => {
    expect(shown(0, 0, 5, 0, 7, 8)).toEqual(['2026-03', '2026-04', '2026-05', '2026-06'])
  })

  it('are at least three, and all of them when the first has one', () => {
    expect(shown(0, 0, 0, 0, 0, 8)).toEqual(['2026-04', '2026-05', '2026-06'])
    expect(shown(4, 0)).toEqual(['2026-01', '2026-02'])
  })
})

describe('the note on the available balance', () => {
  const now = new Date('2026-03-02T11:00:00Z')
  const ngn = (amount: number) => ({ amount, currency: 'NGN' })
  const note = (over: Partial<PayoutTerms>) =>
    availableNote(
      { available: ngn(500_000), smallest: ngn(100_000), obstacle: null, nextPayoutAt: null, ...over } as PayoutTerms,
      now,
    )
  const obstacle = (code: NonNullable<PayoutTerms['obstacle']>['code'], message: string) => ({
    obstacle: { code, message },
  })

  it('mentions a payout when possible, and the schedule when set', () => {
    expect(note({})).toBe('You can pay this out to your bank.')
    expect(note({ nextPayoutAt: '2026-03-09T06:00:00Z' })).toMatch(/^Next automatic payout: .*9/)
  })

  it('promises no automatic payout of what is left below the smallest one', () => {
    const left = { available: ngn(40_000), smallest: ngn(40_000) }
    expect(note({ ...left, nextPayoutAt: '2026-03-09T06:00:00Z' })).toBe('You can pay this out to your bank.')
  })

  it('explains obstacles: an open payout, too low an amount, missing documents', () => {
    const open = obstacle('PAYOUT_OPEN', 'A payout is already on its way. Wait until it has arrived.')
    expect(note(open)).toBe('A payout is already on its way. Wait until it has arrived.')
    expect(note({ ...open, nextPayoutAt: '2026-03-09T06:00:00Z' })).toBe(open.obstacle.message)
    expect(note(obstacle('PAYOUT_TOO_SMALL', 'The smallest payout is ₦1,000.'))).toBe('The smallest payout is ₦1,000.')
    expect(note(obstacle('PAYOUT_VERIFICATION_REQUIRED', 'Verify yourself first.'))).toBe('Verify yourself first.')
  })
})

describe('a ledger entry', () => {
  const entry = (type: string, id: string) => ({ source: { type, id, label: '' } }) as LedgerEntry

  it('links to its source where that has a page', () => {
    expect(sourcePath(entry('booking', 'bkg_1'))).toBe('/bookings/bkg_1')
    expect(sourcePath(entry('invoice', 'inv_1'))).toBe('/invoices/inv_1')
    expect(sourcePath(entry('payout', 'pyo_1'))).toBe('/earnings?tab=payouts&payout=pyo_1')
    expect(sourcePath(entry('payment', 'pay_1'))).toBeUndefined()
  })
})
