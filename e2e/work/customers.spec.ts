import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

test('a customer is found, noted about and booked again', onPhone, async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  await customer.requestBooking({ providerId, title: 'Mend the shower', inHours: 48 })

  await page.goto('/customers')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('ngo')
  await page
    .getByRole('link', { name: /Ngozi Eze/ })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('link', { name: /Mend the shower/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Details and notes' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Key at the gate.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Details and notes' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Key at the gate.')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'New booking' }).getByText('Ngozi Eze')).toBeVisible()
})
