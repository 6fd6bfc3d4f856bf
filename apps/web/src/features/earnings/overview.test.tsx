import { expect, it } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { Overview } from './overview.tsx'

const nothing = { amount: 0, currency: 'NGN' }
const terms = {
  available: nothing,
  bank: null,
  obstacle: { code: 'PAYOUT_BANK_REQUIRED', message: 'To receive payouts, add your bank account.' },
  nextPayoutAt: null,
}
const summary = {
  available: nothing,
  pending: nothing,
  onHold: nothing,
  inPayout: nothing,
  paidOut: nothing,
  collectedDirectly: nothing,
  feesOwed: nothing,
}
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) =>
    ({ 'earnings.summary': summary, 'payouts.terms': terms, 'earnings.months': [] })[name] ?? null,
})

const { draw, text, button } = setUpScreen()

it('leads to what a payout needs first, instead of a button that does nothing', async () => {
  await draw(<Overview onPayouts={() => undefined} />)
  await waitFor(() => expect(text()).toContain('To receive payouts, add your bank account.'))
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Add bank account')
  expect(link?.getAttribute('href')).toBe('/profile?tab=information#bankingInformation')
  expect(button('Request payout')).toBeUndefined()
})
