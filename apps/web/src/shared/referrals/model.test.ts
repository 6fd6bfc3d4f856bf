import { expect, it } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { addDestinations, rejectedDestination } from './model.ts'

it('parses pasted addresses and numbers', () => {
  expect(addDestinations([], ' a@x.test, b@x.test;0803 123 4567\nA@X.test')).toEqual([
    'a@x.test',
    'b@x.test',
    '0803 123 4567',
  ])
  expect(addDestinations(['a@x.test'], 'c@x.test d@x.test')).toEqual(['a@x.test', 'c@x.test', 'd@x.test'])
})

it('names the refused destination', () => {
  const refused = (path: (string | number)[]) =>
    new ApiError({
      status: 409,
      code: 'ALREADY_MEMBER',
      message: '',
      issues: [{ path, field: 'destinations', code: 'NOT_ALLOWED', message: 'This person already has an account.' }],
    })
  expect(rejectedDestination(refused(['destinations', 1]), ['a', 'b'])).toBe('b: This person already has an account.')
  expect(rejectedDestination(refused(['destinations']), ['a'])).toBe('This person already has an account.')
  expect(rejectedDestination(new Error('boom'), [])).toBeUndefined()
})
