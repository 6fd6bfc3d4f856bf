import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import { SecondStepForm } from './second-step.tsx'

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => {
    toast.clear()
    root.unmount()
  })
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('says in a toast and at the field that a code was refused', async () => {
  const refusal = { success: false, status: 422, code: 'SECOND_FACTOR_INVALID', message: 'That code is wrong.' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <SecondStepForm challenge={{ token: 'sft_1', methods: ['RECOVERY_CODE'] }} onRestart={() => undefined} />
      </I18nProvider>,
    ),
  )
  const input = document.querySelector<HTMLInputElement>('#code')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'abcd-efgh')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => document.querySelector('form')?.requestSubmit())
  await act(() => vi.waitUntil(() => toastStore.get().length > 0))
  expect(toastStore.get()).toMatchObject([{ tone: 'error', title: 'Login failed' }])
  expect(document.body.textContent).toContain('That code is wrong.')
})
