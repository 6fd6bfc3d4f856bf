import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hourlyAmount, lineAmount, shareOf, sumOf } from './money.ts'
import { Quantity } from './fields.ts'

describe('the amount of a line', () => {
  it.each([
    ['1', 1761190, 1761190],
    ['2.5', 300, 750],
    ['0.001', 500, 1],
    ['0.001', 499, 0],
    ['0.5', 1, 1],
    ['1.5', 1, 2],
    ['2.5', 1, 3],
    ['0.5', -1, -1],
    ['2.5', -1, -3],
    ['0.333', 1000, 333],
    ['0', 99, 0],
  ])('of %s at %i is %i, rounded half away from zero', (quantity, unit, amount) => {
    expect(lineAmount(quantity, unit)).toBe(amount)
  })

  it('is off by half a minor unit at most, and changes sign with the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 100_000_000 }), (n, unit) => {
        const amount = lineAmount((n / 1000).toFixed(3), unit)
        expect(Math.abs(amount * 1000 - n * unit)).toBeLessThanOrEqual(500)
        expect(lineAmount((n / 1000).toFixed(3), -unit) + amount).toBe(0)
      }),
    )
  })

  it.each(['', '1.', '.5', '1.2345', '-1', '1e3', '12345678'])('refuses the quantity “%s”', (quantity) => {
    expect(z.safeParse(Quantity, quantity).success).toBe(false)
  })
})

describe('percentages, hours and sums', () => {
  it('round once, half away from zero', () => {
    expect(shareOf(1000, 750)).toBe(75)
    expect(shareOf(10, 500)).toBe(1)
    expect(shareOf(-10, 500)).toBe(-1)
    expect(hourlyAmount(90, 500_00)).toBe(750_00)
    expect(hourlyAmount(1, 100)).toBe(2)
  })

  it('are exact, unlike floating point', () => {
    expect(lineAmount('4.35', 100)).toBe(435)
    expect(sumOf([10, 20, -5])).toBe(25)
    expect(() => sumOf([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
  })
})
