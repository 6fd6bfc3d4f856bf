import { expect, it } from 'vitest'
import { readReason } from './reason-choice.tsx'

const read = (reason: string, note: string) => readReason({ reason, note }, 10)

it('needs a reason', () => {
  expect(read('', 'At night')).toBeUndefined()
  expect(read('SPAM', '')).toEqual({ reason: 'SPAM' })
})

it('needs a note when the reason is another one', () => {
  expect(read('OTHER', '  ')).toBeUndefined()
  expect(read('OTHER', 'At night ')).toEqual({ reason: 'OTHER', note: 'At night' })
})

it('takes a note of a limited length', () => {
  expect(read('ABUSE', 'x'.repeat(10))).toEqual({ reason: 'ABUSE', note: 'x'.repeat(10) })
  expect(read('ABUSE', 'x'.repeat(11))).toBeUndefined()
})
