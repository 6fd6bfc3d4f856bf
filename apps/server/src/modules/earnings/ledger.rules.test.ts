import { custodies, ledgerTypes } from '@fettle/protocol/earnings/earnings'
import { sumOf } from '@fettle/protocol/common/money'
import { payoutSchedules } from '@fettle/protocol/earnings/constants'
import fc from 'fast-check'
import { defaultSettings as settings } from '@fettle/protocol/accounts/settings'
import { describe, expect, it } from 'vitest'
import { localTime } from '../../platform/locale/zoned-time.ts'
import { clearsAt, earnedBy, entriesForWork } from './ledger.rules.ts'
import {
  afterWorkingDays,
  amountOf,
  decimal,
  nextPayoutAt,
  smallestPayout,
  smallestRequest,
} from './payouts/payouts.rules.ts'
import { closingOf, monthOf, sumsByType } from './statement/statement.rules.ts'

const work = (amount: number) => ({
  source: { type: 'booking' as const, id: 'bkg_1' },
  reference: 'BK-2026-000001',
  providerId: 'usr_1',
  amount,
  currency: 'NGN',
  completedAt: new Date('2026-03-02T12:00:00Z'),
})
const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })

describe('earnings of work', () => {
  it('are the price less the fee, exact to the minor unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (amount) => {
        const entries = entriesForWork(work(amount), settings)
        const [earning, fee] = entries
        expect(earning?.amount).toBe(amount)
        expect(earnedBy(entries)).toBe(amount + (fee?.amount ?? 0))
        expect(Math.abs((fee?.amount ?? 0) + amount / 10)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('are zero when nothing was charged', () => expect(entriesForWork(work(0), settings)).toEqual([]))

  it('clear after three days', () => {
    expect(clearsAt(new Date('2026-03-02T12:00:00Z'), settings)).toEqual(new Date('2026-03-05T12:00:00Z'))
  })
})

describe('a payout', () => {
  it('is everything, or the requested amount up to the balance', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(5_000_000)), fc.nat(5_000_000), (requested, available) => {
        const take = () => amountOf(requested ?? undefined, { available, smallest: 100_000, currency: 'NGN' })
        const amount = requested ?? available
        if (amount > available || amount < 100_000) expect(take).toThrow()
        else expect(take()).toBe(amount)
      }),
    )
  })

  it.each([
    ['the setting where more is available', { available: 100_001, pending: 0, onHold: 0 }, 100_000],
    ['all that is left', { available: 99_999, pending: 0, onHold: 0 }, 99_999],
    ['the setting while money is pending', { available: 99_999, pending: 1, onHold: 0 }, 100_000],
    ['the setting while money is on hold', { available: 99_999, pending: 0, onHold: 1 }, 100_000],
    ['the setting where nothing is left', { available: 0, pending: 0, onHold: 0 }, 100_000],
    ['the setting where the balance is negative', { available: -1, pending: 0, onHold: 0 }, 100_000],
  ])('is at least %s', (_, sums, smallest) => {
    expect(smallestRequest(sums, 'NGN', settings)).toBe(smallest)
  })

  it('is never of nothing', () => {
    expect(smallestPayout('NGN', { ...settings, smallestPayout: 0 })).toBe(1)
  })

  it.each([
    ['NGN', 100_000, '1000.00'],
    ['JPY', 1_000, '1000'],
    ['BHD', 1_000_000, '1000.000'],
  ])('in %s has a minimum of a thousand', (currency, smallest, text) => {
    expect(smallestPayout(currency, settings)).toBe(smallest)
    expect(decimal({ amount: smallest, currency })).toBe(text)
  })

  it("arrives two working days later, in the provider's time zone", () => {
    expect(afterWorkingDays(new Date('2026-03-05T10:00:00Z'), 2, 'UTC')).toEqual(new Date('2026-03-09T10:00:00Z'))
    // Friday evening in Los Angeles, whose clocks go forward on Sunday.
    const friday = new Date('2026-03-07T04:00:00Z')
    expect(afterWorkingDays(friday, 2, 'America/Los_Angeles')).toEqual(new Date('2026-03-11T03:00:00Z'))
  })

  const timeZones = ['UTC', 'Africa/Lagos', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Paris', 'Asia/Kolkata']

  it('is scheduled within a week, at six on a working day of the provider', () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom(...payoutSchedules),
        fc.constantFrom(...timeZones),
        (now, schedule, timeZone) => {
          const next = nextPayoutAt(schedule, now, timeZone)
          if (schedule === 'MANUAL') {
            expect(next).toBeNull()
            return
          }
          const wait = Number(next) - Number(now)
          // The hour that clocks go back lengthens a week.
          expect(wait > 0 && wait <= 7 * 86_400_000 + 3_600_000).toBe(true)
          const format = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone })
          const weekday = format.format(next ?? undefined)
          expect(schedule === 'WEEKLY' ? ['Mon'] : ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(weekday)
          expect(localTime(next ?? now, timeZone)).toBe('06:00')
        },
      ),
    )
  })
})

describe('a statement', () => {
  const entry = fc.record({
    at: instant,
    type: fc.constantFrom(...ledgerTypes),
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    custody: fc.constantFrom(...custodies),
    sourceLabel: fc.string(),
  })

  it('has a closing balance equal to opening balance plus entries', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(entry), (opening, entries) => {
        const listed = sumOf(sumsByType(entries).map(({ amount }) => amount))
        expect(closingOf({ opening, entries })).toBe(opening + listed)
      }),
    )
  })

  it('covers exactly its month', () => {
    const span = { from: new Date('2026-11-30T23:00:00Z'), to: new Date('2026-12-31T23:00:00Z') }
    expect(monthOf('2026-12', 'Africa/Lagos')).toEqual(span)
  })
})
