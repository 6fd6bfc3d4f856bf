import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['', 0],
  ['seven77', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefgh', 1],
  ['87654321', 1],
  ['abababab', 1],
  ['drowssap', 2],
  ['Password1', 1],
  ['P@ssw0rd123!', 1],
  ['qwerty123456', 1],
  ['my password is a ladder', 4],
  ['Tr0ub4dor&', 3],
  ['ladder window', 3],
  ['ladder window paint', 4],
  ['👷👷👷👷', 0],
])('%s has strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
