import type { Issue } from '@fettle/protocol'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { fieldName } from '../../lib/format/field-name.ts'
import { profileErrorText } from './profile-error-text.ts'

const issue = (field: string, code: Issue['code'] = 'REQUIRED', minimum?: number): Issue => ({
  path: [field],
  field,
  code,
  message: 'not shown',
  ...(minimum === undefined ? {} : { minimum }),
})
const refused = (status: number, issues: Issue[] = [], serverMessage?: string) =>
  new ApiError({
    status,
    code: 'VALIDATION_FAILED',
    message: serverMessage ?? 'API request failed',
    serverMessage,
    issues,
  })

const text = (error: unknown) => profileErrorText(error, 'Failed to update personal info')
const many = ['firstName', 'lastName', 'email', 'phone', 'city', 'state', 'country'].map((field) => issue(field))

describe('profile validation errors', () => {
  it.each([400, 422])('list the fields of a %i', (status) => {
    expect(
      text(refused(status, [issue('firstName'), issue('email', 'INVALID_FORMAT'), issue('address', 'TOO_SHORT', 5)])),
    ).toBe(
      'Please check the following fields:\nfirst name (required)\nemail (invalid format)\naddress (minimum 5 characters)',
    )
  })

  it('list five fields at most, then the number of others', () => {
    expect(text(refused(422, many)).split('\n')).toEqual([
      'Please check the following fields:',
      'first name (required)',
      'last name (required)',
      'email (required)',
      'phone (required)',
      'city (required)',
      '...and 2 more',
    ])
    expect(text(refused(422, many.slice(0, 5)))).not.toContain('more')
    expect(text(refused(422, many.slice(0, 6)))).toContain('...and 1 more')
  })

  it.each([
    ['TOO_LONG', undefined, 'invalid format'],
    ['TOO_SMALL', 0, 'invalid format'],
    ['NOT_ALLOWED', undefined, 'invalid format'],
    ['TOO_SHORT', 1, 'required'],
    ['TOO_SHORT', undefined, 'invalid format'],
    ['TOO_SHORT', 8, 'minimum 8 characters'],
  ] as const)('for %s with minimum %s: %s', (code, minimum, expected) => {
    expect(text(refused(422, [issue('bankName', code, minimum)]))).toBe(
      `Please check the following fields:\nbank name (${expected})`,
    )
  })

  it('have fallbacks', () => {
    expect(text(refused(422, [issue('')]))).toBe('Please check all required fields')
    expect(text(refused(422, [], 'That account is closed.'))).toBe('That account is closed.')
    expect(text(refused(422))).toBe('Please ensure all required fields are filled in correctly')
  })
})

describe('profile save errors', () => {
  it.each([
    [401, 'anything', 'Authentication failed. Your session may have expired. Please try logging in again.'],
    [500, 'Disk full', 'Disk full'],
    [500, undefined, 'Server error occurred. Please try again'],
    [503, undefined, 'Server error occurred. Please try again'],
    [409, 'This profile changed.', 'This profile changed.'],
    [404, undefined, 'Failed to update personal info'],
  ])('%i with %s says %s', (status, serverMessage, expected) => {
    expect(text(refused(status, [], serverMessage))).toBe(expected)
  })

  it('report a missing connection, and never show unexpected exceptions', () => {
    const offline = new ApiError({ status: 0, code: 'NETWORK', message: 'No connection.' })
    expect(text(offline)).toBe('No connection.')
    expect(errorText(offline, 'Login failed')).toBe('No connection.')
    expect(text(new TypeError('x is not a function'))).toBe('Failed to update personal info')
    expect(errorText(new TypeError('x'), 'Login failed')).toBe('Login failed')
    expect(errorText(refused(409, [], 'Taken.'), 'Login failed')).toBe('Taken.')
  })
})

it.each([
  ['yearsOfExperience', 'years of experience'],
  ['dateOfBirth', 'date of birth'],
  ['bank_code', 'bank code'],
  ['email', 'email'],
])('call %s "%s"', (field, name) => expect(fieldName(field)).toBe(name))
