import { describe, expect, it } from 'vitest'
import { countryOf, phoneCountries, toInternational, toNational } from './phone.ts'

it('contains every country once', () => {
  expect(phoneCountries.length).toBeGreaterThan(240)
  expect(new Set(phoneCountries.map(({ code }) => code)).size).toBe(phoneCountries.length)
  expect(phoneCountries.every(({ calling }) => /^[1-9]\d{0,2}$/.test(calling))).toBe(true)
})

describe('a typed number', () => {
  it.each([
    ['0803 123 4567', 'NG', '+2348031234567'],
    ['803-123-4567', 'NG', '+2348031234567'],
    ['+44 20 7946 0958', 'NG', '+442079460958'],
    ['0044 20 7946 0958', 'NG', '+442079460958'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['(415) 555-0123', 'US', '+14155550123'],
    ['1 415 555 0123', 'US', '+14155550123'],
    ['06 6982', 'IT', '+39066982'],
    ['07 08 09 10 11', 'CI', '+2250708091011'],
    ['8 912 345 67 89', 'RU', '+79123456789'],
    ['٠٨٠٣ ١٢٣ ٤٥٦٧', 'NG', '+2348031234567'],
    ['  ', 'NG', ''],
    ['5550100', '??', '+5550100'],
  ])('%s in %s is %s', (typed, country, expected) => {
    expect(toInternational(typed, country)).toBe(expected)
  })
})

describe('the country of a number', () => {
  it.each([
    ['+2348031234567', 'GB', 'NG'],
    ['+14155550123', 'NG', 'US'],
    ['+14165550123', 'CA', 'CA'],
    ['+442079460958', 'NG', 'GB'],
    ['+35312345', 'NG', 'IE'],
    ['+999', 'NG', undefined],
  ])('%s with %s as default is %s', (number, atHand, expected) => {
    expect(countryOf(number, atHand)).toBe(expected)
  })
})

it('shows the national number', () => {
  expect(toNational('+2348031234567', 'NG')).toBe('8031234567')
  expect(toNational('+442079460958', 'NG')).toBe('+442079460958')
})
