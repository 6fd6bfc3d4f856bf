import { slotWarnings } from '@fettle/protocol/availability/availability'
import {
  acceptBooking,
  arriveAtBooking,
  pauseBooking,
  startBooking,
  startTravel,
} from '@fettle/protocol/bookings/actions'
import { addChecklistItems } from '@fettle/protocol/bookings/checklists'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type Page } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()

test('a required item is not skipped by a tap, and a removed one is restored', onPhone, async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  const { id } = await customer.requestBooking({ providerId, title: 'Shower runs cold', inHours: 0.4 })
  const path = (operation: { method: string; path: string }) => ({
    method: operation.method,
    path: operation.path.replace(':id', id),
  })
  const call = (operation: { method: string; path: string }, data: object = {}) =>
    callApi(request, path(operation), data, person.token)
  const items = [
    { label: 'Water is off', type: 'PASS_FAIL', required: true },
    { label: 'Valve turns', type: 'PASS_FAIL', required: true },
    { label: 'Tidy up', type: 'CHECK' },
    { label: 'Take the old valve along', type: 'CHECK' },
  ]
  await call(acceptBooking, { acknowledge: slotWarnings })
  await call(addChecklistItems, { items })
  await page.goto(`/bookings/${id}`)
  const menu = (label: string) => page.getByRole('button', { name: `More: ${label}` })
  const list = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^More: / }) })
  const remove = async (label: string) => {
    await menu(label).click()
    await page.getByRole('menuitem', { name: 'Remove item' }).filter({ visible: true }).click()
  }

  await test.step('asks before removing a required one', async () => {
    await remove('Valve turns')
    const question = page.getByRole('dialog', { name: 'Remove a required item?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(menu('Valve turns')).toBeVisible()
  })

  await test.step('undo restores its position', async () => {
    await remove('Tidy up')
    await expect(menu('Tidy up')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list.nth(2)).toContainText('Tidy up')
  })

  await test.step('keeps required ones once work has started', async () => {
    for (const move of [startTravel, arriveAtBooking, startBooking]) await call(move)
    await page.reload()
    await expect(menu('Tidy up')).toBeVisible()
    await expect(menu('Water is off')).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Water is off' })).toBeVisible()
  })

  await test.step('shows every button of the bar in one line', async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const boxes = []
      for (const name of ['Pause', 'Complete', 'More actions']) {
        const box = await page.getByRole('button', { name, exact: true }).filter({ visible: true }).boundingBox()
        if (!box) throw new Error(`${name} has no bounding box`)
        expect(box.x, `${name} at ${width}`).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width, `${name} at ${width}`).toBeLessThanOrEqual(width)
        boxes.push(Math.round(box.y + box.height / 2))
      }
      expect(new Set(boxes).size, `one line at ${width}`).toBe(1)
    }
  })
})

test('starting a second job asks about the one in progress, at once or after working offline', async ({
  page,
  request,
  context,
}) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  const call = (operation: { method: string; path: string }, id: string, data: object) =>
    callApi(request, { method: operation.method, path: operation.path.replace(':id', id) }, data, person.token)
  const agree = async (title: string, inHours: number) => {
    const { id } = await customer.requestBooking({ providerId, title, inHours })
    await call(acceptBooking, id, { acknowledge: slotWarnings })
    return id
  }
  const shower = await agree('Shower runs cold', 0.4)
  await call(startBooking, shower, {})
  const boiler = await agree('Replace the boiler', 3)
  const statusOf = async (id: string) => (await customer.booking(id)).status
  /** The state in the booking itself: the list beside it may know a new one earlier. */
  const state = (name: string) => page.getByRole('article').getByText(name, { exact: true }).first()
  /** The next action is travelling, not starting. */
  const begin = async () => {
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Start work' }).filter({ visible: true }).click()
  }
  const question = page.getByRole('dialog', { name: 'Pause “Shower runs cold”?' })

  await test.step('cancelling changes nothing', async () => {
    await page.goto(`/bookings/${boiler}`)
    await begin()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(state('Confirmed')).toBeVisible()
    expect(await statusOf(shower)).toBe('IN_PROGRESS')
  })

  await test.step('the first is paused, and shows that', async () => {
    await begin()
    await question.getByRole('button', { name: 'Pause it and start' }).click()
    await expect(question).toHaveCount(0)
    await expect(state('In progress')).toBeVisible()
    await expect.poll(() => statusOf(boiler)).toBe('IN_PROGRESS')
    await navigateInPage(page, `/bookings/${shower}`)
    await expect(state('Paused')).toBeVisible()
  })

  const other = page.getByRole('dialog', { name: 'Pause “Replace the boiler”?' })
  await test.step('the first continues beside the second when both are kept running', async () => {
    await press(page, 'Resume work')
    await other.getByRole('button', { name: 'Keep both running' }).click()
    await expect(other).toHaveCount(0)
    // Confirm the warning about overlap or an early start.
    const acceptWarning = page.getByRole('button', { name: 'Continue anyway' })
    await expect(acceptWarning.or(state('In progress')).first()).toBeVisible()
    if (await acceptWarning.isVisible()) await acceptWarning.click()
    await expect(state('In progress')).toBeVisible()
    await expect.poll(() => Promise.all([shower, boiler].map(statusOf))).toEqual(['IN_PROGRESS', 'IN_PROGRESS'])
  })

  await test.step('a step taken offline offers the same during review', async () => {
    await call(pauseBooking, boiler, { reasonCode: 'OTHER' })
    await navigateInPage(page, `/bookings/${boiler}`)
    await expect(state('Paused')).toBeVisible()
    await context.setOffline(true)
    await press(page, 'Resume work')
    await expect(state('In progress')).toBeVisible()
    await context.setOffline(false)
    const review = page.getByRole('region', { name: 'Needs review' })
    await expect(review).toContainText('“Shower runs cold” is still in progress.')
    await expectAccessible(page)
    await review.getByRole('button', { name: 'Pause it and resume' }).click()
    await expect(review).toHaveCount(0)
    await expect.poll(() => Promise.all([shower, boiler].map(statusOf))).toEqual(['PAUSED', 'IN_PROGRESS'])
  })
})
