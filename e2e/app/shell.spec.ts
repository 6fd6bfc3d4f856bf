import { login } from '@fettle/protocol/accounts/auth'
import { listOffers } from '@fettle/protocol/offers'
import { expect, test, type Locator, type Page, type Response } from '@playwright/test'
import {
  callApi,
  storedTokens,
  uniqueContacts,
  createAccount,
  PASSWORD,
  createProvider,
  signIn,
  type TestAccount,
} from '../support/accounts.ts'
import { expectReflow } from '../support/keyboard.ts'
import { codeFor } from '../support/marketplace.ts'
import { onBoth, onPhone } from '../support/widths.ts'

const publicPages = ['/login', '/register', '/verify-account', '/forgot-password', '/verify-otp', '/new-password']

/** Waits for a path, polling because one navigation may replace another. */
const at = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path)

/** Logs in through the API: the browser gets the session cookie, the caller the stream token. */
async function streamTokenWithCookie(page: Page, { email }: TestAccount): Promise<string> {
  const { streamToken } = await callApi<{ streamToken: string }>(page.request, login, {
    emailOrPhone: email,
    password: PASSWORD,
    role: 'PROVIDER',
  })
  return streamToken
}

/** Stores tokens as an earlier page would. */
const store = (page: Page, keys: Record<string, string>) =>
  page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, keys)

/** Opens a page of this origin without scripts. */
const openPlain = (page: Page) => page.goto('/icon.svg')

test.describe('the font', () => {
  /** Fonts the browser actually uses for an element. */
  async function fontOf(page: Page, selector: string): Promise<string[]> {
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    await session.detach()
    return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName)
  }

  async function expectInter(page: Page): Promise<void> {
    await expect(page.locator('h1').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.fonts.check('600 16px Inter')), page.url()).toBe(true)
    const drawn = await fontOf(page, 'h1')
    expect(drawn.join(), page.url()).toMatch(/^Inter/)
  }

  test('is Inter on every public page, on repeated loads', async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path)
      await expectInter(page)
      for (let load = 0; load < 2; load += 1) {
        await page.reload()
        await expectInter(page)
      }
    }
  })

  test('is Inter during onboarding, on screens and error pages', async ({ page, request }) => {
    await signIn(page, await createAccount(request))
    await page.goto('/get-started')
    await expectInter(page)
    const other = await page.context().browser()?.newContext()
    if (!other) throw new Error('The browser is closed')
    const second = await other.newPage()
    await signIn(second, await createProvider(request))
    for (const path of ['/', '/bookings', '/no-such-page']) {
      await second.goto(new URL(path, page.url()).href)
      await expectInter(second)
    }
    await second.route('**/v2/profile', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await second.reload()
    await expect(second.getByText('Failed to fetch profile')).toBeVisible()
    await expectInter(second)
    await other.close()
  })

  test('causes no layout shift when it loads late', onBoth, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let release = () => {}
    let released = Promise.resolve()
    // A route also switches the cache off, so every page loads its fonts.
    await page.route('**/*.woff2', async (route) => {
      await released
      await route.continue()
    })
    const isLoaded = () => page.evaluate(() => document.fonts.check('16px Inter'))
    for (const path of publicPages) {
      released = new Promise((resolve) => (release = resolve))
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('h1')).toBeVisible()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await isLoaded(), `${path} is drawn without the font`).toBe(false)
      release()
      await expect.poll(isLoaded, path).toBe(true)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      expect(shift, `layout shift of ${path}`).toBeLessThanOrEqual(0.02)
    }
  })
})

test.describe('a public page with a stored stream token', () => {
  test('leads to / with a valid cookie, without showing the form', async ({ page, request }) => {
    const streamToken = await streamTokenWithCookie(page, await createProvider(request))
    for (const path of publicPages) {
      await openPlain(page)
      await page.evaluate(() => localStorage.clear())
      await store(page, { streamToken })
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      const profileRequest = page.waitForRequest('**/v2/profile')
      await page.route(
        '**/v2/profile',
        async (route) => {
          await held
          await route.continue()
        },
        { times: 1 },
      )
      await page.goto(path, { waitUntil: 'commit' })
      expect((await profileRequest).headers()['authorization'], path).toBe(`Bearer ${streamToken}`)
      await page.waitForLoadState('domcontentloaded')
      await expect(page.locator('h1'), path).toBeHidden()
      answer()
      await at(page, '/')
      expect(await storedTokens(page), path).toEqual(['token', 'streamToken'])
    }
  })

  for (const status of [401, 403])
    test(`removes the three tokens on ${status} and shows the form`, async ({ page }) => {
      await page.route('**/v2/profile', (route) =>
        route.fulfill({ status, json: { success: false, status, message: 'No.' } }),
      )
      for (const path of publicPages) {
        await openPlain(page)
        await store(page, { streamToken: 'gone', verificationToken: 'gone' })
        await page.goto(path)
        await expect(page.locator('h1'), path).toBeVisible()
        await expect.poll(() => storedTokens(page), path).toEqual([])
      }
    })

  test('keeps the tokens and shows the form when the server cannot be reached', async ({ page }) => {
    await page.route('**/v2/profile', (route) => route.abort())
    await openPlain(page)
    await store(page, { streamToken: 'kept', verificationToken: 'kept' })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(await storedTokens(page)).toEqual(['verificationToken', 'streamToken'])
  })

  test('makes no request without tokens, and focuses the first field', async ({ page }) => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto('/login')
    await expect(page.getByLabel('Email or phone number')).toBeFocused()
    await page.goto('/register')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.goto('/forgot-password')
    await expect(page.getByLabel('Email')).toBeFocused()
    expect(requestedPaths).not.toContain('/v2/profile')
  })
})

test('logging out goes to the login page, which then tells the server', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  page.on('request', (sentRequest) => {
    if (sentRequest.url().endsWith('/v2/auth/logout'))
      seen.push(`logout with ${sentRequest.headers()['authorization']}`)
  })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'Account' }).click()
  const answered = page.waitForResponse('**/v2/auth/logout')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  expect((await answered).status()).toBe(200)
  await at(page, '/login')
  expect(seen.slice(-2)).toEqual(['/login', `logout with Bearer ${person.token}`])
  const profile = await request.get('/v2/profile', { headers: { authorization: `Bearer ${person.token}` } })
  expect(profile.status()).toBe(401)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(seen.filter((step) => step.startsWith('logout'))).toHaveLength(1)
})

test('a logout the server did not receive is sent by the next page', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/bookings')
  await page.route('**/v2/auth/logout', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Account' }).click()
  const failed = page.waitForEvent('requestfailed', (sentRequest) => sentRequest.url().endsWith('/v2/auth/logout'))
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await failed
  await at(page, '/login')
  const answered = page.waitForResponse('**/v2/auth/logout')
  await page.goto('/register')
  expect((await answered).status()).toBe(200)
})

test('a download refused with 401 ends the session', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  const refusal = { success: false, status: 401, code: 'UNAUTHENTICATED', message: 'Please log in again.' }
  await page.route('**/v2/earnings/statement?*', (route) => route.fulfill({ status: 401, json: refusal }))
  await page.goto('/earnings')
  await page.getByRole('button', { name: 'PDF' }).click()
  await at(page, '/login')
  expect(await storedTokens(page)).not.toContain('token')
})

test('onboarding has chat and bell, requests permission, and gets no refusals', async ({ page, request }) => {
  await page.addInitScript(() => {
    class RecordingNotification extends EventTarget {
      static permission = 'default'
      static requestPermission = async () => {
        Object.assign(window, { requestedPermission: true })
        return 'default'
      }
    }
    Object.assign(window, { Notification: RecordingNotification })
  })
  await signIn(page, await createAccount(request))
  const refused: string[] = []
  page.on('response', (response: Response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  const socket = page.waitForEvent('websocket', (opened) => opened.url().includes('/chat/'))
  await page.goto('/')
  await at(page, '/get-started')
  await socket
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'requestedPermission' in window)).toBe(true)
  for (const path of ['/', '/bookings', '/earnings', '/support']) {
    await page.goto(path)
    await at(page, '/get-started')
    await expect(page.locator('h1')).toBeVisible()
  }
  expect(refused).toEqual([])
})

test("the first page after a login uses the login's chat token", async ({ page, request }) => {
  const { email } = await createProvider(request)
  const requestedPaths: string[] = []
  page.on('request', (sentRequest) => requestedPaths.push(new URL(sentRequest.url()).pathname))
  await page.goto('/login')
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const socket = page.waitForEvent('websocket', (opened) => opened.url().includes('/chat/'))
  await page.getByRole('button', { name: 'Log in' }).click()
  await (await socket).waitForEvent('framereceived')
  expect(requestedPaths).not.toContain('/v2/channels/stream-token')
})

test('the profile shows the selected tab, and that there are more', onBoth, async ({ page, request }, { project }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/profile')
  const list = page.getByRole('tablist', { name: 'Profile sections' })
  const tabs = list.getByRole('tab')
  await expect(tabs).toHaveCount(9)
  const fits = () => list.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)
  const arrows = list.locator('xpath=..').locator('span[aria-hidden]')
  if (!(await fits())) {
    await expect(arrows).toHaveCount(1)
    if (project.name === 'desktop') {
      await arrows.getByRole('button', { includeHidden: true }).click()
      await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    }
  }
  for (const name of ['Profile Information', 'Upload documents', 'Invite a friend', 'Your data']) {
    const tab = page.getByRole('tab', { name })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect
      .poll(async () => {
        const [inner, outer] = [await tab.boundingBox(), await list.boundingBox()]
        return inner && outer && inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1
      }, name)
      .toBe(true)
  }
})

test('the setting for background tab notifications is stored on the device', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/profile?tab=notifications')
  const choice = page.getByLabel('Also notify me when the open conversation is in a background tab')
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.reload()
  await expect(choice).toBeChecked()
})

test('a toast on a phone covers neither changes nor the next button', onPhone, async ({ page, request }) => {
  const toasts = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem')

  /** Waits until the toast has settled and covers none of these elements. */
  async function expectBeside(words: string, clear: readonly Locator[]): Promise<void> {
    const toast = toasts.filter({ hasText: words })
    await expect(toast).toBeVisible()
    await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const over = await toast.boundingBox()
    for (const part of clear) {
      await expect(part).toBeVisible()
      const box = await part.boundingBox()
      if (!over || !box) throw new Error(`${String(part)} has no bounding box`)
      const high = Math.min(over.y + over.height, box.y + box.height) - Math.max(over.y, box.y)
      expect(high, `“${words}” over ${String(part)}`).toBeLessThanOrEqual(0)
    }
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toHaveCount(0)
  }

  const title = page.getByRole('heading', { level: 1 })
  const { email, phone } = uniqueContacts()

  await test.step('after verification and after a failed login', async () => {
    await page.goto('/register')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Adeyemi')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await at(page, '/verify-account')
    await page.getByRole('textbox', { name: /code/i }).fill(await codeFor(request, email))
    await at(page, '/login')
    const name = page.getByLabel('Email or phone number')
    const password = page.getByLabel('Password', { exact: true })
    const button = page.getByRole('button', { name: 'Log in' })
    const logo = page.getByRole('banner').getByRole('link').first()
    await expectBeside('Account verified', [logo, title, name, password, button])
    await name.fill(email)
    await password.fill('four other words here')
    await button.click()
    await expectBeside('Login failed', [logo, title, page.getByRole('alert').first(), name, password, button])
    await password.fill(PASSWORD)
    await button.click()
    await at(page, '/get-started')
  })

  await test.step('after each onboarding step', async () => {
    const next = page.getByRole('button', { name: 'Save and continue' })
    const step = page.getByText(/Step \d of 5/).first()
    const change = (path: string, name: string) => expect(title.filter({ hasText: name }), path).toBeVisible()
    await change('personal', 'Welcome, Grace')
    await page.getByLabel('Day').fill('17')
    await page.getByLabel('Month').selectOption({ label: 'May' })
    await page.getByLabel('Year').fill('1990')
    await next.click()
    await change('location', 'Where are you based?')
    await expectBeside('Personal info updated', [step, title, page.getByLabel('Street address'), next])
    await page.getByLabel('Street address').fill('12 Marina Road')
    await page.getByLabel('City').fill('Lagos')
    await page.getByLabel('State').selectOption({ label: 'Lagos' })
    await next.click()
    await change('banking', 'Where should we send your money?')
    await expectBeside('Location updated', [step, title, page.getByLabel('Account holder')])
    await page.getByLabel('Account holder').fill('Grace Adeyemi')
    await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'First Bank of Nigeria' })
    await page.getByLabel('Account number').fill('0000014579')
    await next.click()
    await change('professional', "What's your trade?")
    await expectBeside('Business info updated', [step, title, page.getByRole('radio', { name: 'Handyman' })])
    await page.getByRole('radio', { name: 'Plumbing' }).check()
    await page.getByLabel('Expert').check()
    await page.getByLabel('Years of experience').fill('12')
    await page.getByLabel('Services you provide').fill('Leaks')
    await page.getByLabel('Services you provide').press('Enter')
    await next.click()
    await change('invite', 'Know someone good?')
    await expectBeside('Professional info updated', [step, title, page.getByRole('button', { name: 'Finish' })])
  })
})

test('the account menu works by keyboard, including its fields', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/support')
  const button = page.getByRole('button', { name: 'Account', exact: true })
  await button.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Account' })
  const profile = menu.getByRole('menuitem', { name: 'Profile' })
  await expect(profile).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('radio', { name: 'Device' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('radio', { name: 'Light' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(profile).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('text of twice the size fits the main screens on a phone', onPhone, async ({ page, request }) => {
  const ada = { emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }
  const keys = await callApi<Omit<TestAccount, 'email'>>(request, login, ada)
  await signIn(page, { email: ada.emailOrPhone, ...keys })
  for (const path of ['/', '/bookings', '/bookings?tab=upcoming', '/offers', '/contracts', '/earnings', '/invoices']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      // As the setting of the browser does, which a test cannot change.
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectReflow(page)
    })
  }
  await test.step('a number of unread messages covers no other icon of the bottom bar', async () => {
    const bar = page.locator('[data-bottom-bar]')
    const badge = await bar.getByRole('link', { name: 'Messages' }).locator('.bg-accent').boundingBox()
    const money = await bar.getByRole('link', { name: 'Money' }).locator('svg').boundingBox()
    expect((badge?.x ?? NaN) + (badge?.width ?? NaN)).toBeLessThanOrEqual(money?.x ?? NaN)
  })
  await test.step('an amount stays on one line', async () => {
    await page.goto('/earnings')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const amount = page.getByRole('heading', { name: 'Available' }).locator('+ p')
    await expect(amount).toBeVisible()
    const lines = await amount.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })
  await test.step('the button that sends an offer is on the screen', async () => {
    const [draft] = await callApi<{ id: string }[]>(
      request,
      { ...listOffers, path: `${listOffers.path}?status=DRAFT` },
      undefined,
      keys.token,
    )
    await page.goto(`/offers/${draft?.id}`)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect(page.getByRole('button', { name: 'Send…' }).filter({ visible: true })).toBeInViewport({ ratio: 0.9 })
  })
})

test('the titles of the main screens are in one place on a phone', onPhone, async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  const titles: unknown[] = []
  for (const path of ['/offers', '/messages']) {
    await page.goto(path)
    const title = page.locator('main h1')
    await expect(title).toBeVisible()
    const { x, y, height } = (await title.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    titles.push([x, y + height / 2])
  }
  expect(titles[1]).toEqual(titles[0])
})

test('a conversation that cannot be opened keeps the navigation on a phone', onPhone, async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/messages?channel=nowhere')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await at(page, '/')
  await expect(page.getByRole('banner')).toBeVisible()
})
