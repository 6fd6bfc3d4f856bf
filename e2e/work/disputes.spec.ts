import { randomUUID } from 'node:crypto'
import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { fillPath } from '@fettle/protocol'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer, serverOrigin } from '../support/marketplace.ts'

/** Acts as the customer through the marketplace's API. */
async function asCustomer(request: APIRequestContext, path: string, data: object = {}): Promise<void> {
  const response = await request.post(`${serverOrigin}/v2/marketplace${path}`, {
    headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test('a dispute is opened, answered, negotiated and settled', async ({ page, request }) => {
  const me = await createProvider(request)
  const customer = await newCustomer(request, 'Chidi Okafor')
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, me.token)
  const { id } = await customer.requestBooking({ providerId, title: 'Mend the garden tap', inHours: 2 })
  const act = (operation: { method: string; path: string }, data: object = {}) =>
    callApi(request, { method: operation.method, path: fillPath(operation.path, { id }) }, data, me.token)
  await act(acceptBooking)
  await act(startBooking)
  await act(completeBooking, { summary: 'The tap is tight.' })
  await asCustomer(request, `/bookings/${id}/confirm`)
  await signIn(page, me)

  await test.step('opens from the job, and reports missing input', async () => {
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: 'Report a problem' }).click()
    const sheet = page.getByRole('dialog', { name: 'Open a dispute' })
    await sheet.getByRole('button', { name: 'Open the dispute' }).click()
    await expect(sheet.getByText('Choose a reason.')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Reason').selectOption('NON_PAYMENT')
    await sheet.getByLabel('What happened').fill('He said that he would pay in the evening, and did not.')
    await sheet.getByLabel(/^Amount in dispute/).fill('10,000')
    await sheet.getByRole('button', { name: 'Open the dispute' }).click()
    await expect(page.getByRole('heading', { name: 'Dispute with Chidi Okafor', level: 1 })).toBeVisible()
    await expect(page.getByText('Waiting for Chidi Okafor to reply')).toBeVisible()
  })
  const disputeId = page.url().split('/').at(-1) ?? ''

  await test.step("updates live with the customer's answer and proposal", async () => {
    await asCustomer(request, `/disputes/${disputeId}/respond`, {
      statement: 'The bank was closed, I told her so at once.',
    })
    await expect(page.getByText('The bank was closed, I told her so at once.')).toBeVisible()
    await page.getByRole('button', { name: 'Propose a settlement' }).click()
    const sheet = page.getByRole('dialog', { name: 'Propose a settlement' })
    await sheet.getByLabel(/^For you/).fill('9,000')
    await sheet.getByLabel('Your proposal').fill('A thousand less for the wait.')
    await sheet.getByRole('button', { name: 'Send proposal' }).click()
    await expect(page.getByText('Waiting for Chidi Okafor to reply to your proposal')).toBeVisible()
    await asCustomer(request, `/disputes/${disputeId}/proposals`, { amountToProvider: 800_000, note: 'Eight, today.' })
    await expect(page.getByText('₦8,000 of ₦10,000 for you')).toBeVisible()
  })

  await test.step('settles on acceptance, here and on the job', async () => {
    const accept = { name: 'Accept', exact: true }
    await page.getByRole('button', accept).click()
    const dialog = page.getByRole('dialog', { name: 'Accept this proposal?' })
    await expect(dialog).toContainText('with ₦8,000 of ₦10,000 for you')
    await dialog.getByRole('button', accept).click()
    await expect(page.getByText('You agreed', { exact: true })).toBeVisible()
    await page.goto('/support/disputes?tab=settled')
    await expect(page.getByRole('list', { name: 'Disputes' })).toContainText('Chidi Okafor')
    expect((await customer.booking(id)).status).toBe('COMPLETED')
  })
})
