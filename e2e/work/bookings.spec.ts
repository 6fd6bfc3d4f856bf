import { fillPath } from '@fettle/protocol'
import { putAvailability, slotWarnings } from '@fettle/protocol/availability/availability'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { weekdays } from '@fettle/protocol/availability/constants'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { acceptRequest } from '../support/accept-request.ts'
import { dateField, fillDate } from '../support/dates.ts'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer, type TestCustomer } from '../support/marketplace.ts'
import { onBoth, onPhone } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

interface BookingScenario {
  customer: TestCustomer
  token: string
  providerId: string
}

/** A provider with a customer. */
async function setUpBookings(page: Page, request: APIRequestContext, name: string): Promise<BookingScenario> {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  return { customer: await newCustomer(request, name), token: person.token, providerId: id }
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const more = async (page: Page, name: string) => {
  await press(page, 'More actions')
  await page.getByRole('menuitem', { name }).filter({ visible: true }).click()
}
const state = (page: Page, name: string) => expect(page.getByText(name, { exact: true }).first()).toBeVisible()

const picture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    canvas.getContext('2d')?.fillRect(0, 0, 320, 480)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

/** Requires the customer's code in this browser only: the operator's setting would apply to all stories. */
const requireStartCode = (page: Page, id: string) =>
  page.route(new RegExp(`/v2/bookings/${id}(/[a-z-]+)?$`), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data?: { asksStartCode?: boolean } }
    if (body.data?.asksStartCode !== undefined) body.data.asksStartCode = true
    await route.fulfill({ response, json: body })
  })

test('a job is accepted, done and completed, partly offline', onPhone, async ({ page, context, request }) => {
  const { customer, providerId } = await setUpBookings(page, request, 'Ngozi Eze')
  const { id } = await customer.requestBooking({ providerId, title: 'Shower runs cold', inHours: 0.4 })

  await requireStartCode(page, id)

  await test.step('answers from the list', async () => {
    await page.goto('/bookings')
    await page.getByRole('link', { name: /Shower runs cold/ }).click()
    await acceptRequest(page)
  })

  await test.step('runs one step after the other', async () => {
    await press(page, 'Start travel')
    await state(page, 'On the way')
    await press(page, "I've arrived")
    await state(page, 'Arrived')
    await press(page, 'Start work')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('12')
    await dialog.getByRole('button', { name: 'Start work' }).click()
    await expect(dialog.getByText('Enter the 4-digit code from the customer.')).toBeVisible()
    const { startCode } = await customer.booking(id)
    await dialog.getByRole('textbox').fill(startCode ?? '')
    const sent = page.waitForRequest(`**/v2/bookings/${id}/start`)
    await dialog.getByRole('button', { name: 'Start work' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ startCode })
    await expect(dialog).toHaveCount(0)
    await state(page, 'In progress')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('answers the checklist and adds a photo', async () => {
    await page.getByLabel('Add an item').fill('Water is off')
    await page.getByLabel('Add an item').press('Enter')
    await page.getByRole('checkbox', { name: 'Water is off' }).check()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: await picture(page) })
    await expect(page.getByRole('img', { name: 'After' })).toBeVisible()
    await expect(page.getByText('1 of 30')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('works offline, and sends after reconnecting', async () => {
    await context.setOffline(true)
    await press(page, 'Pause')
    await page.getByLabel('Reason').selectOption({ label: 'Waiting for materials' })
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await state(page, 'Paused')
    await press(page, 'Resume work')
    await page.getByLabel('Add a note').fill('The valve is in the van.')
    await press(page, 'Save note')
    await expect(page.getByText('3 changes waiting').first()).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByText(/changes? waiting/)).toHaveCount(0)
    await expect(page.getByText('The valve is in the van.')).toBeVisible()
    const { timeline } = await customer.booking(id)
    expect(timeline.map(({ event }) => event).slice(-2)).toEqual(['booking.paused', 'booking.resumed'])
  })

  await test.step('completes it', async () => {
    await press(page, 'Complete')
    await page.getByLabel('What was done').fill('Changed the mixing valve.')
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByText('Waiting for Ngozi Eze to confirm')).toBeVisible()
    // Shown optimistically, then confirmed by the server.
    await expect.poll(async () => (await customer.booking(id)).status).toBe('AWAITING_CONFIRMATION')
  })
})

/** Drags an element, by touch after a long press or by mouse. */
async function drag(page: Page, what: Locator, down: number, isTouch: boolean): Promise<void> {
  const box = await what.boundingBox()
  if (!box) throw new Error('The element has no bounding box')
  const [x, y] = [box.x + 30, box.y + 12]
  if (!isTouch) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + down, { steps: 5 })
    await page.mouse.up()
    return
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  // The drag has started when the drop target is shown.
  await expect(
    page.getByText(/^\d\d:\d\d (Free|Taken|Not enough travel time|Outside your working hours)$/),
  ).toBeVisible()
  for (const part of [0.3, 0.7, 1]) await touch('touchMove', y + down * part)
  await touch('touchEnd')
}

/** Noon in three days. */
const noonInThreeDays = () => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T11:00:00Z`

test('a job is found in the calendar and dragged to another time', onBoth, async ({ page, request }, { project }) => {
  const { customer, token, providerId } = await setUpBookings(page, request, 'Kemi Lawal')
  const noon = noonInThreeDays()
  const inHours = (Date.parse(noon) - Date.now()) / 3_600_000
  const { id } = await customer.requestBooking({ providerId, title: 'Drain is slow', inHours })
  const accepting = { method: acceptBooking.method, path: fillPath(acceptBooking.path, { id }) }
  await callApi(request, accepting, { acknowledge: slotWarnings }, token)
  const day = noon.slice(0, 10)

  await test.step('finds it in the calendar', async () => {
    await page.goto('/bookings?view=week')
    await press(page, 'Go to next week')
    await press(page, 'Today')
  })

  await test.step('drags it in the calendar, which proposes the drop target', async () => {
    await page.goto(`/bookings?view=day&day=${day}`)
    const job = page.getByRole('link', { name: /Drain is slow/ })
    const heading = page.getByRole('heading', { name: 'Propose another time' })
    const start = dateField(page.getByRole('dialog'), 'Start')
    await drag(page, job, 96, project.name === 'phone')
    await expect(heading).toBeVisible()
    const dragged = await start.innerText()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await job.focus()
    for (const key of ['m', ...Array.from({ length: 8 }, () => 'ArrowDown'), 'Enter']) await job.press(key)
    await expect(heading).toBeVisible()
    // Two hours by keyboard, as by pointer.
    await expect(start).toHaveText(dragged)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })
})

test('a job is rescheduled, and cancelled on the shown terms', async ({ page, request }) => {
  const { customer, providerId } = await setUpBookings(page, request, 'Kemi Lawal')
  const noon = noonInThreeDays()
  const inHours = (Date.parse(noon) - Date.now()) / 3_600_000
  const { id } = await customer.requestBooking({ providerId, title: 'Drain is slow', inHours })
  const day = noon.slice(0, 10)
  await page.goto(`/bookings/${id}`)
  await acceptRequest(page)

  await test.step('proposes another time and withdraws it', async () => {
    await more(page, 'Propose another time')
    await expect(page.getByText("You're free")).toBeVisible()
    await page.getByLabel('Reason').selectOption({ label: 'Missing materials' })
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'You proposed another time' })).toBeVisible()
    await press(page, 'Withdraw')
    await expect(page.getByRole('heading', { name: 'You proposed another time' })).toHaveCount(0)
  })

  await test.step('takes that day off, and decides about the affected booking', async () => {
    await navigateInPage(page, '/profile?tab=availability')
    await press(page, 'Add time off')
    await fillDate(page.getByRole('dialog'), 'From', day)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: '1 booking falls in this time off' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('Time off saved')).toBeVisible()
  })

  await test.step('agrees on an unscheduled job, and proposes a time', async () => {
    const later = await customer.requestBooking({ providerId, title: 'Paint the gate' })
    await navigateInPage(page, `/bookings/${later.id}`)
    await expect(page.getByRole('article').getByText('No time agreed yet')).toBeVisible()
    await acceptRequest(page, () => more(page, 'Accept without a time'))
    await press(page, 'Find a time')
    await expect(page.getByText("You're free")).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'You proposed a time' })).toBeVisible()
  })

  await test.step('reads the terms before cancelling', async () => {
    await navigateInPage(page, `/bookings/${id}`)
    await expect(page.getByRole('heading', { name: 'Drain is slow' })).toBeVisible()
    await more(page, 'Cancel booking')
    await page.getByLabel('Reason').selectOption({ label: 'The customer asked for it' })
    await expect(page.getByText('Fee', { exact: true })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByText('Read this and tick the box.')).toBeVisible()
    await page.getByLabel('I understand the cost and the consequences').check()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByText('You cancelled this booking')).toBeVisible()
    expect((await customer.booking(id)).status).toBe('CANCELLED')
    await customer.contestCancellation(id, 'I never asked for that at all.')
    await expect(page.getByText('I never asked for that at all.').first()).toBeVisible()
  })
})

test('a requested series is answered once, and a price adjustment is requested', async ({ page, request }) => {
  const { customer, token, providerId } = await setUpBookings(page, request, 'Funke Adeyemi')
  const intervals = [{ from: '08:00', to: '18:00' }]
  const hours = { timeZone: 'Africa/Lagos', weekly: weekdays.map((day) => ({ day, intervals })) }
  await callApi(request, putAvailability, hours, token)
  const { headBookingId } = await customer.requestSeries({ providerId, title: 'Look at the pump', count: 4 })

  await test.step('previews every visit before answering', async () => {
    await page.goto(`/bookings/${headBookingId}`)
    await page.getByRole('link', { name: 'Answer all visits' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { name: 'Funke Adeyemi requested these visits' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: '15:00' })).toHaveCount(4)
    await expectAccessible(page)
    await press(page, 'Accept 4 visits')
    const acceptWarning = page.getByRole('button', { name: 'Continue anyway' })
    await expect(acceptWarning.or(page.getByText('Active', { exact: true })).first()).toBeVisible()
    if (await acceptWarning.isVisible()) await acceptWarning.click()
    await state(page, 'Active')
  })

  await test.step('moves the last two visits', async () => {
    await page.getByRole('link', { name: /15:00/ }).nth(2).click()
    await more(page, 'Edit series')
    await expect(page.getByText(/^2 visits/)).toBeVisible()
    await fillDate(page, 'New start', '16:00')
    await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: '16:00' })).toHaveCount(2)
    await press(page, 'Change visits')
    await expect(page.getByText('2 visits changed')).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Done')
  })

  await test.step('requests extra work, which must not start yet', async () => {
    await press(page, 'Add extra work')
    await page.getByLabel('Description', { exact: true }).fill('New pressure switch')
    await page.getByLabel(/^Unit price/).fill('18000')
    await page.getByLabel("Why it's needed").fill('The old one sticks.')
    await page.getByRole('button', { name: /^Request .*18,000/ }).click()
    await expect(page.getByText("Don't start this work yet").first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('the answers to a request share a line of the table, and fit where it does not', async ({ page, request }) => {
  const { customer, providerId } = await setUpBookings(page, request, 'Ngozi Eze')
  await customer.requestBooking({ providerId, title: 'Move the outdoor tap behind the kitchen' })
  await page.goto('/bookings')
  const decline = page.getByRole('button', { name: /^Decline: / })
  const propose = page.getByRole('link', { name: /^Propose a time: / })
  await expect(propose).toBeVisible()
  const middleOf = async (answer: Locator) => {
    const box = await answer.boundingBox()
    return box ? box.y + box.height / 2 : NaN
  }
  expect(await middleOf(decline)).toBe(await middleOf(propose))
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(propose).toBeInViewport({ ratio: 1 })
})
