import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'

const logIn = vi.hoisted(() => vi.fn())
const goWithToast = vi.hoisted(() => vi.fn())
vi.mock('./api.ts', () => ({ fetchAuthOptions: () => new Promise(() => undefined), logIn }))
vi.mock('./go.ts', () => ({ goTo: vi.fn(), goWithToast }))
const { Page } = await import('./login.page.tsx')
// Parts that load after the page.
await Promise.all([import('./checks.ts'), import('./components/error-box.tsx'), import('./components/second-step.tsx')])

const { draw, field, button, text } = setUpScreen()
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)))

async function logInAndBeRefused(refusal: ConstructorParameters<typeof ApiError>[0]) {
  logIn.mockRejectedValueOnce(new ApiError(refusal))
  await draw(<Page />)
  await settle()
  await type(field('Email or phone number'), 'ada@example.com')
  await type(field('Password'), 'correct horse battery')
  await act(async () => field('Password').focus())
  await act(async () => document.querySelector('form')?.requestSubmit())
  await settle()
}

it('leads to verification with an error when the account is not verified', async () => {
  await logInAndBeRefused({ status: 403, code: 'ACCOUNT_UNVERIFIED', message: 'API request failed' })
  expect(goWithToast).toHaveBeenCalledExactlyOnceWith('/verify-account', 'error', 'Please verify your account')
})

it('keeps the name when the second step is left', async () => {
  await logInAndBeRefused({
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    message: 'Confirm it’s you.',
    data: { secondFactorToken: 'token', methods: ['RECOVERY_CODE'] },
  })
  expect(text()).toContain("Confirm it's you")
  await press(button('Back to login'))
  expect(field('Email or phone number').value).toBe('ada@example.com')
  expect(field('Password').value).toBe('')
})
