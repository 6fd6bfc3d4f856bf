import type { PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { PayoutDialog } from './payout-dialog.tsx'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const terms = {
  available: usd(50_000),
  smallest: usd(1_000),
  bank: { bankName: 'First Bank', last4: '1234' },
  expectedBy: '2026-03-04T12:00:00.000Z',
} as unknown as PayoutTerms
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom does not support modal dialogs.
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
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

it('says that a payout failed, although the dialog was closed meanwhile', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const page = (content: React.ReactNode) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
        </I18nProvider>,
      ),
    )
  await page(<PayoutDialog terms={terms} onClose={() => undefined} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  await page(null)
  const refusal = { success: false, status: 409, code: 'PAYOUT_OPEN', message: 'A payout is already on its way.' }
  await act(async () => answer(new Response(JSON.stringify(refusal), { status: 409 })))
  await vi.waitUntil(() => toastStore.get().length > 0)
  expect(toastStore.get()).toMatchObject([{ tone: 'error', title: 'A payout is already on its way.' }])
})
