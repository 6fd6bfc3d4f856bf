import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { writeKey } from '../../../lib/browser/storage.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { writeAuthState } from '../auth-state.ts'
import * as apiModule from '../api.ts'
import * as toastModule from '../../../ui/feedback/toast.ts'
import { Page } from '../verify-account.page.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const { verifyCode, resendCode, sendCode } = {
  verifyCode: vi.fn(),
  resendCode: vi.fn(),
  sendCode: vi.fn(),
}
replaceExports(apiModule, { verifyCode, resendCode, sendCode })
const showError = vi.fn()
replaceExports(toastModule, { toast: { ...toastModule.toast, error: showError, success: vi.fn() } })
await import('./error-box.tsx')

const { draw, field, button, text } = setUpScreen()
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)))
const email = 'ada@example.com'
const replaced = 'This registration has expired or was replaced. Log in for a new code, or register again.'
const unknownToken = () => new ApiError({ status: 401, code: 'UNAUTHENTICATED', message: 'Please log in.' })

beforeEach(() => {
  vi.clearAllMocks()
  writeAuthState({ email, otpType: 'VERIFICATION' })
  writeKey('verificationToken', 'token')
})

it('verifies the account of this registration only', async () => {
  verifyCode.mockRejectedValueOnce(unknownToken())
  await draw(<Page />)
  await settle()
  await type(field('6-digit code'), '123456')
  await settle()
  expect(verifyCode).toHaveBeenCalledExactlyOnceWith({
    email,
    code: '123456',
    type: 'VERIFICATION',
    verificationToken: 'token',
  })
  expect(text()).toContain(replaced)
})

it('requests no code for a registration that has replaced this one', async () => {
  resendCode.mockRejectedValueOnce(unknownToken())
  await draw(<Page />)
  await settle()
  await press(button('Send another code'))
  await settle()
  expect(showError).toHaveBeenCalledExactlyOnceWith('Verification code not sent', { id: 'resend', body: replaced })
  expect(sendCode).not.toHaveBeenCalled()
})

it('requests a code by the address where the token is lost', async () => {
  writeKey('verificationToken', null)
  sendCode.mockResolvedValueOnce({ resendAvailableAt: new Date().toISOString() })
  await draw(<Page />)
  await settle()
  await press(button('Send another code'))
  await settle()
  expect(sendCode).toHaveBeenCalledExactlyOnceWith(email, 'VERIFICATION')
})
