import { login } from '@fettle/protocol/accounts/auth'
import { createChannel } from '@fettle/protocol/workspace/channels'
import type { Locale } from '@fettle/i18n/locales'
import { expect, test, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { publicPaths } from '../../apps/web/src/routing/paths.ts'
import { routeTable } from '../../apps/web/src/routing/route-table.ts'
import {
  findCoveredFocus,
  findLayoutFaults,
  fontsOf,
  layoutDigest,
  recordLayoutShifts,
  type LayoutFault,
} from '../support/layout-checks.ts'
import { colours, findViolations, finishColourTransitions, standards, type AxeRules } from '../support/axe.ts'
import { translateIn, screens, sheets, type LayoutScreen, type Sheet, type Visitor } from '../support/layout-screens.ts'
import { workDay, type WorkDay } from '../support/layout-data.ts'
import { callApi, createProvider } from '../support/accounts.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'
import { watchActivity } from '../support/watch-activity.ts'
import { serverOrigin } from '../support/marketplace.ts'

// Checks every screen and main sheet at each width, in light and dark, in left-to-right and right-to-left languages:
// nothing overflows, is cut off, covered or unreadable. A screen is loaded once (English on a phone; Arabic on a desktop,
// where the app is loaded only once) and then resized and recoloured, because a load costs as much as all measurements.
// A sheet is opened in the loaded page and must stay open while the size changes.

// Every worker has tabs of its own.
test.describe.configure({ mode: 'parallel' })

const WIDTHS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
type Size = (typeof WIDTHS)[number]
const NARROW = WIDTHS[0]
const PHONE = WIDTHS[1]
const DESKTOP = WIDTHS[3]
/** From this width on a mouse is emulated. */
const DESKTOP_WIDTH_PX = 1024
/** Selector of an open sheet, menu or panel. */
const LAYER = 'dialog[open], [popover=auto]:popover-open'
/** Allowed cumulative layout shift while loading. */
const MAX_LAYOUT_SHIFT = 0.02
/** Response latency, long enough for the page to render before the data arrives. */
const LATENCY_MS = 60

/** A browser tab in which screens are opened one after the other, with its recorded errors. */
interface Tab {
  page: Page
  context: BrowserContext
  cdp: CDPSession
  locale: Locale
  problems: string[]
  /** Resolves once the page is idle without placeholders for this many consecutive checks. */
  waitUntilIdle: (checks: number) => Promise<void>
}

/** Scrolls to the end of the page and back, to trigger lazy loading. */
async function visitEnd({ page, waitUntilIdle }: Tab): Promise<void> {
  const scroll = (to: 'end' | 'start') =>
    page.evaluate((to) => {
      for (const each of document.querySelectorAll('#main, #main *'))
        if (each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === 'auto')
          each.scrollTop = to === 'end' ? each.scrollHeight : 0
    }, to)
  await scroll('end')
  await waitUntilIdle(2)
  await scroll('start')
}

const tabs = new Map<string, Promise<Tab>>()
const objects = new Map<string, Promise<unknown>>()
let keys: Partial<Record<Visitor, { token: string; streamToken: string }>> = {}
let day: WorkDay

test.beforeAll(async ({ request }) => {
  const signIn = (emailOrPhone: string) =>
    callApi<{ token: string; streamToken: string }>(request, login, {
      emailOrPhone,
      password: 'fettle-demo-2026',
      role: 'PROVIDER',
    })
  day = await workDay(request)
  keys = {
    ada: await signIn('ada@fettle.test'),
    bola: await signIn('bola@fettle.test'),
    grace: day.provider,
    newcomer: await createProvider(request),
  }
})

test.afterAll(async () => {
  for (const tab of tabs.values()) await (await tab).context.close()
})

async function openTab(browser: Browser, visitor: Visitor, locale: Locale): Promise<Tab> {
  const { token, streamToken } = keys[visitor] ?? {}
  const entries = Object.entries({ token, streamToken }).flatMap(([name, value]) => (value ? [{ name, value }] : []))
  const context = await browser.newContext({
    baseURL: serverOrigin,
    locale: locale === 'ar' ? 'ar' : 'en-GB',
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: serverOrigin, localStorage: entries }] },
  })
  await context.addInitScript(recordLayoutShifts)
  // Enable data saving, so that prefetching does not delay measurements.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const problems: string[] = []
  const waitUntilIdle = watchActivity(page)
  page.on('pageerror', (error) => problems.push(`error in the page: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs refused requests without their address; they are recorded below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) problems.push(`${response.status()} ${pathname}`)
  })
  return { page, context, cdp, locale, problems, waitUntilIdle }
}

function tabOf(browser: Browser, visitor: Visitor, locale: Locale): Promise<Tab> {
  const name = `${visitor} ${locale}`
  const tab = tabs.get(name) ?? openTab(browser, visitor, locale)
  tabs.set(name, tab)
  return tab
}

const touches = new WeakMap<Page, boolean>()

/** Resizes the tab and emulates touch on small and a mouse on large sizes. */
async function resize({ page, cdp }: Tab, size: Size): Promise<void> {
  if (page.viewportSize()?.width === size.width) return
  const isTouch = size.width < DESKTOP_WIDTH_PX
  if (touches.get(page) !== isTouch) {
    touches.set(page, isTouch)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch, maxTouchPoints: isTouch ? 5 : 1 })
  }
  await page.setViewportSize(size)
}

/** Opens a screen with a full page load. */
async function open(tab: Tab, address: string, size: Size): Promise<void> {
  await tab.page.emulateMedia({ colorScheme: 'light' })
  // Leave the previous screen, so that it does not count and is not laid out again. A blank page would cost a process.
  await tab.page.goto('/icon.svg')
  await resize(tab, size)
  tab.problems.length = 0
  await tab.page.goto(address)
  await tab.waitUntilIdle(4)
}

/** Opens a screen within the loaded app. An empty tab loads the address. */
async function openAgain(tab: Tab, address: string, size: Size): Promise<void> {
  const { page } = tab
  if (!page.url().startsWith(serverOrigin)) return open(tab, address, size)
  await page.emulateMedia({ colorScheme: 'light' })
  // Via another screen, so that the previous one and its sheet are gone.
  await navigateInPage(page, '/nowhere')
  await expect(page).toHaveTitle(new RegExp(translateIn(tab.locale)('Page not found')), { timeout: 60_000 })
  tab.problems.length = 0
  await resize(tab, size)
  // Resizing shifts everything.
  await tab.waitUntilIdle(1)
  await page.evaluate(() => void (window.layoutShifts.length = 0))
  await navigateInPage(page, address)
}

interface Report {
  /** Records a finding once, with the widths, themes and languages it occurs in. */
  note: (finding: string, where: string) => void
  findings: () => string[]
}

function report(): Report {
  const seen = new Map<string, string[]>()
  return {
    note: (finding, where) => void seen.set(finding, [...(seen.get(finding) ?? []), where]),
    findings: () => [...seen].map(([finding, where]) => `${finding}  [${where.join(', ')}]`),
  }
}

const describeFault = ({ rule, element, text, px }: LayoutFault): [key: string, px: number] => [
  `${rule}: ${element}${text ? ` “${text}”` : ''}`,
  px,
]

/** Every width in English; in Arabic the narrowest and the desktop, because a mirrored layout has the same breakpoints. */
const isMeasured = (size: Size, locale: Locale) => locale === 'en' || size === NARROW || size === DESKTOP

/** Measures the tab's screen at each width, on phone and desktop in both themes. */
async function measure(
  tab: Tab,
  { note }: Report,
  { sizes = WIDTHS, ensureOpen }: { sizes?: readonly Size[]; ensureOpen?: () => Promise<void> } = {},
): Promise<void> {
  const { page, locale } = tab
  const current = page.viewportSize()?.width ?? 0
  // The nearest size first: laying a screen out again costs more than measuring it.
  const byDistance = sizes.toSorted((a, b) => Math.abs(a.width - current) - Math.abs(b.width - current))
  for (const size of byDistance) {
    await resize(tab, size)
    await tab.waitUntilIdle(1)
    await ensureOpen?.()
    const noteFaults = async (theme: string) => {
      for (const fault of await page.evaluate(findLayoutFaults)) {
        const [words, px] = describeFault(fault)
        note(words, `${size.width} ${theme} ${locale} ${px}px`)
      }
    }
    await noteFaults('light')
    if (size === PHONE || size === DESKTOP) {
      const light = await page.evaluate(layoutDigest)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Colours must not change the layout; if they do, dark is examined separately.
      if ((await page.evaluate(layoutDigest)) !== light) await noteFaults('dark')
      await page.emulateMedia({ colorScheme: 'light' })
    }
    // Tab order does not depend on the language.
    if (locale === 'en' && (size === NARROW || size === DESKTOP)) {
      for (const fault of await page.evaluate(findCoveredFocus)) {
        const [words, px] = describeFault(fault)
        note(words, `${size.width} ${locale} ${px}px`)
      }
    }
  }
}

/**
 * Serious axe violations of the page or an element: all rules in English and light, colours again in dark, and
 * text-dependent rules in Arabic.
 */
async function audit(tab: Tab, { note }: Report, on: Sheet['on'], within?: string): Promise<void> {
  const { page, locale } = tab
  const scan = async (theme: string, rules: AxeRules) => {
    for (const [rule, html] of await findViolations(page, rules, within))
      note(`axe ${rule}: ${html}`, `${size.width} ${theme} ${locale}`)
  }
  const size = on === 'desktop' ? DESKTOP : PHONE
  // Rules that translations can break: missing names, and elements identified by them.
  if (locale !== 'en') {
    const tags = ['cat.name-role-value', 'cat.text-alternatives', 'cat.forms', 'cat.language', 'cat.aria']
    return scan('light', { tags })
  }
  await scan('light', standards)
  await page.emulateMedia({ colorScheme: 'dark' })
  await finishColourTransitions(page)
  await scan('dark', colours)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function checkFont({ cdp, page, locale }: Tab, { note }: Report): Promise<void> {
  // Arabic uses device fonts.
  if (locale !== 'en') return
  const names = await fontsOf(cdp, 'h1')
  if (!names.some((name) => name.startsWith('Inter')))
    note(
      `the heading is drawn in ${names.join(', ') || 'nothing'}, not in Inter`,
      `${page.viewportSize()?.width} ${locale}`,
    )
}

/** Reports layout shifts while a screen is opened. */
async function checkShift({ page, locale }: Tab, { note }: Report): Promise<void> {
  const where = `${page.viewportSize()?.width} ${locale}`
  const shifts = await page.evaluate(() => window.layoutShifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  if (total > MAX_LAYOUT_SHIFT) {
    const worst = shifts.toSorted((one, other) => other.value - one.value).slice(0, 2)
    note(
      `layout shift ${total.toFixed(3)}: ${worst.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join(' | ')}`,
      where,
    )
  }
}

/** Reports console errors since the screen was opened. */
function collectConsoleErrors({ problems, locale }: Tab, { note }: Report, allowed: readonly RegExp[] = []): void {
  for (const problem of problems) if (!allowed.some((each) => each.test(problem))) note(problem, locale)
}

/** Runs English and Arabic in parallel tabs, to use both cores. */
const inEachLanguage = (work: (locale: Locale) => Promise<void>) => Promise.all([work('en'), work('ar')])

test('every route is covered', () => {
  const covered = new Set(screens.map(({ route }) => route))
  const routes = [...routeTable.map(({ path }) => path), ...publicPaths]
  expect(routes.filter((route) => !covered.has(route))).toEqual([])
})

for (const screen of screens) {
  test(`screen: ${screen.name}`, async ({ browser }) => {
    const findings = report()
    await inEachLanguage(async (locale) => {
      const visitor = screen.as ?? 'ada'
      const tab = await tabOf(browser, visitor, locale)
      const address = await addressOf(screen, screen.route)
      // The sign-in pages and the onboarding are pages of their own.
      const isInApp = visitor !== 'visitor' && visitor !== 'bola'
      if (locale === 'en' || !isInApp) await open(tab, address, locale === 'en' ? PHONE : DESKTOP)
      else {
        await openAgain(tab, address, DESKTOP)
        await tab.waitUntilIdle(4)
      }
      await checkShift(tab, findings)
      await checkFont(tab, findings)
      if (!screen.isEndless) await visitEnd(tab)
      await audit(tab, findings, undefined)
      await measure(tab, findings, { sizes: WIDTHS.filter((size) => isMeasured(size, locale)) })
      collectConsoleErrors(tab, findings, screen.refusals)
    })
    expect(findings.findings(), screen.name).toEqual([])
  })
}

for (const sheet of sheets) {
  test(`sheet: ${sheet.name}`, async ({ browser }) => {
    const findings = report()
    await inEachLanguage(async (locale) => {
      const tab = await tabOf(browser, sheet.as ?? 'ada', locale)
      const { page, waitUntilIdle } = tab
      const label = translateIn(locale)
      const press = (text: string) =>
        page
          .getByRole('button', { name: label(text), exact: true })
          .filter({ visible: true })
          .first()
          .click()
      const layer = page.locator(LAYER).first()
      const fits = ({ width }: Size) => sheet.on === undefined || (sheet.on === 'desktop') === width >= DESKTOP_WIDTH_PX
      const sizes = WIDTHS.filter((size) => fits(size) && isMeasured(size, locale))
      await openAgain(tab, await addressOf(sheet, '/'), sheet.on === 'desktop' ? DESKTOP : PHONE)
      await sheet.open?.({ page, label, press })
      await expect(layer).toBeVisible({ timeout: 60_000 })
      await waitUntilIdle(2)
      await audit(tab, findings, sheet.on, LAYER)
      const ensureOpen = async () => {
        // A menu closes when its button changes with the width: reopen it. A sheet keeps its input.
        if (sheet.isMenu && !(await layer.isVisible())) {
          await sheet.open?.({ page, label, press })
          await waitUntilIdle(2)
        }
        await expect(layer, `${sheet.name} at ${page.viewportSize()?.width}`).toBeVisible()
      }
      await measure(tab, findings, { sizes, ensureOpen })
      collectConsoleErrors(tab, findings)
    })
    expect(findings.findings(), sheet.name).toEqual([])
  })
}

async function addressOf({ address }: Pick<LayoutScreen, 'address'>, route: string): Promise<string> {
  if (typeof address !== 'function') return address ?? route
  return address({
    channelWith: async (participantId) => {
      const { channel } = await callAsAda<{ channel: { id: string } }>(createChannel.path, { participantId })
      return channel.id
    },
    job: (status) => Promise.resolve(day.jobs[status]),
    first: async (list) => {
      const found = objects.get(list) ?? firstOf(list)
      objects.set(list, found)
      return (await found) as { id: string; slug: string; customer: { id: string } }
    },
  })
}

async function firstOf(list: string): Promise<unknown> {
  const found = await callAsAda<unknown[]>(list)
  if (!found[0]) throw new Error(`The demo data has no record in ${list}`)
  return found[0]
}

async function callAsAda<Data>(path: string, body?: object): Promise<Data> {
  const response = await fetch(serverOrigin + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${keys.ada?.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as { data: Data }
  return data
}
