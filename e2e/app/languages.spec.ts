import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@fettle/protocol/accounts/auth'
import { LOCALE_COOKIE, PSEUDO_LOCALE } from '@fettle/i18n/locales'
import { expect, test } from '@playwright/test'
import { callApi } from '../support/accounts.ts'
import { ADDED_LANGUAGE, ADDED_LANGUAGE_MARK, copyWithAddedLanguage } from '../support/added-language.ts'
import { startDevServer, type DevServer } from '../support/dev-server.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'
import { findLayoutFaults } from '../support/layout-checks.ts'
import { watchActivity } from '../support/watch-activity.ts'
import { findUntranslated, watchData } from '../support/untranslated.ts'

// Opens screens in languages that the built app does not have: the pseudo-locale of development, in which every text is
// accented and forty per cent longer, and one that a copy of the sources adds. A text without accents does not pass
// through the translation, and a screen without room for it breaks in some language. Both languages share the
// development server, because it takes most of the time to transform the sources.

test.describe.configure({ mode: 'serial' })

const publicScreens = ['/login', '/register', '/forgot-password']
const screens = [
  '/',
  '/bookings',
  '/bookings?view=week',
  '/offers',
  '/contracts',
  '/messages',
  '/notifications',
  '/earnings',
  '/invoices',
  '/reviews',
  '/support',
  '/profile',
  '/profile?tab=availability',
  '/profile?tab=security',
  '/profile?tab=notifications',
]

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const copy = mkdtempSync(join(tmpdir(), 'fettle-language-'))
let web: DevServer | undefined
test.beforeAll(async () => {
  copyWithAddedLanguage(copy)
  web = await startDevServer(copy)
})
test.afterAll(async () => {
  await web?.close()
  rmSync(copy, { recursive: true, force: true })
})

test('every text passes through the translation, and every layout has room for longer ones', async ({
  browser,
  request,
}) => {
  const origin = web?.origin ?? ''
  const session = await callApi<{ token: string; streamToken: string }>(request, login, {
    emailOrPhone: 'ada@fettle.test',
    password: 'fettle-demo-2026',
    role: 'PROVIDER',
  })
  const localStorage = Object.entries(session).flatMap(([name, value]) =>
    name === 'token' || name === 'streamToken' ? [{ name, value }] : [],
  )
  const cookie = { name: LOCALE_COOKIE, value: PSEUDO_LOCALE, domain: 'localhost', path: '/' }
  const findings: Record<string, unknown> = {}

  for (const [addresses, storage] of [
    [publicScreens, []],
    [screens, localStorage],
  ] as const) {
    const context = await browser.newContext({
      viewport: DESKTOP,
      hasTouch: true,
      locale: 'en-GB',
      timezoneId: 'Africa/Lagos',
      serviceWorkers: 'block',
      baseURL: origin,
      reducedMotion: 'reduce',
      storageState: {
        cookies: [{ ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }],
        origins: [{ origin, localStorage: [...storage] }],
      },
    })
    const page = await context.newPage()
    const data = watchData(page)
    const waitUntilIdle = watchActivity(page)
    for (const [index, address] of addresses.entries()) {
      // The public pages are documents of their own. Without a build, a page load takes hundreds of requests.
      await (index === 0 || addresses === publicScreens ? page.goto(address) : navigateInPage(page, address))
      await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO_LOCALE)
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 60_000 })
        await waitUntilIdle(4)
        const untranslated = await page.evaluate(findUntranslated, data())
        const found = await page.evaluate(findLayoutFaults)
        const faults = found.map(({ rule, element, text }) => `${rule}: ${element} ${text}`)
        if (untranslated.length + faults.length > 0) findings[`${address} at ${size.width}`] = { untranslated, faults }
      }
      await page.setViewportSize(DESKTOP)
    }
    await context.close()
  }
  expect(findings).toEqual({})
})

test('a language is added by its translations and a line in the list', async ({ page }) => {
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: ADDED_LANGUAGE, domain: 'localhost', path: '/' }])
  for (const address of publicScreens) {
    await page.goto(`${web?.origin}${address}`)
    await expect(page.locator('html')).toHaveAttribute('lang', ADDED_LANGUAGE)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(ADDED_LANGUAGE_MARK)
  }
})
