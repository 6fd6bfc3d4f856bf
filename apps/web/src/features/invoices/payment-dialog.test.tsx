import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PaymentDialog } from './payment-dialog.tsx'

const fetched = vi.fn<typeof fetch>()
const usd = (amount: number) => ({ amount, currency: 'USD' })
const invoice = {
  id: 'inv_1',
  customer: { name: 'Chidi Okafor' },
  due: usd(10_000),
  waiting: usd(0),
  subject: { type: 'BOOKING', id: 'bkg_1' },
} as unknown as Invoice
let root: Root

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', fetched)
  // jsdom does not support modal dialogs.
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <PaymentDialog invoice={invoice} onClose={() => undefined} />
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const keys = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
const submit = async () => {
  await act(async () => document.querySelector('form')?.requestSubmit())
  await act(() => vi.waitUntil(() => document.querySelector('[role=alert]'), { timeout: 60_000 }))
}

it('records a payment once, although the response is lost', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await submit()
  const refusal = { success: false, status: 422, code: 'PAYMENT_TOO_LARGE', message: 'Too much.' }
  fetched.mockImplementation(async () => new Response(JSON.stringify(refusal), { status: 422 }))
  await submit()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Too much.'), { timeout: 60_000 })
  await submit()
  await vi.waitFor(() => expect(keys()).toHaveLength(3), { timeout: 60_000 })
  const [lost, repeated, changed] = keys()
  expect(lost).toBeTruthy()
  expect(repeated).toBe(lost)
  expect(changed).not.toBe(lost)
})
