import { describe, expect, it } from 'vitest'
import { countryCodes, countryName, parseCountry } from './countries.ts'
import { currencyOf } from './currencies.ts'
import { parseState, statesOf } from './country-states.ts'
import { timeZoneOf } from './time-zones.ts'

describe('country lookup', () => {
  it.each([
    ['NG', 'NG'],
    ['ng', 'NG'],
    ['Nigeria', 'NG'],
    ['united states of america', 'US'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
  ])('knows %s', (text, code) => {
    expect(parseCountry(text)).toBe(code)
  })

  it.each(['Atlantis', 'XX', '', 'EU'])('refuses %j', (text) => {
    expect(parseCountry(text)).toBeUndefined()
  })

  it('finds each country by its displayed name', () => {
    for (const code of countryCodes) expect(parseCountry(countryName(code))).toBe(code)
  })
})

describe('currency and time zone of a country', () => {
  it('are known', () => {
    expect(currencyOf('NG')).toBe('NGN')
    expect(currencyOf('DE')).toBe('EUR')
    expect(currencyOf('SN')).toBe('XOF')
    expect(currencyOf('AQ')).toBe('USD')
    expect(timeZoneOf('NG')).toBe('Africa/Lagos')
    expect(timeZoneOf('AQ')).toBe('UTC')
  })

  it('are supported by the runtime', () => {
    for (const country of countryCodes) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timeZoneOf(country) })).not.toThrow()
      expect(() => new Intl.NumberFormat('en', { style: 'currency', currency: currencyOf(country) })).not.toThrow()
    }
  })
})

describe('a state', () => {
  it('is from the list where the country has one', () => {
    expect(parseState('NG', 'lagos state')).toBe('Lagos')
    expect(parseState('NG', 'FCT')).toBe('Federal Capital Territory')
    expect(parseState('US', 'ca')).toBe('California')
    expect(parseState('NG', 'Bavaria')).toBeUndefined()
  })

  it('is free text elsewhere', () => {
    expect(parseState('FR', 'Île-de-France')).toBe('Île-de-France')
  })

  it('is sorted alphabetically', () => {
    expect(statesOf('NG')).toHaveLength(37)
    expect(statesOf('US')).toHaveLength(51)
    expect(statesOf('KE')).toHaveLength(47)
    expect(statesOf('DE')[0]).toBe('Baden-Württemberg')
    expect(statesOf('FR')).toEqual([])
  })
})
