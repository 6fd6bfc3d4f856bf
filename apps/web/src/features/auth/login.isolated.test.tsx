import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'

vi.mock('./api.ts', () => ({
  fetchAuthOptions: () => new Promise(() => undefined),
  logIn: async () => {
    throw new ApiError({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Confirm it’s you.',
      data: { secondFactorToken: 'token', methods: ['RECOVERY_CODE'] },
    })
  },
}))
const { Page } = await import('./login.page.tsx')
// Parts that load after the page.
await Promise.all([import('./checks.ts'), import('./components/error-box.tsx'), import('./components/second-step.tsx')])

const { draw, field, button, text } = setUpScreen()
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)))

it('keeps the name when the second step is left', async () => {
  await draw(<Page />)
  await settle()
  await type(field('Email or phone number'), 'ada@example.com')
  await type(field('Password'), 'correct horse battery')
  await act(async () => field('Password').focus())
  await act(async () => document.querySelector('form')?.requestSubmit())
  await settle()
  expect(text()).toContain("Confirm it's you")
  await press(button('Back to login'))
  expect(field('Email or phone number').value).toBe('ada@example.com')
  expect(field('Password').value).toBe('')
})
