import { act, type ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { writeKey } from '../../../lib/browser/storage.ts'
import { press, settle, setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { clearAuthState, readAuthState, writeAuthState } from '../auth-state.ts'
import * as apiModule from '../api.ts'
import * as googleApiModule from '../google-api.ts'
import * as goModule from '../navigation.ts'
import { Page as VerifyAccount } from '../verify-account.page.tsx'
import { Page as ForgotPassword } from '../forgot-password.page.tsx'
import { Page as VerifyOtp } from '../verify-otp.page.tsx'
import { Page as NewPassword } from '../new-password.page.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const api = {
  fetchAuthOptions: () => new Promise(() => undefined),
  resendCode: vi.fn(),
  sendCode: vi.fn(),
  setNewPassword: vi.fn(),
  verifyCode: vi.fn(),
}
const google = { startGoogle: vi.fn(), finishGoogle: vi.fn() }
const go = { goTo: vi.fn(), goWithToast: vi.fn() }
replaceExports(apiModule, api)
replaceExports(googleApiModule, google)
replaceExports(goModule, go)
// Parts that load after the page.
await Promise.all([import('../checks.ts'), import('./error-box.tsx')])

const { draw, field, button, text } = setUpScreen()
const email = 'ada@example.com'
/** A refusal without a message of the server. */
const failure = new ApiError({ status: 500, code: 'INTERNAL', message: 'API request failed' })
const open = async (Page: ComponentType) => {
  await draw(<Page />)
  await settle()
}
const submit = async () => {
  await act(async () => document.querySelector('form')?.requestSubmit())
  await settle()
}
const enterCode = () => type(document.querySelector('input') as HTMLInputElement, '123456')

beforeEach(async () => {
  clearAuthState()
  writeKey('verificationToken', null)
})

describe('the verification of an account', () => {
  it('says when the email is missing', async () => {
    await open(VerifyAccount)
    expect(text()).toContain('Email not found. Please register again.')
    await enterCode()
    expect(api.verifyCode).not.toHaveBeenCalled()
  })

  it('says that it failed', async () => {
    writeAuthState({ email, otpType: 'VERIFICATION' })
    api.verifyCode.mockRejectedValueOnce(failure)
    await open(VerifyAccount)
    await enterCode()
    await waitFor(() => expect(toasts()).toEqual([['error', 'Verification failed']]))
    expect(readAuthState()).toMatchObject({ email, otpType: 'VERIFICATION' })
  })

  it('sends another code by the token, and says whether that worked', async () => {
    writeAuthState({ email, otpType: 'VERIFICATION' })
    writeKey('verificationToken', 'vtk_1')
    await open(VerifyAccount)
    api.resendCode.mockRejectedValueOnce(failure)
    await press(button('Send another code'))
    const failed = ['error', 'Verification code not sent', 'Resend verification code failed']
    await waitFor(() => expect(toasts()).toEqual([failed]))
    api.resendCode.mockResolvedValueOnce({ resendAvailableAt: new Date().toISOString() })
    await press(button('Send another code'))
    const sent = ['success', 'Verification code sent', 'A new verification code has been sent to your email/phone.']
    await waitFor(() => expect(toasts()).toEqual([sent]))
    expect(api.resendCode.mock.calls).toEqual([['vtk_1'], ['vtk_1']])
  })
})

describe('a password reset', () => {
  const missing = 'Missing email or OTP code. Please start the password reset process again.'

  it('says that no code could be sent', async () => {
    api.sendCode.mockRejectedValueOnce(failure)
    await open(ForgotPassword)
    await type(field('Email'), email)
    await submit()
    await waitFor(() => expect(toasts()).toEqual([['error', 'Failed to send OTP']]))
    expect(api.sendCode).toHaveBeenCalledExactlyOnceWith(email, 'PASSWORD_RESET')
  })

  it('says that the code could not be verified, and when none was asked for', async () => {
    writeAuthState({ email, otpType: 'PASSWORD_RESET' })
    api.verifyCode.mockRejectedValueOnce(failure)
    await open(VerifyOtp)
    await enterCode()
    await waitFor(() => expect(toasts()).toEqual([['error', 'Failed to verify OTP']]))
    clearAuthState()
    await draw(null)
    await open(VerifyOtp)
    expect(text()).toContain(missing)
  })

  it('says that the password could not be set, and when the code is missing', async () => {
    const setPassword = async () => {
      await open(NewPassword)
      for (const label of ['New password', 'Repeat password']) await type(field(label), 'correct horse battery')
      await submit()
    }
    writeAuthState({ email, otpType: 'PASSWORD_RESET', code: '123456' })
    api.setNewPassword.mockRejectedValueOnce(failure)
    await setPassword()
    await waitFor(() => expect(toasts()).toEqual([['error', 'Failed to reset password']]))
    await draw(null)
    api.setNewPassword.mockResolvedValueOnce(undefined)
    await setPassword()
    await waitFor(() => expect(go.goWithToast).toHaveBeenCalled())
    expect(api.setNewPassword).toHaveBeenLastCalledWith({
      email,
      code: '123456',
      newPassword: 'correct horse battery',
    })
    expect(readAuthState()).toBeUndefined()
    await draw(null)
    await setPassword()
    expect(text()).toContain(missing)
    expect(api.setNewPassword).toHaveBeenCalledTimes(2)
  })
})

it('a login with Google says that it failed', async () => {
  google.startGoogle.mockRejectedValueOnce(failure)
  await draw(<GoogleSignIn isOffered />)
  await press(button('Continue with Google'))
  await waitFor(() => expect(toasts()).toEqual([['error', 'Google login failed']]))
})
