import { expect, test, type Page } from '@playwright/test'
import { openInbox } from '../support/inbox.ts'
import { codeFor, newCustomer, serverOrigin } from '../support/marketplace.ts'
import { openCuttableConnection, type CuttableConnection } from '../support/cuttable-connection.ts'
import { onPhone } from '../support/widths.ts'

const PASSWORD = 'four plain words here'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let connection: CuttableConnection
test.beforeAll(async () => {
  connection = await openCuttableConnection(serverOrigin)
})
test.afterAll(() => connection.close())

/** Tells whether the page is connected to the notification inbox, by the answer of the server (Engine.IO and Socket.IO). */
const watchInbox = (page: Page): (() => boolean) => {
  let isConnected = false
  page.on('websocket', (socket) => {
    if (!new URL(socket.url()).pathname.startsWith('/inbox')) return
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().startsWith('40')) isConnected = true
    })
    socket.on('close', () => {
      isConnected = false
    })
  })
  return () => isConnected
}

/** Records desktop notifications, which a headless browser cannot show. */
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
  page.evaluate(
    () => (window as unknown as { shownNotifications: { title: string; body?: string }[] }).shownNotifications,
  )

/** Generates a picture larger than the stored size. */
const portrait = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#c2410c'
    pen.fillRect(0, 0, 800, 600)
    pen.fillStyle = '#fde68a'
    pen.arc(400, 300, 180, 0, Math.PI * 2)
    pen.fill()
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test('a provider signs up, accepts a job and chats with a customer', onPhone, async ({ page, request }) => {
  await catchNotifications(page)
  const isInboxConnected = watchInbox(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const email = `grace-${Date.now()}@example.com`
  const phone = `803${String(Date.now()).slice(-7)}`
  const open = (path: string) => page.goto(connection.origin + path)
  const at = (path: string | RegExp) =>
    page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)))

  await test.step('registers and verifies', async () => {
    await open('/')
    await at('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await at('/register')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Adeyemi')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await at('/verify-account')
    await page.getByRole('textbox', { name: /code/i }).fill(await codeFor(request, email))
    await at('/login')
    await expect(page.getByText('Welcome, Grace.')).toBeVisible()
  })

  await test.step('logs in and is led to onboarding', async () => {
    await page.getByLabel('Email or phone number').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await at('/get-started')
    await open('/bookings')
    await at('/get-started')
  })

  await test.step('completes the five steps with a picture', async () => {
    const next = () => page.getByRole('button', { name: 'Save and continue' }).click()
    const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await heading('Welcome, Grace')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'grace.png', mimeType: 'image/png', buffer: await portrait(page) })
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
    await expect(page.getByText('Profile picture updated successfully')).toBeVisible()
    await page.getByLabel('Day').fill('17')
    await page.getByLabel('Month').selectOption({ label: 'May' })
    await page.getByLabel('Year').fill('1990')
    await next()

    await heading('Where are you based?')
    await page.getByLabel('Street address').fill('12 Marina Road')
    await page.getByLabel('City').fill('Lagos')
    await page.getByLabel('State').selectOption({ label: 'Lagos' })
    await page.reload()
    await expect(page.getByLabel('Street address')).toHaveValue('12 Marina Road')
    await next()
    await expect(page.getByText('Location updated successfully')).toBeVisible()

    await heading('Where should we send your money?')
    await page.getByLabel('Account holder').fill('Grace Adeyemi')
    await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'First Bank of Nigeria' })
    await page.getByLabel('Account number').fill('0000014578')
    await next()
    await expect(
      page.getByText('This account number does not belong to First Bank of Nigeria. Check the digits.').first(),
    ).toBeVisible()
    await page.getByLabel('Account number').fill('0000014579')
    await next()

    await heading("What's your trade?")
    await page.getByRole('radio', { name: 'Plumbing' }).check()
    await page.getByLabel('Expert').check()
    await page.getByLabel('Years of experience').fill('12')
    await page.getByLabel('Services you provide').fill('Leaks')
    await page.getByLabel('Services you provide').press('Enter')
    await next()

    await heading('Know someone good?')
    await page.getByRole('button', { name: 'Finish' }).click()
    await at('/')
  })

  const customer = await newCustomer(request, 'Chidi Okafor')
  const title = 'Kitchen tap drips'
  let bookingId = ''

  await test.step('is notified of a request live', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const profile = await request.get(`${serverOrigin}/v2/profile`, { headers: { authorization: `Bearer ${token}` } })
    const { data: me } = (await profile.json()) as { data: { id: string } }
    await expect(
      page.locator('#notifications-button').and(page.getByLabel('Notifications', { exact: true })),
    ).toBeVisible()
    await expect.poll(isInboxConnected).toBe(true)
    // Switch quiet hours off, whatever the time of the run.
    const inbox = await openInbox(request, token ?? '')
    const chosen = await inbox.send('PATCH', '/inbox/preferences', { schedule: { isEnabled: false } })
    expect(chosen.status()).toBe(200)

    bookingId = (await customer.requestBooking({ providerId: me.id, title, inHours: 48 })).id

    const bell = page.locator('#notifications-button').and(page.getByLabel('Notifications, 1 unread'))
    await expect(bell).toBeVisible()
    await expect.poll(() => shownNotifications(page)).toHaveLength(1)
    await bell.click()
    await expect(page.getByText(title).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Calendar' }).first().click()
    await at('/bookings')
    await expect(page.getByRole('link', { name: title })).toBeVisible()
  })

  await test.step('opens it and accepts', async () => {
    await page.getByRole('link', { name: title }).click()
    await at(`/bookings/${bookingId}`)
    await expect(page.getByText('Accept to see the full address.')).toBeVisible()
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('Confirmed').first()).toBeVisible()
    await expect(page.getByText('4 Broad Street').first()).toBeVisible()
    await expect(page.getByText(/accepted/).first()).toBeVisible()
    const marketplaceBooking = await customer.booking(bookingId)
    expect(marketplaceBooking.status).toBe('CONFIRMED')
    expect(marketplaceBooking.timeline.map(({ event }) => event)).toEqual(['booking.requested', 'booking.confirmed'])
  })

  const composer = page.getByRole('textbox', { name: 'Message to Chidi Okafor' })
  const write = async (text: string) => {
    await composer.fill(text)
    // On a phone Enter adds a line.
    await page.getByRole('button', { name: 'Send' }).tap()
  }
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  let channelId = ''

  await test.step('chats with the customer', async () => {
    await page.getByRole('link', { name: 'Message', exact: true }).click()
    await at('/messages')
    const named = () => new URL(page.url()).searchParams.get('channel') ?? ''
    await expect.poll(named).not.toBe('')
    channelId = named()
    await write('I can come on Monday at nine.')
    await expect.poll(() => customer.readMessages(channelId)).toEqual(['I can come on Monday at nine.'])
    await customer.sendMessage(channelId, 'Nine is perfect.')
    await expect(conversation.getByText('Nine is perfect.')).toBeVisible()
  })

  await test.step('sees unread messages counted, also in the title', async () => {
    // A phone shows one level at a time.
    await page.getByRole('link', { name: 'All conversations' }).tap()
    await page.getByRole('link', { name: /^Home/ }).first().click()
    // The conversation stays visible, and read, until the home screen has replaced it.
    await expect(page).toHaveTitle(/^Home/)
    await customer.sendMessage(channelId, 'Will you bring a new valve?')
    await expect(page).toHaveTitle(/^\(1\) /)
    await page
      .getByRole('link', { name: /^Messages/ })
      .first()
      .click()
    await page
      .getByRole('link', { name: /Chidi Okafor/ })
      .first()
      .click()
    await expect(conversation.getByText('Will you bring a new valve?')).toBeVisible()
    await expect(page).not.toHaveTitle(/^\(\d+\) /)
  })

  await test.step('loses and duplicates nothing after a connection loss', async () => {
    connection.cut()
    await expect(page.getByText(/Reconnecting…|You're offline/).first()).toBeVisible()
    await customer.sendMessage(channelId, 'I am at the market now.')
    await write('Yes, I have one in the van.')
    await customer.sendMessage(channelId, 'Call me when you are close.')
    await expect(conversation.getByText('Yes, I have one in the van.')).toBeVisible()
    connection.restore()
    for (const text of ['I am at the market now.', 'Call me when you are close.', 'Yes, I have one in the van.']) {
      await expect(conversation.getByText(text)).toHaveCount(1)
    }
    await expect
      .poll(() => customer.readMessages(channelId))
      .toEqual(['I can come on Monday at nine.', 'Yes, I have one in the van.'])
    await page.reload()
    await expect(conversation.getByText('Yes, I have one in the van.')).toHaveCount(1)
    await expect(conversation.getByText('Call me when you are close.')).toHaveCount(1)
  })

  await test.step('logs out', async () => {
    await page.getByRole('link', { name: 'All conversations' }).tap()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await at('/login')
    const stored = await page.evaluate(() =>
      ['token', 'verificationToken', 'streamToken'].filter((key) => localStorage.getItem(key) !== null),
    )
    expect(stored).toEqual([])
    await open('/')
    await at('/login')
  })

  expect(errors).toEqual([])
})
