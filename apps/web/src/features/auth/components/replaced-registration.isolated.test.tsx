import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { writeKey } from '../../../lib/browser/storage.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { writeAuthState } from '../auth-state.ts'

const { verifyCode, resendCode, sendCode } = vi.hoisted(() => ({
  verifyCode: vi.fn(),
  resendCode: vi.fn(),
  sendCode: vi.fn(),
}))
vi.mock('../api.ts', () => ({ verifyCode, resendCode, sendCode }))
const showError = vi.hoisted(() => vi.fn())
vi.mock('../../../ui/feedback/toast.ts', () => ({ toast: { error: showError, success: vi.fn() } }))
const { Page } = await import('../verify-account.page.tsx')
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
