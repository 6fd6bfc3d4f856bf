import { expect, test, type Page } from '@playwright/test'
import { codeFor, expectAccessible, newCustomer, serverOrigin } from './support/town.ts'
import { layWire, type Wire } from './support/wire.ts'

const PASSWORD = 'four plain words here'

let wire: Wire
test.beforeAll(async () => {
  wire = await layWire(serverOrigin)
})
test.afterAll(() => wire.close())

/** Desktop notifications as the page asked for them: a headless browser has no desktop to show them on. */
const catchNotifications = (page: Page) =>
  page.addInitScript(() => {
    const shown: { title: string; body?: string | undefined }[] = []
    class Caught extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick: unknown = null
      constructor(title: string, options: { body?: string } = {}) {
        super()
        shown.push({ title, body: options.body })
      }
      close() {}
    }
    Object.assign(window, { Notification: Caught, shownNotifications: shown })
  })

const shownNotifications = (page: Page) =>
  page.evaluate(() => (window as unknown as { shownNotifications: { title: string; body?: string }[] }).shownNotifications)

test('a provider signs up, gets started, takes a job and talks to the customer', async ({ page, request }, { project }) => {
  test.setTimeout(180_000)
  await catchNotifications(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const email = `grace-${Date.now()}-${project.name}@example.com`
  const phone = `803${String(Date.now()).slice(-7)}`
  const open = (path: string) => page.goto(wire.origin + path)
  const at = (path: string | RegExp) => page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)))

  await test.step('registers and verifies', async () => {
    await open('/')
    await at('/login')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await at('/register')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Adeyemi')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat the password').fill(PASSWORD)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await at('/verify-account')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: /code/i }).fill(await codeFor(request, email))
    await at('/login')
  })

  await test.step('logs in and is led to getting started', async () => {
    await page.getByLabel('Email or phone number').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await at('/get-started')
    await open('/bookings')
    await at('/get-started')
  })
})
