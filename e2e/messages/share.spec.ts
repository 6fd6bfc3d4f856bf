import { login } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type Page } from '@playwright/test'
import { acceptRequest } from '../support/accept-request.ts'
import { callApi, PASSWORD, createProvider, signIn } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

// Another app shares photos with the installed app, whose worker receives them, online or offline.
test.use({ serviceWorkers: 'allow' })

/** Waits until the worker controls the page and the app is cached. */
async function isInstalled(page: Page): Promise<void> {
  const ready = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller !== null &&
        (await caches.match('/shell', { ignoreSearch: true })) !== undefined,
    )
  await expect.poll(ready).toBe(true)
}

/** Posts a form like the system's share sheet, as the manifest declares. */
async function share(page: Page, ...colours: string[]): Promise<void> {
  await page.evaluate(async (imageColours) => {
    const form = document.createElement('form')
    form.action = '/share'
    form.method = 'POST'
    form.enctype = 'multipart/form-data'
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.name = 'photos'
    const held = new DataTransfer()
    for (const [at, colour] of imageColours.entries()) {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 480
      const context = canvas.getContext('2d')
      if (context) {
        context.fillStyle = colour
        context.fillRect(0, 0, 640, 480)
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
      if (blob) held.items.add(new File([blob], `gallery-${at}.jpg`, { type: 'image/jpeg' }))
    }
    input.files = held.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, colours)
  await page.waitForURL((url) => url.searchParams.has('share') || url.pathname === '/login')
}

// Galleries are on phones.
test('photos from the gallery are shared to their job, also offline', onPhone, async ({ page, request, context }) => {
  const me = await createProvider(request)
  await signIn(page, me)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, me.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  const { id } = await customer.requestBooking({ providerId, title: 'Cracked tiles', inHours: 3 })
  await page.goto(`/bookings/${id}`)
  await acceptRequest(page)
  await isInstalled(page)
  const manifest = (await (await request.get('/site.webmanifest')).json()) as { share_target: object }
  expect(manifest.share_target).toEqual({
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos', accept: ['image/*'] }] },
  })
  const job = page.getByRole('radio', { name: /Cracked tiles/ })
  const add = page.getByRole('button', { name: /photos? to Cracked tiles/ })
  const photosOf = async () => {
    const { photos } = await callApi<{ photos: { kind: string }[] }>(
      request,
      { method: 'GET', path: `/v2/bookings/${id}` },
      undefined,
      me.token,
    )
    return photos.map(({ kind }) => kind)
  }

  await test.step('online: selection, destination and kind', async () => {
    await share(page, 'teal', 'maroon', 'olive')
    await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(3)
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
    await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
    await job.check()
    await expect(add).toHaveText('Add 2 photos to Cracked tiles')
    await expectAccessible(page)
    await page.getByLabel('Photo type').selectOption('ISSUE')
    await add.click()
    await page.waitForURL((url) => url.pathname === `/bookings/${id}`)
    await expect.poll(photosOf).toEqual(['ISSUE', 'ISSUE'])
  })

  await test.step('offline they are kept across a reload, and sent once after reconnecting', async () => {
    // The share screen was cached on an earlier visit.
    await context.setOffline(true)
    await share(page, 'navy')
    await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(1)
    await page.reload()
    await job.check()
    await add.click()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    expect(await photosOf()).toHaveLength(2)
    await context.setOffline(false)
    await expect.poll(photosOf, { timeout: 60_000 }).toEqual(['ISSUE', 'ISSUE', 'BEFORE'])
    await page.goto('/messages?share')
    await expect(page.getByRole('heading', { name: 'No shared photos' })).toBeVisible()
  })
})

test('photos are shared to a conversation, and wait for a login', async ({ page, request, context }) => {
  const { me, customer, channelId, address, messageWith } = await openConversation(page, request, {
    isPhone: false,
    texts: ['Show me'],
  })
  await page.goto(address)
  await expect(messageWith('Show me').first()).toBeVisible()
  await isInstalled(page)

  await test.step('without a session: first the login, then the photos', async () => {
    // Only as the page is left: without its token, the app would leave for the login by itself.
    await page.evaluate(() => addEventListener('pagehide', () => localStorage.clear()))
    await share(page, 'purple', 'orange')
    await expect(page).toHaveURL(/\/login$/)
    const keys = await callApi<{ token: string; streamToken: string }>(request, login, {
      emailOrPhone: me.email,
      password: PASSWORD,
      role: 'PROVIDER',
    })
    expect(keys.token).toBeTruthy()
    await page.getByLabel('Email or phone number').fill(me.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
    // Left for later, they are offered by the next page.
    await page.goto('/')
    await page.getByRole('button', { name: 'Choose where' }).click()
    await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
  })

  const messages = async () => {
    const texts = await customer.readMessages(channelId)
    return texts.filter((text) => text !== 'Show me')
  }
  await test.step('one message with a text', async () => {
    await page.getByRole('radio', { name: 'Chidi Okafor' }).check()
    await page.getByLabel('Add a message (optional)').fill('Like this?')
    await page.getByRole('button', { name: 'Send 2 photos to Chidi Okafor' }).click()
    await page.waitForURL((url) => url.searchParams.get('channel') === channelId)
    await expect.poll(messages).toEqual(['Like this?'])
  })

  await test.step('offline it waits, and is sent once', async () => {
    await context.setOffline(true)
    await share(page, 'gray')
    await page.getByRole('radio', { name: 'Chidi Okafor' }).check()
    await page.getByLabel('Add a message (optional)').fill('And this one')
    await page.getByRole('button', { name: 'Send 1 photo to Chidi Okafor' }).click()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await context.setOffline(false)
    await expect.poll(messages, { timeout: 60_000 }).toEqual(['Like this?', 'And this one'])
  })
})
