import { createOfferTemplate } from '@fettle/protocol/offers/templates'
import { listOffers } from '@fettle/protocol/offers'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { acceptRequest } from '../support/accept-request.ts'
import { runningContract } from '../support/contracts.ts'
import { callApi, createProvider, signIn, type TestAccount } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible, newCustomer } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

// Tests the service worker, which is blocked in all other stories.
test.use({ serviceWorkers: 'allow' })

/** Waits until the app shell, the profile and a confirmed booking, alone and in its list, are stored on the device. */
async function expectStored(page: Page, title: string): Promise<void> {
  const kept = () =>
    page.evaluate(async (title) => {
      // Opening the database before the app has created it would leave it without stores.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'fettle')) return false
      const [shell, reads] = await Promise.all([
        caches.match('/shell', { ignoreSearch: true }),
        new Promise<{ key: unknown[]; data: unknown }[]>((resolve) => {
          const opening = indexedDB.open('fettle', 1)
          opening.onsuccess = () => {
            const getAll = opening.result.transaction('reads').objectStore('reads').getAll()
            getAll.onsuccess = () => resolve(getAll.result as { key: unknown[]; data: unknown }[])
          }
        }),
      ])
      const keys = new Set(reads.map(({ key }) => key.slice(0, 2).join('.')))
      const isReady = navigator.serviceWorker.controller !== null && shell !== undefined
      const isListed = reads.some(
        ({ key, data }) =>
          key.slice(0, 2).join('.') === 'bookings.list' &&
          JSON.stringify(key).includes('CONFIRMED') &&
          JSON.stringify(data).includes(title),
      )
      return isReady && isListed && ['bookings.get', 'profile.kept'].every((key) => keys.has(key))
    }, title)
  await expect.poll(kept, { timeout: 90_000 }).toBe(true)
}

declare global {
  interface Window {
    offlineBannerFrames?: { shown: number; missing: number }
  }
}

/** Runs in the page: counts frames with content in which the offline banner was visible or missing. */
function countOfflineBannerFrames(): void {
  const frames = { shown: 0, missing: 0 }
  window.offlineBannerFrames = frames
  const countFrame = () => {
    const notes = [...document.querySelectorAll('p')].filter((note) => note.textContent.startsWith("You're offline"))
    // Frames before the first layout are empty and do not count.
    if (notes.some((note) => note.checkVisibility())) frames.shown += 1
    else if (document.body?.innerText.trim()) frames.missing += 1
    requestAnimationFrame(countFrame)
  }
  requestAnimationFrame(countFrame)
}

test('a provider works offline, and everything is sent once', onPhone, async ({ page, request, context }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  const { id } = await customer.requestBooking({ providerId, title: 'Shower runs cold', inHours: 0.4 })

  await test.step('an online visit stores what is needed', async () => {
    await page.goto(`/bookings/${id}`)
    await acceptRequest(page)
    // The server's answer brings what may be done next; the state shows before it.
    await expect(
      page.getByRole('button', { name: 'Start travel', exact: true }).filter({ visible: true }),
    ).toBeVisible()
    await page.goto('/bookings?tab=upcoming')
    await expect(page.getByRole('link', { name: /Shower runs cold/ })).toBeVisible()
    await expectStored(page, 'Shower runs cold')
  })

  await test.step('offline the same address opens with stored data and the banner from the first frame', async () => {
    await page.addInitScript(countOfflineBannerFrames)
    await context.setOffline(true)
    // Throttled like a phone, so that the first frames show the prerendered HTML. The browser also claims to be online,
    // so that only failing calls reveal it is not.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.reload()
    await expect(page.getByText("You're offline.", { exact: false })).toBeVisible()
    await expect(page.getByRole('link', { name: /Shower runs cold/ })).toBeVisible()
    const frames = await page.evaluate(() => window.offlineBannerFrames)
    expect(frames?.shown).toBeGreaterThan(0)
    // The first call fails within a frame or two.
    expect(frames?.missing).toBeLessThan(4)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.getByRole('link', { name: /Shower runs cold/ }).click()
    await expect(page.getByRole('heading', { name: 'Shower runs cold' })).toBeVisible()
  })

  await test.step('a queued step survives another reload', async () => {
    await page.getByRole('button', { name: 'Start travel', exact: true }).filter({ visible: true }).click()
    await expect(page.getByText('On the way').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('On the way').first()).toBeVisible()
    await expect(page.getByText(/1 change waiting/).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an unvisited address shows the app frame with a way back', async () => {
    await page.goto('/contracts')
    await expect(page.getByRole('link', { name: 'Calendar' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('is sent once after reconnecting', async () => {
    await page.goto(`/bookings/${id}`)
    await context.setOffline(false)
    await expect.poll(async () => (await customer.booking(id)).status).toBe('EN_ROUTE')
    await expect(page.getByText(/change waiting/)).toHaveCount(0)
    const { timeline } = await customer.booking(id)
    expect(timeline.filter(({ event }) => event.startsWith('booking.en'))).toHaveLength(1)
  })
})

test('a provider reads and answers a conversation offline, and the answer is sent once', async ({
  page,
  request,
  context,
}) => {
  const { customer, channelId, address, composer, messageWith } = await openConversation(page, request, {
    isPhone: false,
    texts: ['Which valve do I close?'],
  })
  const keptTexts = () =>
    page.evaluate(async () => {
      if (!(await indexedDB.databases()).some(({ name }) => name === 'fettle')) return ''
      const opening = indexedDB.open('fettle', 1)
      const kept = await new Promise<{ key: unknown[]; data: unknown }[]>((resolve) => {
        opening.onsuccess = () => {
          const getAll = opening.result.transaction('reads').objectStore('reads').getAll()
          getAll.onsuccess = () => resolve(getAll.result as { key: unknown[]; data: unknown }[])
        }
      })
      return kept.flatMap(({ key, data }) => (key[0] === 'chat' ? [String(data)] : [])).join(' ')
    })
  const isReady = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller !== null &&
        (await caches.match('/shell', { ignoreSearch: true })) !== undefined,
    )

  await test.step('an online visit stores messages and app', async () => {
    await page.goto(address)
    await expect(messageWith('Which valve do I close?')).toBeVisible()
    await expect.poll(keptTexts).toContain('Which valve do I close?')
    await expect.poll(isReady).toBe(true)
  })

  await test.step('offline they are there after a reload, and so is the queued answer', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(messageWith('Which valve do I close?')).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Chidi Okafor/ }),
    ).toBeVisible()
    await composer.fill('The one below the sink.')
    await composer.press('Enter')
    await page.reload()
    await expect(messageWith('The one below the sink.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('is sent once after reconnecting', async () => {
    await customer.sendMessage(channelId, 'Never mind, I found it.')
    await context.setOffline(false)
    await expect(messageWith('Never mind, I found it.')).toBeVisible()
    await expect(messageWith('The one below the sink.')).toContainText('Sent')
    expect((await customer.readMessages(channelId)).filter((text) => text === 'The one below the sink.')).toHaveLength(
      1,
    )
  })
})

test('a new offer is created offline from a template, survives a reload, and is created once', async ({
  page,
  request,
  context,
}) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Ngozi Eze')
  await customer.requestBooking({ providerId, title: 'Shower runs cold', inHours: 30 })
  const content = {
    title: 'Yearly service',
    lineItems: [
      { id: 'l1', kind: 'LABOUR', name: 'Look at the pump', quantity: '1', unit: 'ITEM', unitPrice: 500_000 },
    ],
  }
  await callApi(request, createOfferTemplate, { name: 'Service', content }, person.token)
  const drafts = () =>
    callApi<{ title: string; customer: { name: string } }[]>(request, listOffers, undefined, person.token)
  const total = (text: string) => page.getByText(text).filter({ visible: true }).first()

  await test.step('an online visit stores what is needed', async () => {
    await page.goto('/offers')
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
      .toBe(true)
    // Files loaded before the worker was active are cached from the next visit on.
    await page.reload()
    const isReady = () =>
      page.evaluate(async () => {
        if (!(await indexedDB.databases()).some(({ name }) => name === 'fettle')) return false
        const opening = indexedDB.open('fettle', 1)
        const keys = await new Promise<string[]>((resolve) => {
          opening.onsuccess = () => {
            const getAll = opening.result.transaction('reads').objectStore('reads').getAll()
            getAll.onsuccess = () =>
              resolve((getAll.result as { key: unknown[] }[]).map(({ key }) => key.slice(0, 2).join('.')))
          }
        })
        // The sheet's code is prefetched last, after the data.
        const pages = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
        const files = pages.flat().map(({ url }) => url)
        return (
          navigator.serviceWorker.controller !== null &&
          ['customers.list', 'offerTemplates.list', 'profile.kept'].every((key) => keys.includes(key)) &&
          ['editor', 'offer.screen', 'offers.screen'].every((part) => files.some((url) => url.includes(`/${part}`)))
        )
      })
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  })

  await test.step("offline a new one opens with the template's lines", async () => {
    await context.setOffline(true)
    await page.goto('/offers?tab=drafts')
    await page.getByRole('button', { name: 'New offer' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('You can work on it offline', { exact: false })).toBeVisible()
    await dialog.getByLabel('Search customers').fill('ngo')
    await dialog.getByRole('button', { name: /Ngozi Eze/ }).click()
    await dialog.getByLabel('Start from').selectOption('Service')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create offer' }).click()
    await expect(page.getByText('This offer is only on this device.', { exact: false })).toBeVisible()
    await expect(total('₦5,000')).toBeVisible()
  })

  await test.step('its content survives a reload and is listed', async () => {
    await page.getByLabel('Title').fill('Service of the borehole pump')
    await page.getByLabel('Tax on all lines (%)').fill('10')
    await expect(total('₦5,500')).toBeVisible()
    await expect(page.locator('[data-autosave=device]').filter({ visible: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Service of the borehole pump')
    await expect(total('₦5,500')).toBeVisible()
    await page.getByRole('link', { name: 'Offers' }).filter({ visible: true }).first().click()
    await page.getByRole('tab', { name: /^Drafts/ }).click()
    const unsentRegion = page.getByRole('region', { name: 'On this device only' })
    await expect(unsentRegion.getByText('₦5,500').filter({ visible: true })).toBeVisible()
    await expectAccessible(page)
    await unsentRegion.getByRole('link', { name: /Service of the borehole pump/ }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Service of the borehole pump')
  })

  await test.step('sending explains that it needs a connection', async () => {
    await page.getByRole('button', { name: 'Send…', exact: true }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText("You're offline. Your offer is saved on this device.", { exact: false }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Send…', exact: true }).filter({ visible: true })).toBeFocused()
  })

  await test.step('is created once after reconnecting, and the editor stays open', async () => {
    await page.getByLabel('Title').focus()
    await context.setOffline(false)
    await expect.poll(async () => (await drafts()).map(({ title }) => title)).toEqual(['Service of the borehole pump'])
    await expect(page).toHaveURL(/\/offers\/off_/)
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(', twice')
    await expect(page.locator('[data-autosave=saved]').filter({ visible: true })).toBeVisible()
    await expect
      .poll(async () => (await drafts()).map(({ title }) => title))
      .toEqual(['Service of the borehole pump, twice'])
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Service of the borehole pump, twice')
    await expect(page.getByText('on this device only', { exact: false })).toHaveCount(0)
  })
})

type Prepare = (request: APIRequestContext, person: TestAccount) => Promise<string>

/** A booking, an offer and a contract, by address and expected content. */
const offlineDocuments: Record<string, { prepare: Prepare; reads: string }> = {
  'a job': {
    prepare: async (request, { token }) => {
      const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, token)
      const customer = await newCustomer(request, 'Ngozi Eze')
      return `/bookings/${(await customer.requestBooking({ providerId, title: 'Shower runs cold', inHours: 30 })).id}`
    },
    reads: 'It drips since yesterday. The valve is under the sink.',
  },
  'a request for an offer': {
    prepare: async (request, { token }) => {
      const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, token)
      const customer = await newCustomer(request, 'Ngozi Eze')
      return `/offers/${await customer.requestOffer({ providerId, title: 'Bathroom in flat 2' })}`
    },
    reads: 'Everything out and new. The tenant moves in at the end of next month.',
  },
  'a contract': {
    prepare: async (request, person) => `/contracts/${(await runningContract(request, person, 'Ngozi Eze')).id}`,
    reads: 'Out with the old',
  },
}

for (const [what, { prepare, reads }] of Object.entries(offlineDocuments)) {
  test(`${what} opened as the first page can be read offline`, async ({ page, request, context }) => {
    const person = await createProvider(request)
    const address = await prepare(request, person)
    await signIn(page, person)
    await page.goto(address)
    const text = page.getByText(reads, { exact: false }).filter({ visible: true }).first()
    await expect(text).toBeVisible()
    /** Whether all files of this page and its data are cached. */
    const isKept = () =>
      page.evaluate(
        async (id) => {
          if (!navigator.serviceWorker.controller) return false
          const used = performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name))
            .filter(({ pathname }) => pathname.startsWith('/assets/'))
          const kept = await Promise.all(used.map(({ pathname }) => caches.match(pathname, { ignoreVary: true })))
          const opening = indexedDB.open('fettle', 1)
          const keys = await new Promise<string[]>((resolve) => {
            opening.onsuccess = () => {
              const getAllKeys = opening.result.transaction('reads').objectStore('reads').getAllKeys()
              getAllKeys.onsuccess = () => resolve(getAllKeys.result.map(String))
            }
          })
          return kept.every(Boolean) && keys.some((key) => key.includes('"get"') && key.includes(id))
        },
        address.split('/').at(-1) ?? '',
      )
    await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await expect(text).toBeVisible()
    await expect(page.getByText("You're offline.", { exact: false }).first()).toBeVisible()
  })
}

test('logging out removes stored data, and says so offline', async ({ page, request, context }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  await page.goto('/bookings')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.reload()
  await expect.poll(() => page.evaluate(() => caches.has('fettle-pages'))).toBe(true)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => caches.has('fettle-pages'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
})
