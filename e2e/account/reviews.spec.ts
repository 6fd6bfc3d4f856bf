import { randomUUID } from 'node:crypto'
import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer, serverOrigin } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

/** Acts as a customer or operator through the marketplace's API. */
async function asMarketplace(request: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await request.post(`${serverOrigin}/v2/marketplace${path}`, {
    headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test('a review is published once both have rated; a suspension is shown', onPhone, async ({ page, request }) => {
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
  await asMarketplace(request, `/bookings/${id}/confirm`, {})

  await test.step('requested on the booking', async () => {
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: 'Ask for a review' }).click()
    await expect(page.getByText(/^You asked: .*You can remind them from/)).toBeVisible()
    const review = { bookingId: id, rating: 2, comment: 'Late, and it drips again.', aspects: { punctuality: 1 } }
    await asMarketplace(request, '/reviews', review)
    // The screen updates live, without revealing the sealed content.
    await expect(page.getByText(/^Ngozi Eze left a review\. You.ll see it once you rate them/)).toBeVisible()
    await expect(page.getByText('Late, and it drips again.')).toBeHidden()
  })

  await test.step("unsealed by the provider's rating", async () => {
    await page.getByRole('button', { name: 'Rate the customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save rating' }).click()
    await expect(dialog.getByText('Choose 1 to 5 stars.')).toBeVisible()
    await dialog.getByText('4 stars').click({ force: true })
    await dialog.getByRole('button', { name: 'Kept me waiting' }).click()
    await dialog.getByRole('button', { name: 'Save rating' }).click()
    await expect(page.getByText('Late, and it drips again.')).toBeVisible()
    await expect(page.getByText('Your rating of Ngozi Eze')).toBeVisible()
  })

  await test.step('answered from the dashboard', async () => {
    await navigateInPage(page, '/')
    await page.getByRole('link', { name: 'Reply to the review by Ngozi Eze: Mend the shower' }).click()
    await expect(page.getByRole('heading', { name: 'Reviews', level: 1 })).toBeVisible()
    await page.getByLabel('Reply to Ngozi Eze').fill('I am sorry. I come back on Monday, at no charge.')
    await page.getByRole('button', { name: 'Publish reply' }).click()
    await expect(page.getByText('I am sorry. I come back on Monday, at no charge.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('contested in the list', async () => {
    await page.getByRole('link', { name: 'See all reviews' }).click()
    await page.getByRole('button', { name: /^2 stars/ }).click()
    await page.getByRole('button', { name: /^Contest: / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Contest', exact: true }).click()
    await expect(dialog.getByText('Choose a reason.')).toBeVisible()
    await dialog.getByLabel('Reason').selectOption({ label: 'Factually wrong' })
    await dialog.getByLabel("What's wrong").fill('I was there at nine, the photos of that morning show it.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Contest', exact: true }).click()
    await expect(page.getByText('Under review', { exact: true })).toBeVisible()
  })

  await test.step('every screen of a suspended account says until when and why', async () => {
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString()
    await asMarketplace(request, `/providers/${providerId}/suspend`, { reason: 'The insurance has run out.', until })
    const banner = page.getByText('The insurance has run out. You can read everything and finish jobs in progress.')
    await expect(banner).toBeVisible()
    await page.getByRole('link', { name: 'Contact support' }).click()
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
    await expect(banner).toBeVisible()
    await asMarketplace(request, `/providers/${providerId}/reinstate`, {})
    await expect(banner).toBeHidden()
  })
})
