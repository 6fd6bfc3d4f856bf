import { expect, it } from 'vitest'
import { readMessageId } from './conversation-address.ts'

it('an address may contain a message id', () => {
  expect(readMessageId(new URLSearchParams('channel=a&message=0193a-b_c'))).toBe('0193a-b_c')
  for (const wrong of ['', 'a b', '../x', 'a'.repeat(65)])
    expect(readMessageId(new URLSearchParams({ message: wrong }))).toBeUndefined()
})
