import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import { toastStore } from '../../../ui/feedback/toast.ts'
import { SecondStepForm } from './second-step.tsx'

const { draw, text } = setUpScreen()
it('says in a toast and at the field that a code was refused', async () => {
  const refusal = { success: false, status: 422, code: 'SECOND_FACTOR_INVALID', message: 'That code is wrong.' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }))
  await draw(<SecondStepForm challenge={{ token: 'sft_1', methods: ['RECOVERY_CODE'] }} onRestart={() => undefined} />)
  await type(document.querySelector<HTMLInputElement>('#code')!, 'abcd-efgh')
  await act(async () => document.querySelector('form')?.requestSubmit())
  await act(() => vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 }))
  expect(toastStore.get()).toMatchObject([{ tone: 'error', title: 'Login failed' }])
  expect(text()).toContain('That code is wrong.')
})

it('keeps a code that never reached the server', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await draw(<SecondStepForm challenge={{ token: 'sft_1', methods: ['RECOVERY_CODE'] }} onRestart={() => undefined} />)
  const code = document.querySelector<HTMLInputElement>('#code')!
  await type(code, 'abcd-efgh')
  await act(async () => document.querySelector('form')?.requestSubmit())
  await act(() => vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 }))
  expect(code.value).toBe('abcd-efgh')
})

it('returns the focus to a code that was refused', async () => {
  const refusal = { success: false, status: 422, code: 'SECOND_FACTOR_INVALID', message: 'That code is wrong.' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }))
  await draw(<SecondStepForm challenge={{ token: 'sft_1', methods: ['TOTP'] }} onRestart={() => undefined} />)
  const code = document.querySelector<HTMLInputElement>('#code')!
  code.blur()
  await type(code, '123456')
  await act(() => vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 }))
  expect(document.activeElement).toBe(code)
})
