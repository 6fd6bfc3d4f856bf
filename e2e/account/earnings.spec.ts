import { randomUUID } from 'node:crypto'
import { login } from '@fettle/protocol/accounts/auth'
import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { callApi, createProvider, signIn, type TestAccount } from '../support/accounts.ts'
import { newCustomer, serverOrigin } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

/** The customer confirms a payment through the marketplace. */
async function confirmPayment(request: APIRequestContext, id: string): Promise<void> {
  const response = await request.post(`${serverOrigin}/v2/marketplace/payments/${id}/confirm`, {
    headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
    data: {},
  })
  expect(response.ok()).toBe(true)
}

test('completed work is invoiced, and a cash payment counts once confirmed', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  const { id } = await customer.requestBooking({ providerId, title: 'Mend the shower', inHours: 0.4 })
  for (const [move, body] of [
    [acceptBooking, { acknowledge: ['OUTSIDE_WORKING_HOURS', 'SHORT_NOTICE'] }],
    [startBooking, {}],
    [completeBooking, { summary: 'New cartridge.' }],
  ] as const) {
    await callApi(request, { method: move.method, path: move.path.replace(':id', id) }, body, person.token)
  }

  await test.step("from the customer's page", async () => {
    await page.goto('/customers')
    await page.getByRole('link', { name: 'Ngozi Eze' }).first().click()
    await page.getByRole('link', { name: 'New invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'New invoice' })
    await expect(dialog.getByRole('radio', { name: /Mend the shower/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Create invoice' }).click()
    await expect(page.getByRole('heading', { name: 'Draft', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await page.getByLabel('Days to pay').fill('14')
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await expect(page.getByRole('heading', { name: /^INV-\d{4}-000001$/ })).toBeVisible()
  })

  await test.step('paid partly in cash', async () => {
    await page.getByRole('button', { name: 'Record a payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Amount \(/).fill('900000')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByText(/^This is more than the .* still due\.$/)).toBeVisible()
    await dialog.getByLabel(/^Amount \(/).fill('5,000')
    await dialog.getByLabel('Payment method').selectOption({ label: 'Cash' })
    const [recorded] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/v2/payments')),
      dialog.getByRole('button', { name: 'Record payment' }).click(),
    ])
    await expect(page.getByText('Waiting for the customer', { exact: true })).toBeVisible()
    const { data } = (await recorded.json()) as { data: { id: string } }
    await confirmPayment(request, data.id)
    // The screen updates live.
    await expect(page.getByText('Partly paid', { exact: true })).toBeVisible()
  })

  await test.step('listed among the invoices, where nothing else can be invoiced', async () => {
    await navigateInPage(page, '/invoices')
    await page.getByRole('button', { name: 'New invoice' }).click()
    await expect(page.getByText('No finished job is waiting for an invoice.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Balance due \d/ }).click()
    await expect(
      page
        .getByRole('link')
        .filter({ hasText: /INV-\d{4}-000001/ })
        .filter({ visible: true }),
    ).toBeVisible()
  })
})

test('earnings are shown by month and paid out', onPhone, async ({ page, context, request }) => {
  const ada = { emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }
  const keys = await callApi<Omit<TestAccount, 'email'>>(request, login, ada)
  await signIn(page, { email: ada.emailOrPhone, ...keys })

  await test.step('balances', async () => {
    await page.goto('/earnings')
    await expect(page.getByRole('heading', { name: 'By month' })).toBeVisible()
    // Only one payout can be open at a time.
    await expect(page.getByText('A payout is already on its way. Wait until it has arrived.')).toBeVisible()
    await expect(page.getByText('You can pay this out to your bank.')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Request payout' })).toHaveCount(0)
    await page.getByRole('button', { name: 'View payouts' }).click()
    await expect(page.getByRole('tab', { name: 'Payouts' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Table' }).click()
    await expect(page.getByRole('columnheader', { name: 'Earned after fees' })).toBeVisible()
    await page.getByRole('tab', { name: 'Entries' }).click()
    await page.getByLabel('Kind').selectOption({ label: 'Tip' })
    await expect(page.getByRole('list', { name: 'Entries' }).getByText('Tip', { exact: true }).first()).toBeVisible()
  })

  await test.step('one payout at a time', async () => {
    await page.getByRole('tab', { name: 'Payouts' }).click()
    await expect(page.getByText('A payout is already on its way. Wait until it has arrived.')).toBeVisible()
    const list = page.getByRole('list', { name: 'Payouts' })
    await list.getByRole('button').first().click()
    await page.getByRole('button', { name: 'Cancel payout' }).click()
    await expect(page.getByRole('dialog').getByText('Cancelled', { exact: true })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('after cancelling it, the money is available again', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByText('You can pay this out to your bank.')).toBeVisible()
    await page.getByRole('button', { name: 'Request payout' }).click()
    await expect(page.getByRole('dialog', { name: 'Request payout' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('tab', { name: 'Payouts' }).click()
  })

  await test.step('limits of the amount', async () => {
    const ask = page.getByRole('button', { name: 'Request payout' }).first()
    await expect(ask).toBeEnabled()
    await context.setOffline(true)
    await expect(page.getByText('You need a connection to request a payout.').first()).toBeVisible()
    await expect(ask).toBeDisabled()
    await context.setOffline(false)
    await ask.click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Request payout' })
    await dialog.getByLabel(/^Amount \(/).fill('99,000,000')
    await submit.click()
    await expect(dialog.getByText(/^You have .* available\.$/)).toBeVisible()
    await expect(dialog.getByLabel(/^Amount \(/)).toBeFocused()
    await dialog.getByLabel(/^Amount \(/).fill('500')
    await submit.click()
    await expect(dialog.getByText(/^The smallest payout is .*\.$/)).toBeVisible()
    await dialog.getByLabel(/^Amount \(/).fill('5,000')
    await submit.click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Payouts' }).getByText('Requested', { exact: true })).toBeVisible()
    // The button is disabled: focus moves to the explanation.
    await expect(ask).toBeDisabled()
    await expect(page.locator(':focus').filter({ has: ask })).toBeVisible()
  })
})
