import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { acceptRequest } from '../support/accept-request.ts'
import { dateField, dayIn, fillDate } from '../support/dates.ts'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onBoth } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

/** A provider with three requests by Kemi Lawal for noon tomorrow. */
async function createThreeRequests(page: Page, request: APIRequestContext) {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Kemi Lawal')
  const titles = ['Kitchen tap drips', 'Shower runs cold', 'Drain is slow']
  const jobs: { id: string; reference: string }[] = []
  // Not at this hour tomorrow: late in the evening, the jobs would end on the day after.
  const noon = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`
  const inHours = (Date.parse(noon) - Date.now()) / 3_600_000
  for (const title of titles) jobs.push(await customer.requestBooking({ providerId, title, inHours }))
  return { titles, jobs }
}

test('the day opens at the current time, the week in the morning', onBoth, async ({ page, request }, { project }) => {
  const { titles } = await createThreeRequests(page, request)
  // Late in the evening, when working hours are scrolled out of view.
  const today = new Date().toISOString().slice(0, 10)
  await page.clock.setFixedTime(`${today}T21:40:00Z`)
  const now = page.locator('[data-now]')
  const hours = page.getByRole('region', { name: 'Hours' })
  const isInView = async () => {
    const line = await now.boundingBox()
    const box = await hours.boundingBox()
    return line !== null && box !== null && line.y >= box.y && line.y <= box.y + box.height
  }
  await page.goto('/bookings?view=day')
  await expect.poll(isInView).toBe(true)
  await page.goto('/bookings?view=week')
  if (project.name === 'desktop') {
    await expect(page.getByText('09:00', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('list', { name: 'Today' })).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Yesterday' })).toHaveCount(0)

    // The title stays in view while the first hour of the job is above the edge.
    await page.setViewportSize({ width: 1440, height: 600 })
    await hours.evaluate((element) => (element.scrollTop = 14 * 48))
    const title = hours.getByText(new RegExp(titles.join('|'))).filter({ visible: true })
    await expect(title.last()).toBeInViewport({ ratio: 1 })
  } else {
    await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Today')
  }
})

test('overlapping blocks collapse where there is no room for text', async ({ page, request }) => {
  const { titles } = await createThreeRequests(page, request)
  await page.goto('/bookings?view=week')
  const shown = page.getByRole('link').filter({ hasText: new RegExp(titles.join('|')) })
  await expect(shown.first()).toBeVisible()
  const widths = await shown.filter({ visible: true }).evaluateAll((all) => all.map((one) => one.clientWidth))
  expect(widths).toHaveLength(1)
  expect(widths[0]).toBeGreaterThan(100)
  await page.getByRole('button', { name: /^2 more at / }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('menuitem').first().click()
  await expect(page).toHaveURL(/\/bookings\/bkg_/)

  // A portrait tablet has no room for seven columns.
  await page.setViewportSize({ width: 768, height: 1024 })
  await navigateInPage(page, '/bookings?view=week')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Today')
  await expect(page.getByRole('region', { name: 'Hours' })).toHaveCount(0)
})

test('a conflict is named with job and customer, with a link', async ({ page, request }) => {
  const { jobs } = await createThreeRequests(page, request)
  const [first, second] = jobs as [{ id: string }, { id: string; reference: string }]
  const press = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
  await page.goto(`/bookings/${first.id}`)
  // The state shows before the server has answered.
  const saved = page.waitForResponse((answer) => answer.url().endsWith(`/${first.id}/accept`) && answer.ok())
  await acceptRequest(page)
  await saved

  await page.goto(`/bookings/${second.id}`)
  await expect(page.getByText("This time isn't free")).toBeVisible()
  await test.step('on a phone, both answers are on one line', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['Decline', 'Propose a time']) {
      const box = await page.getByRole('button', { name, exact: true }).filter({ visible: true }).boundingBox()
      expect(box?.height, name).toBe(52)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  const named = page.getByRole('link', { name: 'Kitchen tap drips, Kemi Lawal' })
  await expect(named.first()).toHaveAttribute('href', `/bookings/${first.id}`)
  await press('Propose another time')
  const sheet = page.getByRole('dialog')
  // The sheet suggests the next day; choose the taken one.
  const before = new Date(Date.parse(`${await dayIn(sheet, 'Day')}T12:00:00Z`) - 86_400_000)
  await fillDate(sheet, 'Day', before.toISOString().slice(0, 10))
  await expect(sheet.getByText(/^Overlaps Kitchen tap drips, Kemi Lawal:/)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Kitchen tap drips, Kemi Lawal' })).toBeVisible()
  await expect(sheet.getByText(/BK-\d{4}-\d+/)).toHaveCount(0)
})

test('empty time becomes a booking, a request is accepted in the calendar, and the month shows it', async ({
  page,
  request,
}) => {
  const { titles } = await createThreeRequests(page, request)
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const sheet = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: 'New booking' }) })
  const start = dateField(sheet, 'Start')
  await page.goto(`/bookings?view=day&day=${dayAfter(3)}`)

  const hours = page.getByRole('region', { name: 'Hours' })
  await hours.focus()
  for (const key of ['n', 'ArrowDown', 'Shift+ArrowDown', 'Enter']) await hours.press(key)
  await expect(start).toHaveText(/08:15/)
  await expect(sheet.getByLabel('Duration')).toHaveValue('75')
  await sheet.getByRole('button', { name: 'Close' }).last().click()

  await hours.evaluate((element) => (element.scrollTop = 0))
  await hours
    .getByRole('list')
    .locator('..')
    .click({ position: { x: 60, y: 3 * 48 + 30 } })
  await expect(start).toHaveText(/03:30/)
  await expect(sheet.getByLabel('Duration')).toHaveValue('60')
  await sheet.getByRole('button', { name: 'Close' }).last().click()

  await navigateInPage(page, `/bookings?view=day&day=${dayAfter(1)}`)
  await page
    .getByRole('button', { name: /^Accept: / })
    .first()
    .click()
  const acceptAnyway = page.getByRole('button', { name: 'Accept anyway' })
  const accepted = page.getByText('Booking accepted')
  await expect(acceptAnyway.or(accepted).first()).toBeVisible()
  if (await acceptAnyway.isVisible()) await acceptAnyway.click()
  await expect(accepted).toBeVisible()

  await navigateInPage(page, `/bookings?view=month&day=${dayAfter(1)}`)
  await expect(
    page.getByRole('list', { name: 'Days' }).getByRole('link', { name: new RegExp(titles.join('|')) }),
  ).not.toHaveCount(0)
  await expectAccessible(page)
})

test('a short entry shows its time and title on one uncut line', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Kemi Lawal')
  await customer.requestSeries({ providerId, title: 'Weekly look at the pump', count: 2 })
  await page.goto('/bookings?view=week')
  const block = page.getByRole('link', { name: /^15:00 Weekly look at the pump/ })
  await expect(block).toBeVisible()
  const edge = await block.boundingBox()
  for (const text of ['15:00', 'Weekly look at the pump']) {
    const box = await block.getByText(text, { exact: true }).boundingBox()
    if (!edge || !box) throw new Error(`Expected ${text} in the block`)
    expect(box.y >= edge.y && box.y + box.height <= edge.y + edge.height, text).toBe(true)
  }
})
