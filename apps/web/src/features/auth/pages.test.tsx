import { act, type ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeDraft } from '../../lib/forms/form-drafts.ts'
import { readKey, writeKey } from '../../lib/browser/storage.ts'
import { press, setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { readAuthState, writeAuthState } from './auth-state.ts'
import * as goModule from './navigation.ts'
import { Page as Login } from './login.page.tsx'
import { Page as Register } from './register.page.tsx'
import { Page as VerifyAccount } from './verify-account.page.tsx'
import { Page as ForgotPassword } from './forgot-password.page.tsx'
import { Page as VerifyOtp } from './verify-otp.page.tsx'
import { Page as NewPassword } from './new-password.page.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const go = { goTo: vi.fn(), goWithToast: vi.fn() }
replaceExports(goModule, go)
// Parts that load after the page.
await Promise.all([import('./checks.ts'), import('./components/error-box.tsx'), import('./components/second-step.tsx')])

const { draw, field, button, text } = setUpScreen()
const email = 'ada@example.com'
const role = 'PROVIDER'
const password = 'ladder window paint'
const resendAvailableAt = '2026-11-21T09:01:00.000Z'
const state = { email, otpType: 'VERIFICATION' as const, verificationToken: 'mine' }

/** What the server answers next, by path; other calls stay unanswered. */
let answers: [path: string, answer: { success: boolean; status?: number } | 'lost'][]
let requests: { path: string; body: unknown }[]
const success = (data: object = {}) => ({ success: true, data })
const refusal = (status: number, code: string, more: object = {}) => ({ success: false, status, code, ...more })

beforeEach(() => {
  answers = []
  requests = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const [next] = answers
    if (next?.[0] !== path) return new Promise(() => undefined)
    answers.shift()
    requests.push({ path, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) })
    const [, answer] = next
    if (answer === 'lost') throw new TypeError('network error')
    return new Response(JSON.stringify(answer), { status: answer.status ?? 200 })
  })
})

async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await type(field(label), value)
}
const submit = () => act(async () => document.querySelector('form')?.requestSubmit())
/** Draws a page, fills it in and sends it. */
async function send(Page: ComponentType, values: Record<string, string>) {
  await draw(<Page />)
  await fill(values)
  await submit()
}
const allAnswersUsed = () => waitFor(() => expect(answers).toEqual([]))
const leaves = (to: string) => waitFor(() => expect(go.goTo).toHaveBeenCalledExactlyOnceWith(to))

describe('logging in', () => {
  const logIn = () => send(Login, { 'Email or phone number': email, Password: password })

  it('waits for the password where the name is already known', async () => {
    writeDraft('login', { emailOrPhone: email })
    await draw(<Login />)
    expect(document.activeElement).toBe(field('Password'))
  })

  it('stores both tokens', async () => {
    answers = [['/v2/auth/login', success({ token: 't', streamToken: 's', chatAppKey: 'key' })]]
    await logIn()
    await waitFor(() => expect(go.goTo).toHaveBeenCalledExactlyOnceWith('/', { replace: true }))
    expect(requests).toEqual([{ path: '/v2/auth/login', body: { emailOrPhone: email, password, role } }])
    expect([readKey('token'), readKey('streamToken')]).toEqual(['t', 's'])
  })

  it('leads to verification with an error and the token when the account is not verified', async () => {
    answers = [['/v2/auth/login', refusal(403, 'ACCOUNT_UNVERIFIED', { data: { verificationToken: 'v', email } })]]
    await logIn()
    await waitFor(() =>
      expect(go.goWithToast).toHaveBeenCalledExactlyOnceWith('/verify-account', {
        tone: 'error',
        title: 'Please verify your account',
      }),
    )
    expect(readKey('verificationToken')).toBe('v')
    expect(readAuthState()).toMatchObject({ email, otpType: 'VERIFICATION' })
  })

  it('leads to verification for any message that says so', async () => {
    answers = [['/v2/auth/login', refusal(401, 'UNAUTHENTICATED', { message: 'Verify your email first.' })]]
    await logIn()
    await waitFor(() =>
      expect(go.goWithToast).toHaveBeenCalledExactlyOnceWith('/verify-account', {
        tone: 'error',
        title: 'Verify your email first.',
      }),
    )
  })

  it('by Google sends the code once with where it came back to, and stores both tokens', async () => {
    history.replaceState(null, '', '/login?code=c&state=s')
    // The page's head asks about an earlier session meanwhile, and would lead home.
    document.documentElement.setAttribute('data-asking', '')
    answers = [['/v2/auth/google/callback', success({ token: 't', streamToken: 's', chatAppKey: 'key' })]]
    await draw(<Login />)
    await waitFor(() => expect(go.goTo).toHaveBeenCalledExactlyOnceWith('/', { replace: true }))
    const redirectUri = `${location.origin}/login`
    expect(requests).toEqual([{ path: '/v2/auth/google/callback', body: { code: 'c', state: 's', redirectUri, role } }])
    expect([readKey('token'), readKey('streamToken'), location.search]).toEqual(['t', 's', ''])
    expect(document.documentElement.hasAttribute('data-asking')).toBe(false)
  })

  it('keeps the name when the second step is left', async () => {
    const data = { secondFactorToken: 'token', methods: ['RECOVERY_CODE'] }
    answers = [['/v2/auth/login', refusal(401, 'SECOND_FACTOR_REQUIRED', { message: 'Confirm it’s you.', data })]]
    await logIn()
    await waitFor(() => expect(text()).toContain("Confirm it's you"))
    await waitFor(() => expect(button('Back to login')).toBeDefined())
    await press(button('Back to login'))
    await waitFor(() => expect(field('Email or phone number').value).toBe(email))
    expect(field('Password').value).toBe('')
  })
})

describe('registering', () => {
  const form = {
    'First name': 'Ada',
    'Last name': 'Obi',
    Email: email,
    'Phone number': '+2348031234567',
    Password: password,
    'Repeat password': password,
  }

  it('stores address, type of the code and token, and leads to verification', async () => {
    answers = [['/v2/auth/register', success({ verificationToken: 'v', resendAvailableAt, referralAccepted: null })]]
    await send(Register, form)
    await leaves('/verify-account')
    expect(requests[0]?.body).toMatchObject({ firstName: 'Ada', email, password, role })
    expect(readAuthState()).toMatchObject({ email, otpType: 'VERIFICATION' })
    expect(readKey('verificationToken')).toBe('v')
  })

  it('reads the token at the top level of an answer without data', async () => {
    const withoutData = { success: true, verificationToken: 'v' }
    answers = [['/v2/auth/register', withoutData]]
    await send(Register, form)
    await leaves('/verify-account')
    expect(readKey('verificationToken')).toBe('v')
  })

  it('keeps what was typed until the account is verified, for an email with a typing error', async () => {
    answers = [
      ['/v2/auth/register', success({ verificationToken: 'v', resendAvailableAt, referralAccepted: null })],
      ['/v2/auth/verify', success({ verified: true })],
    ]
    await send(Register, form)
    await leaves('/verify-account')
    await draw(null)
    await draw(<Register />)
    expect([field('First name').value, field('Email').value, field('Password').value]).toEqual(['Ada', email, ''])
    await draw(null)
    await draw(<VerifyAccount />)
    await type(field('6-digit code'), '123456')
    await allAnswersUsed()
    await draw(null)
    await draw(<Register />)
    expect(field('First name').value).toBe('')
  })

  it('stores nothing when it is refused', async () => {
    answers = [['/v2/auth/register', refusal(409, 'EMAIL_TAKEN', { message: 'Taken.' })]]
    await send(Register, form)
    await waitFor(() => expect(toastTitles()).toEqual(['Registration failed']))
    expect([readAuthState(), readKey('verificationToken')]).toEqual([undefined, null])
  })
})

it('a registration without a connection keeps the form, and shows why it failed', async () => {
  answers = [['/v2/auth/register', 'lost']]
  await draw(<Register />)
  await fill({
    'First name': 'Ada',
    'Last name': 'Obi',
    Email: email,
    'Phone number': '+2348031234567',
    Password: password,
    'Repeat password': password,
  })
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await submit()
  await waitFor(() => expect(toastTitles()).toEqual(['Registration failed']))
  const alert = document.querySelector('[role=alert]')
  expect(alert?.textContent).toBe('No connection. Check your network and try again.')
  expect(scroll.mock.instances).toEqual([alert])
  expect([field('First name').value, field('Password').value]).toEqual(['Ada', password])
})

describe('registering where terms must be accepted, before the page knows it', () => {
  const form = {
    'First name': 'Ada',
    'Last name': 'Obi',
    Email: email,
    'Phone number': '+2348031234567',
    Password: password,
    'Repeat password': password,
  }
  const issue = {
    path: ['acceptTerms'],
    field: 'acceptTerms',
    code: 'REQUIRED',
    message: 'Accept the terms to continue.',
  }
  const box = () => document.querySelector<HTMLInputElement>('input[name=acceptTerms]')

  it('asks for it then, and goes on once it is accepted', async () => {
    answers = [
      ['/v2/auth/register', refusal(422, 'VALIDATION_FAILED', { issues: [issue] })],
      [
        '/v2/auth/options',
        success({ google: false, passwordMinLength: 8, requireTerms: true, termsUrl: '/our-terms' }),
      ],
      ['/v2/auth/register', success({ verificationToken: 'v', resendAvailableAt, referralAccepted: null })],
    ]
    await send(Register, form)
    await waitFor(() => expect(box()).not.toBeNull())
    expect(text()).toContain('Accept the terms to continue.')
    expect(document.querySelector('a[href="/our-terms"]')).not.toBeNull()
    await act(async () => box()?.click())
    expect(box()?.checked).toBe(true)
    await submit()
    await leaves('/verify-account')
    const sent = requests.filter(({ path }) => path === '/v2/auth/register')
    expect(sent.map(({ body }) => (body as { acceptTerms?: boolean }).acceptTerms)).toEqual([undefined, true])
  })
})

describe('verifying an account', () => {
  const verify = (code = '123456') => type(field('6-digit code'), code)

  it('needs a stored address', async () => {
    await draw(<VerifyAccount />)
    await waitFor(() => expect(text()).toContain('Email not found. Please register again.'))
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    expect(requests).toEqual([])
  })

  it('clears address, type and token, and leads to the login', async () => {
    writeAuthState(state)
    writeKey('verificationToken', 'mine')
    answers = [['/v2/auth/verify', success({ verified: true })]]
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() =>
      expect(go.goWithToast).toHaveBeenCalledExactlyOnceWith('/login', {
        tone: 'success',
        title: 'Account verified',
        body: 'Your account has been verified successfully.',
      }),
    )
    expect(requests[0]?.body).toEqual({ email, code: '123456', type: 'VERIFICATION', role, verificationToken: 'mine' })
    expect([readAuthState(), readKey('verificationToken')]).toEqual([undefined, null])
  })

  it('keeps all of them after a wrong code', async () => {
    writeAuthState(state)
    writeKey('verificationToken', 'mine')
    answers = [['/v2/auth/verify', refusal(422, 'OTP_INVALID', { message: 'That code is not correct.' })]]
    await draw(<VerifyAccount />)
    await verify()
    // The focus never leaves the field: its description would not be read again.
    await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe('That code is not correct.'))
    expect(toastTitles()).toEqual(['Verification failed'])
    expect([readAuthState(), readKey('verificationToken')]).toEqual([state, 'mine'])
  })

  it('replaces the failure by the new code on its way, and waits for it in the field', async () => {
    writeAuthState(state)
    answers = [
      ['/v2/auth/verify', refusal(410, 'OTP_EXPIRED', { message: 'This code has expired. Request a new one.' })],
      ['/v2/auth/resend-verification', success({ resendAvailableAt })],
    ]
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    await press(button('Send another code'))
    await waitFor(() => expect(toastTitles()).toEqual(['Verification code sent']))
    expect(document.activeElement).toBe(field('6-digit code'))
  })

  it('keeps a code that the server could not check', async () => {
    writeAuthState(state)
    await draw(<VerifyAccount />)
    answers = [['/v2/auth/verify', refusal(503, 'UNAVAILABLE')]]
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    expect(field('6-digit code').value).toBe('123456')
  })

  it('goes on when a code is used up whose first check got no answer, also after a reload', async () => {
    writeAuthState(state)
    answers = [
      ['/v2/auth/verify', 'lost'],
      ['/v2/auth/verify', refusal(410, 'OTP_EXPIRED')],
    ]
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    await draw(null)
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() => expect(go.goWithToast).toHaveBeenCalledOnce())
    expect(go.goWithToast.mock.calls[0]).toMatchObject(['/login', { tone: 'success' }])
    expect(readAuthState()).toBeUndefined()
  })

  it('goes on instead of sending a code that a verified account does not get', async () => {
    writeAuthState(state)
    answers = [
      ['/v2/auth/verify', 'lost'],
      ['/v2/auth/resend-verification', refusal(401, 'UNAUTHENTICATED')],
    ]
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    await press(button('Send another code'))
    await waitFor(() => expect(go.goWithToast).toHaveBeenCalledOnce())
    expect(go.goWithToast.mock.calls[0]).toMatchObject(['/login', { tone: 'success' }])
    expect(toastTitles()).toEqual(['Verification failed'])
  })

  it('does not go on with another code that is used up', async () => {
    writeAuthState(state)
    answers = [
      ['/v2/auth/verify', 'lost'],
      ['/v2/auth/verify', refusal(410, 'OTP_EXPIRED', { message: 'Expired.' })],
    ]
    await draw(<VerifyAccount />)
    await verify()
    await waitFor(() => expect(toastTitles()).toEqual(['Verification failed']))
    await verify('654321')
    await waitFor(() => expect(text()).toContain('Expired.'))
    expect(go.goWithToast).not.toHaveBeenCalled()
  })

  it('requests another code by the token of its own registration, not of one in another tab', async () => {
    writeAuthState(state)
    writeKey('verificationToken', 'theirs')
    answers = [['/v2/auth/resend-verification', success({ resendAvailableAt })]]
    await draw(<VerifyAccount />)
    await press(button('Send another code'))
    await allAnswersUsed()
    expect(requests[0]?.body).toEqual({ verificationToken: 'mine', role })
  })
})

describe('resetting a password', () => {
  const reset = { email, otpType: 'PASSWORD_RESET' as const }
  const choice = { 'New password': password, 'Repeat password': password }
  const missing = 'Missing email or OTP code. Please start the password reset process again.'

  it('sends a code', async () => {
    answers = [['/v2/auth/send-otp', success({ resendAvailableAt })]]
    await send(ForgotPassword, { Email: email })
    await leaves('/verify-otp')
    expect(requests[0]?.body).toEqual({ email, type: 'PASSWORD_RESET', role })
    expect(readAuthState()).toMatchObject(reset)
  })

  it('checks the code and leads to the new password', async () => {
    writeAuthState(reset)
    answers = [['/v2/auth/verify', success({ verified: true })]]
    await draw(<VerifyOtp />)
    await type(field('6-digit code'), '123456')
    await leaves('/new-password')
    expect(requests[0]?.body).toEqual({ email, code: '123456', type: 'PASSWORD_RESET', role })
    expect(readAuthState()).toMatchObject({ ...reset, code: '123456' })
  })

  it('sends address, code and password, and clears what is stored', async () => {
    writeAuthState({ ...reset, code: '123456' })
    answers = [['/v2/auth/reset-password', success()]]
    await send(NewPassword, choice)
    await waitFor(() => expect(go.goWithToast).toHaveBeenCalledOnce())
    expect(go.goWithToast.mock.calls[0]).toMatchObject(['/login', { tone: 'success', title: 'Password changed' }])
    expect(requests[0]?.body).toEqual({ email, code: '123456', newPassword: password, role })
    expect(readAuthState()).toBeUndefined()
  })

  it('keeps what is stored when it is refused', async () => {
    writeAuthState({ ...reset, code: '123456' })
    answers = [['/v2/auth/reset-password', refusal(500, 'INTERNAL')]]
    await send(NewPassword, choice)
    await waitFor(() => expect(toastTitles()).toEqual(['Failed to reset password']))
    expect(readAuthState()).toMatchObject({ ...reset, code: '123456' })
  })

  it.each([
    ['nothing', undefined],
    ['no code', reset],
    ['the code of a registration', { ...state, code: '123456' }],
  ])('needs a stored address and code: with %s it says so and sends nothing', async (_, stored) => {
    if (stored) writeAuthState(stored)
    await send(NewPassword, choice)
    await waitFor(() => expect(text()).toContain(missing))
    await waitFor(() => expect(toastTitles()).toEqual(['Failed to reset password']))
    expect(requests).toEqual([])
  })

  it('goes on when the code is used up and the first attempt got no answer', async () => {
    writeAuthState({ ...reset, code: '123456' })
    answers = [
      ['/v2/auth/reset-password', 'lost'],
      ['/v2/auth/reset-password', refusal(410, 'OTP_EXPIRED')],
    ]
    await send(NewPassword, choice)
    await waitFor(() => expect(toastTitles()).toEqual(['Failed to reset password']))
    await submit()
    await waitFor(() => expect(go.goWithToast).toHaveBeenCalledOnce())
    expect(go.goWithToast.mock.calls[0]).toMatchObject(['/login', { tone: 'success', title: 'Password changed' }])
  })

  it('does not go on with another password than that of the attempt without an answer', async () => {
    writeAuthState({ ...reset, code: '123456' })
    answers = [
      ['/v2/auth/reset-password', 'lost'],
      ['/v2/auth/reset-password', refusal(410, 'OTP_EXPIRED', { message: 'Expired.' })],
    ]
    await send(NewPassword, choice)
    await waitFor(() => expect(toastTitles()).toEqual(['Failed to reset password']))
    await fill({ 'New password': 'quiet other words', 'Repeat password': 'quiet other words' })
    await submit()
    await waitFor(() => expect(text()).toContain('Expired.'))
    expect(go.goWithToast).not.toHaveBeenCalled()
  })
})
