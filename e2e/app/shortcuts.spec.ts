import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'

test('a provider answers requests from the list with single keys', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  await customer.requestBooking({ providerId, title: 'Mend the shower', inHours: 48 })
  await customer.requestBooking({ providerId, title: 'Descale the boiler', inHours: 72 })
  const row = (name: RegExp) => page.getByRole('row', { name }).getByRole('link').first()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await test.step('lists the shortcuts', async () => {
    await page.goto('/bookings?tab=requests')
    await expect(row(/Descale the boiler/)).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(dialog).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('moves through the rows', async () => {
    const rows = page.getByRole('table').locator('tbody tr')
    await page.keyboard.press('j')
    await expect(rows.nth(0).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('k')
    await expect(rows.nth(0).getByRole('link').first()).toBeFocused()
  })

  await test.step('accepts one request, takes that back and accepts it again, and opens the reasons to decline the other', async () => {
    await row(/Mend the shower/).focus()
    await page.keyboard.press('a')
    await expect(page.getByText('Booking accepted')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Accept: Mend the shower' })).toBeVisible()
    await row(/Mend the shower/).focus()
    await page.keyboard.press('a')
    await expect(page.getByText('Booking accepted')).toBeVisible()
    await expect(row(/Mend the shower/)).toBeHidden()
    await row(/Descale the boiler/).focus()
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog', { name: 'Decline this request?' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('turns single keys off', async () => {
    await page.goto('/bookings')
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(dialog).toBeVisible({ timeout: 500 })
    }).toPass()
    await dialog.getByLabel('Single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})
