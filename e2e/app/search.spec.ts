import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onBoth } from '../support/widths.ts'

test('a provider finds a job from any page, and starts a booking', onBoth, async ({ page, request, isMobile }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  await customer.requestBooking({ providerId, title: 'Mend the shower', inHours: 48 })
  const field = page.getByRole('combobox', { name: 'Search' })
  const option = (name: RegExp) => page.getByRole('option', { name })

  await test.step('opens the search and sees what is recent', async () => {
    await page.goto('/support')
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await expect(button).toBeVisible()
    if (isMobile) await button.click()
    else await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await expect(option(/Mend the shower/)).toBeVisible()
    await expect(option(/Mend the shower/)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
  })

  await test.step('finds the customer, moves to the job and opens it', async () => {
    await field.fill('ngozi')
    await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveCount(1)
    await field.press('ArrowDown')
    await expect(option(/Mend the shower/)).toHaveAttribute('aria-selected', 'true')
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: 'Mend the shower' }).first()).toBeVisible()
    await expect(field).toBeHidden()
  })

  await test.step('sees what was opened last', async () => {
    await customer.requestBooking({ providerId, title: 'Descale the boiler', inHours: 72 })
    await page.goto('/support')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Mend the shower/])
  })

  await test.step('starts a new booking', async () => {
    await field.fill('new book')
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible()
  })
})
