import type { PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { toastStore } from '../../ui/feedback/toast.ts'
import { PayoutDialog } from './payout-dialog.tsx'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const terms = {
  available: usd(50_000),
  smallest: usd(1_000),
  bank: { bankName: 'First Bank', last4: '1234' },
  expectedBy: '2026-03-04T12:00:00.000Z',
} as unknown as PayoutTerms

const { draw, text, field, queryClient } = setUpScreen()
it('says that a payout failed, although the dialog was closed meanwhile', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  await draw(<PayoutDialog terms={terms} onClose={() => undefined} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  await draw(null)
  const refusal = { success: false, status: 409, code: 'PAYOUT_OPEN', message: 'A payout is already on its way.' }
  await act(async () => answer(new Response(JSON.stringify(refusal), { status: 409 })))
  await vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 })
  expect(toastStore.get()).toMatchObject([{ tone: 'error', title: 'A payout is already on its way.' }])
})

it('says once that the amount is refused, at its field', async () => {
  const refusal = { success: false, status: 422, code: 'PAYOUT_TOO_SMALL', message: 'The smallest payout is $10.' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }))
  await draw(<PayoutDialog terms={{ ...terms, smallest: usd(50_000) }} onClose={() => undefined} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(field('Amount').getAttribute('aria-invalid')).toBe('true'))
  expect(text().split('The smallest payout is $10.')).toHaveLength(2)
  expect(toastStore.get()).toEqual([])
  // The app, which reports failures that no screen shows, leaves this one out.
  const [change] = queryClient().getMutationCache().getAll()
  expect(change?.meta).toEqual({ showsFailure: true })
})

it('names the smallest payout only where less than everything is possible', async () => {
  await draw(<PayoutDialog terms={terms} onClose={() => undefined} />)
  expect(text()).toContain('You have $500 available. The smallest payout is $10.')
  await draw(<PayoutDialog terms={{ ...terms, available: usd(900), smallest: usd(900) }} onClose={() => undefined} />)
  expect(text()).toContain('You have $9 available. It can only be paid out as a whole.')
  expect(text()).not.toContain('smallest payout')
})
