import { expect, it } from 'vitest'
import { describeMessage } from './describe-message.ts'

it.each([
  ["We couldn't find that {thing}.", "We couldn't find that {thing}."],
  ['Add {n, plural, one {# photo} other {# photos}} first.', 'Add {n} photos first.'],
  ['{gender, select, f {confirmée} other {confirmé}}', 'confirmé'],
])('a message is described in its general form: %s', (source, expected) => {
  expect(describeMessage(source)).toBe(expected)
})
