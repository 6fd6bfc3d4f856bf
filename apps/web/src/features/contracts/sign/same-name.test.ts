import { expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

it('compares names without case, accents and spaces', () => {
  expect(isSameName('  adé  OKAFOR', 'Ade Okafor')).toBe(true)
  expect(isSameName('Ade Okafo', 'Ade Okafor')).toBe(false)
  expect(isSameName('', '')).toBe(false)
})
