import type { LedgerEntry } from '@fettle/protocol/earnings'
import { describe, expect, it } from 'vitest'
import { daysOf, lastMonths, sourcePath } from './words.ts'

describe('months', () => {
  it('begin on their first day and end on their last, also in a leap year', () => {
    expect(daysOf('2026-10')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it('are named with this one first, over the end of a year', () => {
    expect(lastMonths(new Date('2026-02-28T23:59:00Z'), 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })
})

describe('an entry', () => {
  const entry = (type: string, id: string) => ({ source: { type, id, label: '' } }) as LedgerEntry

  it('leads to what it comes from, where that has a page', () => {
    expect(sourcePath(entry('booking', 'bkg_1'))).toBe('/bookings/bkg_1')
    expect(sourcePath(entry('invoice', 'inv_1'))).toBe('/invoices/inv_1')
    expect(sourcePath(entry('payout', 'pyo_1'))).toBe('/earnings?tab=payouts&payout=pyo_1')
    expect(sourcePath(entry('payment', 'pay_1'))).toBeUndefined()
  })
})
