import { beforeEach, expect, it } from 'vitest'
import { setUpScreen, settle, waitFor } from '../../testing/screen.tsx'
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
let broken: string | undefined
let months: object[] = []
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name === broken) throw new Error('Away')
    return { 'earnings.summary': summary, 'payouts.terms': terms, 'earnings.months': months }[name] ?? null
  },
})

const { draw, text, button, press, field } = setUpScreen({ queries: { retry: false } })
beforeEach(() => {
  broken = undefined
  months = []
})

it('leads to what a payout needs first, instead of a button that does nothing', async () => {
  await draw(<Overview onPayouts={() => undefined} />)
  await waitFor(() => expect(text()).toContain('To receive payouts, add your bank account.'))
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Add bank account')
  expect(link?.getAttribute('href')).toBe('/profile?tab=information#bankingInformation')
  expect(button('Request payout')).toBeUndefined()
})

it('offers no table of months without earnings', async () => {
  await draw(<Overview onPayouts={() => undefined} />)
  await waitFor(() => expect(text()).toContain('Your earnings appear here after your first finished job.'))
  expect(button('Table')).toBeUndefined()
})

it('loads the terms of payouts again when asked', async () => {
  broken = 'payouts.terms'
  await draw(<Overview onPayouts={() => undefined} />)
  await settle()
  expect(text()).toContain("We couldn't load payouts.")
  broken = undefined
  await press('Try again')
  await waitFor(() => expect(text()).toContain('To receive payouts, add your bank account.'))
})

it('says that the months could not be loaded', async () => {
  broken = 'earnings.months'
  await draw(<Overview onPayouts={() => undefined} />)
  await settle()
  expect(text()).toContain("We couldn't load this.")
})

it("offers statements up to the provider's month, which may not be the reader's", async () => {
  // Later than any clock that runs this.
  months = [{ month: '2999-01', earned: nothing, paidOut: nothing }]
  await draw(<Overview onPayouts={() => undefined} />)
  await waitFor(() => expect(field('Month')?.value).toBe('2999-01'))
})
