import { expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

it('compares names without case, accents and spaces', () => {
  expect(isSameName('  ADÉ  obì ', 'Ade Obi')).toBe(true)
  expect(isSameName('Łukasz Żak', 'łukasz zak')).toBe(true)
  expect(isSameName('李 小龙', '李小龙')).toBe(true)
  expect(isSameName('Ada', 'Ada Obi')).toBe(false)
  expect(isSameName('', 'Ada Obi')).toBe(false)
  expect(isSameName('', '')).toBe(false)
})
