import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { countryText, countryTexts } from './countries.ts'

afterEach(() => i18n.activate('en'))

it.each([
  ['en', 'Germany', 'Åland Islands'],
  ['fr', 'Allemagne', 'Afghanistan'],
  ['ar', 'ألمانيا', 'آيسلندا'],
])('names and sorts the countries in %s', (locale, germany, first) => {
  i18n.load(locale, {})
  i18n.activate(locale)
  expect(countryText('DE')).toBe(germany)
  expect([...countryTexts().values()].slice(0, 3)).toContain(first)
  expect(countryText('XX')).toBe('XX')
})
