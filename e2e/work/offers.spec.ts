import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onBoth } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const expectAutosaved = (page: Page) =>
  expect(page.locator('[data-autosave=saved]').filter({ visible: true })).toBeVisible()

async function setUpOffer(page: Page, request: APIRequestContext) {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Funke Adeyemi')
  return { customer, offerId: await customer.requestOffer({ providerId, title: 'Bathroom in flat 2' }) }
}

/** Writes two lines by keyboard only. */
async function writeByKeyboard(page: Page): Promise<void> {
  await press(page, 'Add a line')
  await expect(page.getByLabel('Description, line 1')).toBeFocused()
  await page.keyboard.type('Take out the tray')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2.5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('45,000')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Description, line 2')).toBeFocused()
  // Pasted spreadsheet rows overwrite the current line and those below.
  await page.getByLabel('Description, line 2').evaluate((cell) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Tiles\t12\tm2\t8,500\nGrout\t3\tkg\t2,000')
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByLabel('Description, line 3')).toHaveValue('Grout')
  // After undo the focus stays in the table, so that redo works.
  await page.getByLabel('Description, line 3').press('Control+z')
  await expect(page.getByLabel('Description, line 3')).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(page.getByLabel('Description, line 3')).toHaveValue('Grout')
  // Moves the third line up and back.
  await page.getByLabel('Description, line 3').press('Alt+ArrowUp')
  await expect(page.getByLabel('Description, line 2')).toHaveValue('Grout')
  await page.getByLabel('Description, line 2').press('Control+z')
  await expect(page.getByLabel('Description, line 2')).toHaveValue('Tiles')
}

/** Writes lines on a phone, each in its own sheet. */
async function writeByThumb(page: Page): Promise<void> {
  for (const [what, quantity, price] of [
    ['Take out the tray', '2.5', '45000'],
    ['Tiles', '12', '8500'],
    ['Grout', '3', '2000'],
  ] as const) {
    await press(page, 'Add a line')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Description', { exact: true }).fill(what)
    await sheet.getByLabel('Quantity', { exact: true }).fill(quantity)
    await sheet.getByLabel('Unit price (NGN)').fill(price)
    if (what === 'Grout') await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Done' }).click()
  }
}

test('a request is quoted, accepted and booked', onBoth, async ({ page, request, isMobile }) => {
  const { customer, offerId } = await setUpOffer(page, request)

  await test.step('finds the request and its details', async () => {
    await page.goto('/offers')
    await expect(page.getByRole('tab', { name: /^To quote ?1$/ })).toBeVisible()
    await page.goto('/offers?tab=closed')
    await expect(page.getByRole('tab', { name: /^To quote ?1$/ })).toBeAttached()
    // The last tab is in view too, once counts have loaded.
    await expect(page.getByRole('tab', { name: /^Closed ?0$/ })).toBeInViewport({ ratio: 1 })
    await navigateInPage(page, '/offers')
    await page.getByRole('link', { name: /Bathroom in flat 2/ }).click()
    await expect(page.getByText('The tenant moves in at the end of next month.')).toBeVisible()
    await expect(page.getByText('up to ₦500,000')).toBeVisible()
  })

  await test.step('writes three lines with live totals and autosave', async () => {
    await (isMobile ? writeByThumb(page) : writeByKeyboard(page))
    await expect(page.getByText('₦220,500').filter({ visible: true }).first()).toBeVisible()
    await page.getByLabel('Tax on all lines (%)').fill('7.5')
    await expect(page.getByText('₦237,037.50').filter({ visible: true }).first()).toBeVisible()
    await press(page, 'Propose a time')
    await press(page, 'Add time slot')
    await expectAutosaved(page)
    await page.reload()
    await expect(page.getByText('₦237,037.50').filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('sees missing fields, and sends it', async () => {
    await page.getByLabel('Title').fill('')
    await press(page, 'Send…')
    await expect(page.getByText('Enter a title of 3 to 120 characters.').first()).toBeVisible()
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByLabel('Title').fill('Bathroom in flat 2')
    await press(page, 'Send…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message to the customer').fill('As we said by the gate.')
    await dialog.getByRole('button', { name: 'Send now' }).click()
    const acceptWarning = dialog.getByRole('button', { name: 'Continue anyway' })
    const waiting = page.getByText('Waiting for Funke Adeyemi')
    await expect(acceptWarning.or(waiting).first()).toBeVisible()
    if (await acceptWarning.isVisible()) await acceptWarning.click()
    await expect(waiting).toBeVisible()
  })

  await test.step('sees the view and the acceptance with a booking', async () => {
    await customer.viewOffer(offerId)
    await expect(page.getByText('Viewed once').first()).toBeVisible()
    await customer.acceptOffer(offerId, 0)
    await expect(page.getByText('Accepted by Funke Adeyemi')).toBeVisible()
    await expect.poll(async () => (await customer.offer(offerId)).status).toBe('CONVERTED')
    await page.getByRole('link', { name: 'Open the booking' }).filter({ visible: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Bathroom in flat 2' })).toBeVisible()
    await expect(page.getByText('₦237,037.50').first()).toBeVisible()
  })
})

test('an option group uses the default tax and replaces a blank line', async ({ page, request }) => {
  const { offerId } = await setUpOffer(page, request)
  await page.goto('/profile?tab=price-book')
  await page.getByLabel('Default tax (%)').fill('7.5')
  await press(page, 'Save')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await navigateInPage(page, `/offers/${offerId}`)
  await expect(page.getByLabel('Tax on all lines (%)')).toHaveValue('7.5')
  await press(page, 'Add a line')
  await press(page, 'Good, better, best')
  const chosen = page.getByRole('radio', { name: /^Select .+ by default$/ })
  await expect(chosen).toHaveCount(3)
  // Beside the editor, the preview names the group at each of its lines.
  await expect(page.getByText('Choose one').and(page.locator(':not(aside *)'))).toHaveCount(0)
  await expect(page.getByText('New line', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Choice name')).toHaveValue('Choose one')
  await expect(page.getByLabel('Tax on all lines (%)')).toHaveValue('7.5')
  await expectAccessible(page)
})

test('a request is answered with an offer, whose acceptance confirms it', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Funke Adeyemi')
  const booking = await customer.requestBooking({ providerId, title: 'Tap in flat 2', inHours: 48 })

  await page.goto(`/bookings/${booking.id}`)
  await press(page, 'Send an offer')
  await expect(page.getByLabel('Title')).toHaveValue('Tap in flat 2')
  await expect(page.getByText('It drips since yesterday.').filter({ visible: true }).first()).toBeVisible()
  await writeByKeyboard(page)
  await expectAutosaved(page)
  await press(page, 'Send…')
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Waiting for Funke Adeyemi')).toBeVisible()
  const offerId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByText('Waiting for Funke Adeyemi to reply to your offer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await expectAccessible(page)

  await customer.acceptOffer(offerId)
  await expect(page.getByText('Confirmed', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('₦220,500').filter({ visible: true }).first()).toBeVisible()
  expect((await customer.booking(booking.id)).status).toBe('CONFIRMED')
})
