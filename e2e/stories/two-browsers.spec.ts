import { getStreamToken } from '@fettle/protocol/workspace/channels'
import { openDirectChannel } from '../support/chat.ts'
import { getProfile, savePersonalInfo } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { callApi, createProvider, signIn, type TestAccount } from '../support/accounts.ts'
import { serverOrigin } from '../support/marketplace.ts'
import { openCuttableConnection, type CuttableConnection } from '../support/cuttable-connection.ts'

let connection: CuttableConnection
test.beforeAll(async () => {
  connection = await openCuttableConnection(serverOrigin)
})
test.afterAll(() => connection.close())

const QUEUED = '[data-state="queued"], [data-state="sending"]'

/** The chat as one of the two calls it, without their screen. */
async function chatOf(request: APIRequestContext, { token }: TestAccount) {
  const keys = await callApi<{ token: string; appKey: string }>(request, getStreamToken, undefined, token)
  const headers = { authorization: `Bearer ${keys.token}`, 'x-app-key': keys.appKey }
  return async <Answer>(method: string, path: string, data?: object): Promise<Answer> => {
    const response = await request.fetch(`${serverOrigin}/chat/v1${path}`, { method, headers, ...(data && { data }) })
    expect(response.ok(), `${method} ${path} → ${await response.text()}`).toBe(true)
    return (await response.json()) as Answer
  }
}

/** One of the two people at their screen. */
function at(page: Page, origin: string, other: string) {
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const composer = page.getByRole('textbox', { name: `Message to ${other}` })
  const messageWith = (text: string) => conversation.locator('[data-message]').filter({ hasText: text })
  return {
    page,
    conversation,
    composer,
    messageWith,
    open: (cid: string) => page.goto(`${origin}/messages?channel=${encodeURIComponent(cid.replace(/^.*:/, ''))}`),
    async write(text: string) {
      await composer.fill(text)
      await page.getByRole('button', { name: /^(Send|Save)$/ }).click()
    },
    /** Through the sheet opened by a long press. */
    async hold(text: string, action: string) {
      await messageWith(text).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
      await expect(page.getByRole('dialog', { name: 'Message', exact: true })).toBeVisible()
      await messageWith(text).dispatchEvent('pointerup', { pointerType: 'touch' })
      await page.getByRole('button', { name: action, exact: true }).click()
    },
    /** Messages on this screen by id and text, in visual order. */
    shown: () =>
      conversation.evaluate((region) =>
        [...region.querySelectorAll<HTMLElement>('[data-message]')]
          .map((element) => ({
            index: Number(element.closest<HTMLElement>('[data-index]')?.dataset['index']),
            id: element.dataset['message'],
            deleted: element.innerText.includes('Message deleted'),
            pictures: element.querySelectorAll('img').length,
            words: [...element.querySelectorAll('p')].map(({ innerText }) => innerText.split('\n')[0]?.trim()),
            edited: element.innerText.includes('edited'),
            reactions: [...(element.closest('li')?.querySelectorAll<HTMLElement>('button[aria-pressed]') ?? [])].map(
              ({ innerText }) => innerText.replace(/\s+/g, ' ').trim(),
            ),
          }))
          .sort((one, other) => one.index - other.index)
          .map(({ index: _, ...message }) => message),
      ),
  }
}
type Side = ReturnType<typeof at>

/** A picture that takes several parts to upload. */
async function largePicture(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 })
    const pen = canvas.getContext('2d')
    if (!pen) return ''
    const noise = pen.createImageData(900, 700)
    // Noise does not compress: the file is as large as its pixels.
    noise.data.set(noise.data.map((_, index) => (index % 4 === 3 ? 255 : Math.floor(Math.random() * 256))))
    pen.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

async function open(browser: Browser, person: TestAccount, look: object): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Africa/Lagos', ...look })
  const page = await context.newPage()
  await signIn(page, person)
  return page
}

async function named(request: APIRequestContext, firstName: string, lastName: string) {
  const person = await createProvider(request)
  await callApi(request, savePersonalInfo, { firstName, lastName, dateOfBirth: '1990-05-17' }, person.token)
  const { id } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  return { ...person, id }
}

test('two people chat through connection losses and end with identical conversations', async ({ browser, request }) => {
  const [ada, tunde] = [await named(request, 'Ada', 'Obi'), await named(request, 'Tunde', 'Bello')]
  const asAda = await chatOf(request, ada)
  const desktop = at(await open(browser, ada, { viewport: { width: 1440, height: 900 } }), serverOrigin, 'Tunde Bello')
  const phone = at(
    await open(browser, tunde, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    connection.origin,
    'Ada Obi',
  )
  const errors: string[] = []
  for (const side of [desktop, phone]) side.page.on('pageerror', ({ message }) => errors.push(message))

  // Both have visited once, so that the chat knows their names.
  await phone.page.goto(`${connection.origin}/messages`)
  await desktop.page.goto(`${serverOrigin}/messages`)
  let cid = ''
  await expect(async () => {
    cid = await openDirectChannel(request, [ada.id, tunde.id])
  }).toPass()
  await Promise.all([desktop.open(cid), phone.open(cid)])

  await test.step('typing, delivery and read state', async () => {
    // Typing is shown only to those who are connected, and the page may still connect.
    await expect(async () => {
      await phone.composer.pressSequentially('Good mor')
      await expect(desktop.page.getByText('typing…').first()).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await phone.write('Good morning, Ada.')
    await expect(desktop.messageWith('Good morning, Ada.')).toBeVisible()
    await desktop.write('Morning! Is the roof done?')
    await expect(phone.messageWith('Is the roof done?')).toBeVisible()
    await expect(desktop.messageWith('Is the roof done?')).toContainText('Read')
    await expect(desktop.page.getByText(/^Seen \d/)).toBeVisible()
    await phone.write('Allmost.')
    await phone.write('This one was for my brother.')
    await expect(desktop.messageWith('for my brother')).toBeVisible()
    await expect(phone.messageWith('for my brother')).toContainText('Read')
  })

  await test.step('an upload resumes after a connection loss', async () => {
    const sent = phone.page.waitForRequest((each) => /\/parts\?offset=[1-9]/.test(each.url()))
    await phone.page.locator('input[data-chooser=files]').setInputFiles(await largePicture(phone.page))
    await sent
    connection.cut()
    await expect(phone.page.getByText(/Reconnecting…|You're offline/).first()).toBeVisible()
    await phone.write('Look, nearly there')
    await expect(phone.page.getByText('Wait until all attachments have uploaded').first()).toBeVisible()
    const retryButton = phone.page.getByRole('button', { name: 'Upload roof.png again' })
    await expect(retryButton).toBeVisible()
    connection.restore()
    await expect(phone.page.getByText(/Reconnecting…|You're offline/)).toHaveCount(0)
    // It continues by itself.
    await expect(retryButton).toHaveCount(0)
    await expect(phone.page.getByRole('progressbar', { name: 'Upload of roof.png' })).toHaveCount(0)
    // Still in the composer: neither lost nor sent twice.
    await expect(phone.composer).toHaveValue('Look, nearly there')
    await phone.page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(desktop.messageWith('Look, nearly there')).toHaveCount(1)
    await expect(desktop.conversation.getByRole('button', { name: 'Open picture roof.png' })).toBeVisible()
  })

  await test.step('typing, reactions and deletions are done or offered again after another loss', async () => {
    await phone.composer.pressSequentially('Wait')
    await expect(desktop.page.getByText('typing…').first()).toBeVisible()
    await phone.messageWith('Is the roof done?').focus()
    await phone.page.keyboard.press('+')
    await phone.hold('for my brother', 'Delete for everyone')
    await phone.page.getByRole('button', { name: 'Delete', exact: true }).click({ noWaitAfter: true })
    connection.cut()
    await expect(phone.page.getByText(/Reconnecting…|You're offline/).first()).toBeVisible()
    // The typing indicator of a disconnected user expires.
    await expect(desktop.page.getByText('typing…')).toHaveCount(0)
    const remove = phone.page.getByRole('button', { name: 'Delete', exact: true })
    if (await remove.isVisible()) await phone.page.getByRole('button', { name: 'Keep it' }).click()
  })

  await test.step('an offline message waits, says so, and can be cancelled', async () => {
    for (const text of ['One: the tiles are on.', 'Two: not this one.', 'Three: the gutter is missing.'])
      await phone.write(text)
    await expect(phone.conversation.locator(QUEUED)).toHaveCount(3)
    const second = phone.conversation.getByRole('listitem').filter({ hasText: 'Two: not this one.' })
    await expect(second).toContainText("Will be sent when you're back online.")
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(phone.conversation.locator(QUEUED)).toHaveCount(2)
  })

  await test.step('an offline edit is refused and keeps its text', async () => {
    await phone.hold('Allmost.', 'Edit')
    await phone.write('Almost.')
    await expect(phone.page.getByText("Couldn't change the message").first()).toBeVisible()
    await expect(phone.composer).toHaveValue('Almost.')
  })

  await test.step('meanwhile the other one sends, edits, deletes and reacts', async () => {
    await desktop.write('I can bring the gutter.')
    await desktop.write('Or not: the van is full.')
    await expect(desktop.messageWith('the van is full')).toContainText('Sent')
    await desktop.composer.press('ArrowUp')
    await desktop.write('The van is full, but it fits.')
    await expect(desktop.messageWith('but it fits')).toContainText('edited')
    await desktop.messageWith('Good morning, Ada.').focus()
    await desktop.page.keyboard.press('+')
    await expect(desktop.conversation.getByRole('button', { name: '👍: You' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('after reconnecting pending messages are sent in order, and missed ones arrive', async () => {
    connection.restore()
    await expect(phone.messageWith('but it fits')).toBeVisible()
    await expect(desktop.messageWith('Three: the gutter is missing.')).toBeVisible()
    await expect(phone.conversation.locator(QUEUED)).toHaveCount(0)
    await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(desktop.messageWith('Almost.')).toContainText('edited')
    if (!(await phone.messageWith('Message deleted').isVisible())) {
      await phone.hold('for my brother', 'Delete for everyone')
      await phone.page.getByRole('button', { name: 'Delete', exact: true }).click()
    }
    await expect(desktop.messageWith('Message deleted')).toBeVisible()
  })

  await test.step('pending messages survive a reload', async () => {
    connection.cut()
    await phone.write('Four: see you at two.')
    await phone.write('Five: bring the ladder.')
    await expect(phone.conversation.locator(QUEUED)).toHaveCount(2)
    await desktop.write('At two, fine.')
    connection.restore()
    await phone.open(cid)
    await expect(desktop.messageWith('Five: bring the ladder.')).toBeVisible()
    await expect(phone.conversation.locator(QUEUED)).toHaveCount(0)
  })

  await test.step('both screens and the server have the same messages in the same order', async () => {
    const { messages } = await asAda<{ messages: { id: string; text: string }[] }>(
      'GET',
      `/channels/${encodeURIComponent(cid)}/messages?limit=100`,
    )
    const texts = messages.map(({ text }) => text)
    const sentOnce = [
      'One: the tiles are on.',
      'Three: the gutter is missing.',
      'Four: see you at two.',
      'Five: bring the ladder.',
    ]
    expect(texts.filter((text) => sentOnce.includes(text))).toEqual(sentOnce)
    expect(texts).not.toContain('Two: not this one.')
    expect(texts).toContain('The van is full, but it fits.')
    await sameOnBoth(
      desktop,
      phone,
      messages.map(({ id }) => id),
    )
  })
  expect(errors).toEqual([])
  await Promise.all([desktop, phone].map(({ page }) => page.context().close()))
})

async function sameOnBoth(one: Side, other: Side, ids: string[]): Promise<void> {
  // A phone shows fewer messages: the common range must be equal and in channel order.
  await expect
    .poll(async () => {
      const [left, right] = [await one.shown(), await other.shown()]
      const common = new Set(left.map(({ id }) => id).filter((id) => right.some((message) => message.id === id)))
      const of = (list: typeof left) => list.filter(({ id }) => common.has(id))
      return {
        same: JSON.stringify(of(left)) === JSON.stringify(of(right)),
        inOrder: JSON.stringify(of(left).map(({ id }) => id)) === JSON.stringify(ids.filter((id) => common.has(id))),
        enough: common.size >= Math.min(ids.length, 6),
      }
    })
    .toEqual({ same: true, inOrder: true, enough: true })
}
