import { expect, it } from 'vitest'
import { reasonText } from './reason-text.ts'

const label = (reason: string) => ({ OTHER: 'Something else', PRICE: 'The price' })[reason] ?? reason

it('joins a reason and its note, and lets a note stand for another reason', () => {
  expect(reasonText('PRICE', 'Too much', label)).toBe('The price — Too much')
  expect(reasonText('PRICE', null, label)).toBe('The price')
  expect(reasonText('OTHER', 'My uncle does it', label)).toBe('My uncle does it')
  expect(reasonText('OTHER', '', label)).toBe('Something else')
  expect(reasonText(undefined, 'Mornings only', label)).toBe('Mornings only')
})
