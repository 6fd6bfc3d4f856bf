import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { googleAnswer } from './google-answer.ts'
import { checkLogin, checkNewPassword, checkRecovery, checkRegistration } from './checks.ts'
import { loginErrorOf, inviteIn, MissingState, errorOf, type RawForm } from './model.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const rules = { passwordMinLength: 8, requireTerms: true }
const refused = (details: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({
    status: 422,
    code: 'VALIDATION_FAILED',
    message: details.serverMessage ?? 'API request failed',
    ...details,
  })
const ada: RawForm = {
  firstName: ' Ada ',
  lastName: "N'Diaye-Obi",
  email: 'Ada@Fettle.TEST ',
  phone: '+234 803 123 4567',
  password: 'ladder window paint',
  confirmPassword: 'ladder window paint',
  referralCode: '',
  acceptTerms: true,
}
const problems = (checked: { ok: boolean; problems?: { field: string; message: string }[] }) =>
  Object.fromEntries((checked.problems ?? []).map(({ field, message }) => [field, message]))

describe('a registration', () => {
  it('is normalized like on the server', () => {
    expect(checkRegistration(ada, rules)).toEqual({
      ok: true,
      values: expect.objectContaining({
        firstName: 'Ada',
        email: 'ada@fettle.test',
        phone: '+2348031234567',
        role: 'PROVIDER',
        referralCode: undefined,
      }),
    })
  })

  it.each<[string, RawForm]>([
    ['a right-to-left name', { firstName: 'عائشة' }],
    ['a password of spaces and emoji', { password: '👷 on a ladder', confirmPassword: '👷 on a ladder' }],
    ['an international domain', { email: 'ada@bücher.example' }],
  ])('accepts %s', (_, change) => {
    expect(checkRegistration({ ...ada, ...change }, rules).ok).toBe(true)
  })

  it.each<[string, RawForm, Record<string, string>]>([
    [
      'an emoji as a name',
      { firstName: '👷' },
      { firstName: 'Enter your first name using letters only (up to 50 characters).' },
    ],
    ['no name', { lastName: ' ' }, { lastName: 'Enter your last name.' }],
    ['half an address', { email: 'ada@fettle' }, { email: 'Enter a valid email address.' }],
    ['no number', { phone: '' }, { phone: 'Enter a valid phone number.' }],
    [
      'a short password',
      { password: 'seven77', confirmPassword: 'seven77' },
      { password: 'Use at least 8 characters. A few unrelated words work well.' },
    ],
    ['two passwords', { confirmPassword: 'ladder' }, { confirmPassword: "Passwords don't match." }],
    ['terms that stay unread', { acceptTerms: false }, { acceptTerms: 'Accept the terms to continue.' }],
  ])('is refused for %s', (_, change, expected) => {
    expect(problems(checkRegistration({ ...ada, ...change }, rules))).toEqual(expected)
  })

  it("needs terms only where required, and follows the site's password length", () => {
    const form = { ...ada, acceptTerms: false, password: 'fourteen chars', confirmPassword: 'fourteen chars' }
    expect(problems(checkRegistration(form, { passwordMinLength: 15, requireTerms: false }))).toEqual({
      password: 'Use at least 15 characters. A few unrelated words work well.',
    })
  })

  it('reports every empty field once', () => {
    expect(Object.keys(problems(checkRegistration({}, rules)))).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone',
      'password',
      'acceptTerms',
    ])
  })
})

describe('a login form', () => {
  it('needs both fields', () => {
    expect(problems(checkLogin({ emailOrPhone: ' ', password: '' }))).toEqual({
      emailOrPhone: 'Enter your email or phone number.',
      password: 'Password is required.',
    })
  })

  it('leaves other checks to the server', () => {
    expect(checkLogin({ emailOrPhone: ' 0803 123 4567', password: 'x' }).ok).toBe(true)
  })
})

describe('a refused login', () => {
  it('with status 403 leads to verification, with token and destination', () => {
    const error = refused({
      status: 403,
      code: 'ACCOUNT_UNVERIFIED',
      serverMessage: 'Please verify your account',
      data: { verificationToken: 'v', resendAvailableAt: '2026-11-21T09:00:42.000Z', email: 'ada@fettle.test' },
    })
    expect(loginErrorOf(error, '08031234567', NOW)).toEqual({
      next: 'verify',
      message: 'Please verify your account',
      verificationToken: 'v',
      email: 'ada@fettle.test',
      resendAt: NOW + 42_000,
    })
  })

  it('with status 403 and no details keeps the typed address and shows the default message', () => {
    expect(loginErrorOf(refused({ status: 403, code: 'UNREADABLE' }), ' Ada@Fettle.test', NOW)).toEqual({
      next: 'verify',
      message: 'Please verify your account',
      verificationToken: null,
      email: 'ada@fettle.test',
      resendAt: null,
    })
  })

  it.each(['You must verify first', 'VERIFY your email', 'Could not verify who you are'])(
    'with a message that says "%s" leads to verification too',
    (message) => {
      expect(loginErrorOf(refused({ status: 401, serverMessage: message }), 'ada@fettle.test', NOW)).toMatchObject({
        next: 'verify',
        message,
      })
    },
  )

  it.each([
    [
      refused({ status: 401, code: 'INVALID_CREDENTIALS', serverMessage: 'Incorrect email, phone or password.' }),
      'Incorrect email, phone or password.',
    ],
    [refused({ status: 500, code: 'UNREADABLE' }), 'Login failed'],
    [new Error('boom'), 'Login failed'],
    [new ApiError({ status: 0, code: 'NETWORK', message: 'No connection.' }), 'No connection.'],
  ])('otherwise shows the reason', (error, message) => {
    expect(loginErrorOf(error, 'ada@fettle.test', NOW)).toEqual({ next: 'stay', problems: [{ field: '', message }] })
  })
})

describe('a refused form', () => {
  it('shows errors at the fields the server names', () => {
    const issues = [
      { path: ['email'], field: 'email', code: 'INVALID_FORMAT' as const, message: 'Enter a valid email address.' },
    ]
    expect(errorOf(refused({ issues }), 'Registration failed')).toEqual([
      { field: 'email', message: 'Enter a valid email address.' },
    ])
  })

  it('shows errors at the field of the error code', () => {
    const error = refused({ status: 409, code: 'EMAIL_TAKEN', serverMessage: 'Taken.' })
    expect(errorOf(error, 'Registration failed', { EMAIL_TAKEN: 'email' })).toEqual([
      { field: 'email', message: 'Taken.' },
    ])
    expect(errorOf(new MissingState('Begin again.'), 'Failed')).toEqual([{ field: '', message: 'Begin again.' }])
    expect(errorOf(new Error('boom'), 'Registration failed')).toEqual([{ field: '', message: 'Registration failed' }])
  })
})

describe('a new password', () => {
  it('must follow the rule and be repeated', () => {
    expect(checkNewPassword({ newPassword: 'ladder window', confirmPassword: 'ladder window' }, rules).ok).toBe(true)
    expect(problems(checkNewPassword({ newPassword: 'short', confirmPassword: '' }, rules))).toEqual({
      newPassword: 'Use at least 8 characters. A few unrelated words work well.',
      confirmPassword: "Passwords don't match.",
    })
  })
})

it('a recovery needs an email or phone number', () => {
  expect(checkRecovery({ email: 'ADA@fettle.test' })).toEqual({ ok: true, values: { email: 'ada@fettle.test' } })
  expect(problems(checkRecovery({ email: 'ada' }))).toEqual({ email: 'Enter a valid email address.' })
})

it("Google's redirect is identified by its state", () => {
  expect(googleAnswer('?code=c&state=s&iss=x')).toEqual({ code: 'c', state: 's' })
  expect(googleAnswer('?error=access_denied&state=s')).toEqual({ error: 'access_denied', state: 's' })
  expect(['?code=c', '?state=s', ''].map(googleAnswer)).toEqual([undefined, undefined, undefined])
})

it('an invitation link contains its code', () => {
  expect(['?invite=ABCD1234', '?ref= x ', '?invite=', ''].map(inviteIn)).toEqual([
    'ABCD1234',
    'x',
    undefined,
    undefined,
  ])
})
