import { describe, expect, it } from 'vitest'
import { formatterOf, fractionDigitsOf } from './format.ts'

describe('an amount of money', () => {
  it('has the minor units of ISO 4217, whatever the version of the runtime shows by default', () => {
    expect(['NGN', 'HUF', 'IDR', 'PKR', 'COP'].map(fractionDigitsOf)).toEqual([2, 2, 2, 2, 2])
    expect(['JPY', 'XOF', 'XAF', 'UGX', 'RWF', 'VND'].map(fractionDigitsOf)).toEqual([0, 0, 0, 0, 0, 0])
    expect(['TND', 'KWD', 'IQD'].map(fractionDigitsOf)).toEqual([3, 3, 3])
  })

  it.each([
    ['NGN', 150_050, '₦1,500.50'],
    ['NGN', 150_000, '₦1,500'],
    ['HUF', 150_050, 'Ft 1,500.50'],
    ['HUF', 150_000, 'Ft 1,500'],
    ['JPY', 1_500, '¥1,500'],
    ['TND', 1_500_050, 'TND 1,500.050'],
    ['TND', 1_500_000, 'TND 1,500'],
  ])('in %s is written with all or none of its fraction', (currency, amount, text) => {
    expect(formatterOf('en').money({ amount, currency }).replaceAll(/\s/g, ' ')).toBe(text)
  })

  it('is written short where asked', () => {
    expect(formatterOf('en').money({ amount: 123_456_700, currency: 'NGN' }, { notation: 'compact' })).toBe('₦1.2m')
  })
})
