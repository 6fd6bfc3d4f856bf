import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
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
const { draw } = setUpScreen()

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched)
  // jsdom does not support modal dialogs.
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  await draw(<PaymentDialog invoice={invoice} onClose={() => undefined} />)
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

it('names the currency of the amount by its code, as other forms do', () => {
  expect(document.querySelector('label')?.textContent).toContain('Amount (USD)')
})
