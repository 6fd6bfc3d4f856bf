import { devNotify, getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { expect, test, type Page } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { startReleaseProxy, type ReleaseProxy } from '../support/release-proxy.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'

// The installed app: updates, the offline page and the icon badge.
test.use({ serviceWorkers: 'allow' })

let releases: ReleaseProxy
test.beforeEach(async () => {
  releases = await startReleaseProxy(serverOrigin)
})
test.afterEach(() => releases?.close())

const expectPrecached = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        async () =>
          navigator.serviceWorker.controller !== null &&
          (await caches.match('/offline', { ignoreSearch: true })) !== undefined,
      ),
    )
    .toBe(true)

/** Name of the page's entry module. */
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[src*="/assets/app-"]')?.getAttribute('src') ?? '')

test('an update is offered while a form is half filled, and no input is lost', async ({ page, request }) => {
  const me = await createProvider(request)
  await signIn(page, me)
  await page.goto(`${releases.origin}/support/tickets/new?category=TECHNICAL`)
  await expectPrecached(page)
  const subject = page.getByLabel('In one sentence, what is it about?')
  const updateNotice = page.getByText('Update available')
  await subject.fill('The map stays grey')
  const first = await entryOf(page)

  await test.step('the update is announced without reloading', async () => {
    releases.deploy()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(updateNotice).toBeVisible()
    expect(await entryOf(page)).toBe(first)
    await expect(subject).toHaveValue('The map stays grey')
    await subject.press('End')
    await subject.pressSequentially(', everywhere')
  })

  await test.step('accepting it reloads with the input', async () => {
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => entryOf(page).catch(() => first)).not.toBe(first)
    await expect(subject).toHaveValue('The map stays grey, everywhere')
  })

  await test.step('the new version is installed, without another announcement', async () => {
    const waiting = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return Boolean(registration?.waiting ?? registration?.installing)
      })
    await expect.poll(waiting).toBe(false)
    await expect(updateNotice).toHaveCount(0)
  })
})

test('offline, the sign-in pages say so and recover by themselves', async ({ page, context }) => {
  await page.goto(`${releases.origin}/login`)
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await expectPrecached(page)
  await context.setOffline(true)
  await page.goto(`${releases.origin}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/connection/i)
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('the app icon shows the unread count, and nothing after logging out', async ({ page, request }) => {
  const me = await createProvider(request)
  await signIn(page, me)
  // Record badge calls, which a headless browser does not support.
  await page.addInitScript(() => {
    const badgeCounts: number[] = JSON.parse(localStorage.getItem('badgeCounts') ?? '[]') as number[]
    const setBadge = async (count: number) => {
      badgeCounts.push(count)
      localStorage.setItem('badgeCounts', JSON.stringify(badgeCounts))
    }
    Object.assign(navigator, { setAppBadge: setBadge, clearAppBadge: () => setBadge(0) })
  })
  const shown = () => page.evaluate(() => (JSON.parse(localStorage.getItem('badgeCounts') ?? '[]') as number[]).at(-1))
  await page.goto(releases.origin)
  const { subscriberId } = await callApi<{ subscriberId: string }>(request, getNotificationSession, undefined, me.token)
  const before = (await shown()) ?? 0
  await expect(page.locator('#notifications-button')).toBeVisible()
  const notifications = ['One', 'Two'].map((subject) => ({ subject, body: 'Something happened.' }))
  await callApi(request, devNotify, { subscriberId, notifications })
  await expect.poll(shown).toBe(before + 2)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect.poll(shown).toBe(0)
})
