import { login } from '@fettle/protocol/accounts/auth'
import { listContracts } from '@fettle/protocol/contracts'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { callApi, signIn, type TestAccount } from '../support/accounts.ts'
import { onBoth, onPhone } from '../support/widths.ts'

/** The demo provider with half a year of data. */
async function signInAsDemoProvider(page: Page, request: APIRequestContext): Promise<TestAccount> {
  const ada = { emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }
  const keys = await callApi<Omit<TestAccount, 'email'>>(request, login, ada)
  const person = { email: ada.emailOrPhone, ...keys }
  await signIn(page, person)
  return person
}

test('a contract waiting for the customer has one message button', onBoth, async ({ page, request, isMobile }) => {
  const { token } = await signInAsDemoProvider(page, request)
  const sent = { ...listContracts, path: `${listContracts.path}?status=PENDING_SIGNATURES` }
  const [contract] = await callApi<{ id: string }[]>(request, sent, undefined, token)
  await page.goto(`/contracts/${contract?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const message = page
    .getByRole('main')
    .getByRole('link', { name: /^Message/ })
    .filter({ visible: true })
  const menu = page.getByRole('button', { name: 'More actions' }).filter({ visible: true })
  await expect(menu).toHaveCount(1)
  await expect(message).toHaveCount(1)
  const [beside, dots] = [await message.boundingBox(), await menu.boundingBox()]
  const middle = (box: typeof dots) => (box ? box.y + box.height / 2 : NaN)
  expect(Math.abs(middle(beside) - middle(dots)), isMobile ? 'in the bar' : 'in the head').toBeLessThan(4)
})

test('counted reviews equal listed ones', async ({ page, request }) => {
  await signInAsDemoProvider(page, request)
  await page.goto('/reviews')
  const counted = await page.getByText(/^\d+ reviews$/).innerText()
  const all = page.getByRole('button', { name: /^All/ })
  await expect(all).toHaveText(new RegExp(`^All\\s*${counted.replace(' reviews', '')}$`))
  await page.getByRole('button', { name: /^Hidden/ }).click()
  await expect(page.getByRole('list', { name: 'Reviews', exact: true }).getByRole('listitem').first()).toBeVisible()
})

test('earnings do not shift while loading', onPhone, async ({ page, request, browserName }) => {
  test.skip(browserName !== 'chromium', 'Only Chromium measures layout shift')
  await signInAsDemoProvider(page, request)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  // Delay the payout terms until everything else has loaded.
  await page.route('**/v2/payouts/terms', async (route) => {
    await monthsThere
    await route.continue()
  })
  const monthsThere = page.waitForResponse((response) => response.url().includes('/v2/earnings/months'))
  await page.goto('/earnings', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(View payouts|Request payout)$/ })).toBeVisible()
  const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
  expect(sum).toBeLessThanOrEqual(0.02)
})
