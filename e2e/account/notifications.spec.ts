import { devNotify, getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { createProvider, signIn } from '../support/accounts.ts'
import { openInbox } from '../support/inbox.ts'
import { serverOrigin } from '../support/marketplace.ts'
import { openCuttableConnection, type CuttableConnection } from '../support/cuttable-connection.ts'
import { onPhone } from '../support/widths.ts'

let connection: CuttableConnection
test.beforeAll(async () => {
  connection = await openCuttableConnection(serverOrigin)
})
test.afterAll(() => connection.close())

interface InboxFixture {
  /** Notifies the provider, as the product would. */
  notify: (...notifications: { subject: string; [more: string]: unknown }[]) => Promise<void>
}

/** Opens the app as a provider with an empty inbox. */
async function openAsProvider(page: Page, request: APIRequestContext): Promise<InboxFixture> {
  const me = await createProvider(request)
  const { subscriberId, send } = await openInbox(request, me.token)
  await send('POST', '/inbox/notifications/delete', {})
  await signIn(page, me)
  await page.goto(`${connection.origin}/support`)
  return {
    async notify(...notifications) {
      const withBody = notifications.map((notification) => Object.assign({ body: 'Something happened.' }, notification))
      const answer = await request.post(serverOrigin + devNotify.path, {
        data: { subscriberId, notifications: withBody },
      })
      expect(answer.status()).toBe(201)
    },
  }
}

// A button on a desktop, a link on a phone.
const bell = (page: Page, unread: number) =>
  page
    .locator('#notifications-button')
    .and(page.getByLabel(unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', { exact: true }))
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const subjects = async (page: Page) => {
  const texts = await page.locator('[data-notification]').allInnerTexts()
  return texts.map((text) => text.replace('Unread:', '').trim().split('\n')[0]?.trim())
}
const choose = async (page: Page, subject: string, action: string | RegExp) => {
  await row(page, subject)
    .getByRole('button', { name: `Actions for “${subject}”` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the bell keeps the focus when the inbox connects', async ({ page, request }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${getNotificationSession.path}`, async (route) => {
    await released
    await route.continue()
  })
  await openAsProvider(page, request)
  await bell(page, 0).focus()
  const connected = page.waitForEvent('websocket', (socket) => socket.url().includes('/inbox'))
  release()
  await connected
  await expect(bell(page, 0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
})

test('a provider works through the notifications', async ({ page, request }) => {
  const { notify } = await openAsProvider(page, request)
  await expect(bell(page, 0)).toBeVisible()

  await test.step('the bell counts live', async () => {
    await notify(
      { subject: 'Payment received', tags: ['earnings'], severity: 'medium' },
      {
        subject: 'New booking request',
        tags: ['bookings'],
        severity: 'high',
        redirect: '/bookings',
        primaryAction: { label: 'Review', redirect: '/bookings' },
        secondaryAction: { label: 'Decline', redirect: '/bookings' },
      },
    )
    await expect(bell(page, 2)).toBeVisible()
    await expect(page).toHaveTitle(/^\(\d+\) /)
  })

  await test.step('the panel lists them and updates while open', async () => {
    await bell(page, 2).click()
    await expect.poll(() => subjects(page)).toEqual(['New booking request', 'Payment received'])
    await notify({ subject: 'A review' })
    await expect.poll(() => subjects(page)).toEqual(['A review', 'New booking request', 'Payment received'])
  })

  await test.step('snoozed, archived and deleted ones leave the list', async () => {
    await choose(page, 'A review', /In an hour/)
    await expect.poll(() => subjects(page)).toEqual(['New booking request', 'Payment received'])
    await choose(page, 'Payment received', 'Archive')
    await expect.poll(() => subjects(page)).toEqual(['New booking request'])
    await page.getByRole('tab', { name: 'Snoozed' }).click()
    await expect.poll(() => subjects(page)).toEqual(['A review'])
    await choose(page, 'A review', 'Delete')
    await expect(page.getByText('Nothing snoozed')).toBeVisible()
    await page.getByRole('tab', { name: 'Archived' }).click()
    await expect.poll(() => subjects(page)).toEqual(['Payment received'])
    await choose(page, 'Payment received', 'Move to inbox')
    await page.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => subjects(page)).toEqual(['New booking request', 'Payment received'])
  })

  await test.step('a link marks as read and opens its page', async () => {
    await row(page, 'New booking request').getByRole('link', { name: 'Review' }).click()
    await page.waitForURL((url) => url.pathname === '/bookings')
    await expect(page.locator('[data-notification]').first()).toBeHidden()
    await expect(bell(page, 0)).toBeVisible()
  })
})

test('on a phone the bell leads to a page, whose address names the tab', onPhone, async ({ page, request }) => {
  const { notify } = await openAsProvider(page, request)
  await notify({ subject: 'One' }, { subject: 'Two', redirect: '/bookings' })
  await bell(page, 2).click()
  await page.waitForURL('**/notifications')
  await expect(page).toHaveTitle(/Notifications/)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
  await expect.poll(() => subjects(page)).toEqual(['Two', 'One'])

  await choose(page, 'One', 'Archive')
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.waitForURL('**/notifications?tab=archived')
  await expect.poll(() => subjects(page)).toEqual(['One'])
  await page.reload()
  await expect.poll(() => subjects(page)).toEqual(['One'])
  await page.getByRole('tab', { name: 'All' }).click()
  await row(page, 'Two').getByRole('link', { name: 'Two' }).click()
  await page.waitForURL('**/bookings')
  await page.goBack()
  await expect.poll(() => subjects(page)).toEqual(['Two'])
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('archives all at once, and restores them on refusal', onPhone, async ({ page, request }) => {
  const { notify } = await openAsProvider(page, request)
  await notify({ subject: 'One' }, { subject: 'Two' })
  await bell(page, 2).click()
  await expect.poll(() => subjects(page)).toEqual(['Two', 'One'])
  const archiveAll = async () => {
    await page.getByRole('button', { name: 'All notifications' }).click()
    await page.getByRole('menuitem', { name: 'Archive all' }).click()
  }
  await page.route('**/inbox/notifications/archive', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
  await archiveAll()
  await expect(page.getByText("Couldn't archive them")).toBeVisible()
  await expect.poll(() => subjects(page)).toEqual(['Two', 'One'])
  await page.unroute('**/inbox/notifications/archive')
  await archiveAll()
  await expect(page.getByText('Nothing new')).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()
})

test('rolls back a refused change with a toast', async ({ page, request }) => {
  const { notify } = await openAsProvider(page, request)
  await notify({ subject: 'One' }, { subject: 'Two' }, { subject: 'Three' })
  await bell(page, 3).click()
  await expect.poll(() => subjects(page)).toEqual(['Three', 'Two', 'One'])
  await page.route('**/inbox/notifications/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: { message: 'No' } }),
  )
  await choose(page, 'Two', 'Archive')
  await expect(page.getByText("Couldn't archive it")).toBeVisible()
  await expect.poll(() => subjects(page)).toEqual(['Three', 'Two', 'One'])
  await choose(page, 'Three', 'Mark as read')
  await expect(page.getByText("Couldn't mark it as read")).toBeVisible()
  await expect(row(page, 'Three')).toContainText('Unread:')
  await expect(bell(page, 3)).toBeAttached()
})

test('shows what was missed after reconnecting', async ({ page, request }) => {
  const { notify } = await openAsProvider(page, request)
  await notify({ subject: 'Before' })
  await bell(page, 1).click()
  await expect.poll(() => subjects(page)).toEqual(['Before'])
  connection.cut()
  await notify({ subject: 'Meanwhile' }, { subject: 'And more' })
  connection.restore()
  await expect.poll(() => subjects(page)).toEqual(['And more', 'Meanwhile', 'Before'])
  await expect(page.locator('#notifications-button')).toHaveAccessibleName('Notifications, 3 unread')
})
