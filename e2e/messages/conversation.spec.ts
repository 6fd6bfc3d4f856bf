import { expect, test, type Locator, type Page } from '@playwright/test'
import { openConversation } from '../support/conversation.ts'
import { onPhone } from '../support/widths.ts'

// Layout of a conversation, measured in a browser.

/** A wide picture, as a phone takes. */
const photo = async (page: Page) => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1000 })
    canvas.getContext('2d')?.fillRect(20, 20, 800, 500)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'leak.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error('The element has no bounding box')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test('a photo stays within its bubble, and an empty composer has one line', async ({ page, request }) => {
  const { address, conversation, composer, messageWith } = await openConversation(page, request, {
    isPhone: false,
    texts: ['Hello'],
  })
  await page.goto(address)
  await expect(messageWith('Hello')).toBeVisible()
  await page.locator('input[data-chooser=files]').setInputFiles(await photo(page))
  await expect(page.getByRole('button', { name: 'Remove leak.png' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Upload of leak.png' })).toHaveCount(0)
  await composer.fill('This one')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const picture = conversation.getByRole('button', { name: 'Open picture leak.png' })
  await expect(picture).toBeVisible()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(async () => {
        const bubble = await boxOf(messageWith('This one'))
        const inner = await boxOf(picture)
        return inner.left >= bubble.left && inner.right <= bubble.right && bubble.right <= width
      }, `at ${width}`)
      .toBe(true)
    await composer.fill('x')
    const oneLine = (await boxOf(composer)).bottom - (await boxOf(composer)).top
    await composer.fill('')
    await expect.poll(async () => (await boxOf(composer)).bottom - (await boxOf(composer)).top).toBe(oneLine)
  }
})

test('message actions are beside the message, not over its text', async ({ page, request }) => {
  const text = 'Good evening, I can come by tomorrow at 9'
  const { address, conversation, composer, messageWith } = await openConversation(page, request, {
    isPhone: false,
    texts: [text],
  })
  await page.goto(address)
  await expect(messageWith(text)).toBeVisible()
  await composer.fill('Nine is fine with me')
  await page.keyboard.press('Enter')
  await expect(messageWith('Nine is fine')).toContainText('Sent')
  for (const words of [text, 'Nine is fine']) {
    const bubble = await boxOf(messageWith(words))
    const row = conversation.getByRole('listitem').filter({ hasText: words })
    await row.hover()
    for (const name of ['React', 'Reply', 'Reply in thread', 'More actions']) {
      const button = await boxOf(row.getByRole('button', { name, exact: true }))
      expect(button.left >= bubble.right || button.right <= bubble.left, `${name} beside "${words}"`).toBe(true)
    }
  }
})

test('the unread bar covers the edge of the list until an answer', onPhone, async ({ page, request }) => {
  const texts = Array.from({ length: 60 }, (_, n) => `Message number ${n + 1} about the tap`)
  const { address, composer, messageWith } = await openConversation(page, request, {
    isPhone: true,
    texts,
  })
  await page.goto(address)
  await expect(messageWith('number 60 ')).toBeInViewport()
  const up = page.getByRole('button', { name: 'Jump to first unread' })
  await expect(up).toBeVisible()
  const list = page
    .locator('section')
    .filter({ has: page.locator('[data-message]') })
    .last()
  // It hides the top edge of the list, as wide as the list is, so no message shows beside or through it.
  const bar = await boxOf(up)
  const edge = await boxOf(list)
  expect(bar).toMatchObject({ top: edge.top, left: edge.left, right: edge.right })
  const atBar = await up.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 4, top + height / 2))
  })
  expect(atBar).toBe(true)
  await composer.fill('I have read it all')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messageWith('I have read it all')).toBeInViewport()
  await expect(up).toHaveCount(0)
})

test('the unread bar goes when the reader scrolls up and returns to the end', onPhone, async ({ page, request }) => {
  const texts = Array.from({ length: 60 }, (_, n) => `Message number ${n + 1} about the tap`)
  const { address, messageWith } = await openConversation(page, request, { isPhone: true, texts })
  await page.goto(address)
  await expect(messageWith('number 60 ')).toBeInViewport()
  const up = page.getByRole('button', { name: 'Jump to first unread' })
  await expect(up).toBeVisible()
  const list = page
    .locator('section')
    .filter({ has: page.locator('[data-message]') })
    .last()
  await list.evaluate((element) => element.scrollBy(0, -400))
  const latest = page.getByRole('button', { name: 'Jump to latest' })
  await expect(latest).toBeVisible()
  await expect(up).toBeVisible()
  await latest.click()
  await expect(messageWith('number 60 ')).toBeInViewport()
  await expect(up).toHaveCount(0)
})

test('creating an offer from a conversation returns to it', onPhone, async ({ page, request }) => {
  const { address, conversation, messageWith } = await openConversation(page, request, {
    isPhone: true,
    texts: ['What would it cost?'],
  })
  await page.goto(address)
  await expect(messageWith('What would it cost?')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add', exact: true })
  const begin = async () => {
    await add.click()
    await page.getByRole('menuitem', { name: 'Offer', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'New offer' })).toBeVisible()
  }
  await begin()
  await page.keyboard.press('Escape')
  await expect(conversation).toBeVisible()
  await expect(add).toBeFocused()

  await begin()
  await page.getByRole('dialog').getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByRole('link', { name: 'Messages' }).first()).toBeVisible()
  await page.getByLabel('Title').fill('New kitchen tap')
  await page.getByRole('button', { name: 'Add a line', exact: true }).filter({ visible: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Description', { exact: true }).fill('Tap')
  await sheet.getByLabel('Quantity', { exact: true }).fill('1')
  await sheet.getByLabel('Unit price (NGN)').fill('45000')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send…' }).filter({ visible: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(conversation).toBeVisible()
  await expect(add).toBeFocused()
})
