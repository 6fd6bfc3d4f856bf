import { expect, test } from '@playwright/test'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'
import { onBoth } from '../support/widths.ts'

test('a provider replies in a thread, pins a message and searches', onBoth, async ({ page, request, isMobile }) => {
  const opened = await openConversation(page, request, {
    isPhone: isMobile,
    texts: ['Which valve do I close?', 'The gate code is 4711.'],
  })
  const { address, conversation, messageWith, act } = opened
  await page.goto(address)

  const thread = page.getByRole('complementary', { name: 'Thread' })
  const closeSide = () =>
    isMobile ? page.getByRole('button', { name: 'Back to the conversation' }).click() : page.keyboard.press('Escape')

  await test.step('replies in a thread, once also in the channel', async () => {
    if (isMobile) await act('Which valve', 'Reply in thread')
    else {
      await messageWith('Which valve').focus()
      await page.keyboard.press('t')
    }
    await expect(thread.getByText('Which valve do I close?')).toBeVisible()
    const field = thread.getByRole('textbox')
    await field.fill('The one below the sink.')
    await thread.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(thread.locator('[data-message]').filter({ hasText: 'below the sink' })).toContainText('Sent')
    await thread.getByRole('checkbox', { name: 'Also send to the conversation' }).check()
    await field.fill('Turn it to the right.')
    await thread.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(thread.locator('[data-message]').filter({ hasText: 'to the right' })).toContainText('Sent')
    await expect(thread.getByRole('checkbox', { name: 'Also send to the conversation' })).not.toBeChecked()
    await expectAccessible(page)
  })

  await test.step('finds the thread open after a reload, and goes back', async () => {
    await page.reload()
    await expect(thread.getByText('The one below the sink.')).toBeVisible()
    await thread.getByRole('heading', { name: 'Thread' }).focus()
    await closeSide()
    await expect(thread).toHaveCount(0)
    await expect(messageWith('Turn it to the right.')).toContainText('Replied in a thread')
    await expect(messageWith('The one below the sink.')).toHaveCount(0)
    await expect(conversation.getByRole('button', { name: /2 replies/ })).toBeVisible()
  })

  await test.step('pins and unpins a message', async () => {
    await act('gate code', 'Pin')
    await page.getByRole('button', { name: '1 pinned message' }).click()
    const pinned = page.getByRole('complementary', { name: 'Pinned messages' })
    await expect(pinned.getByText('The gate code is 4711.')).toBeVisible()
    await pinned.getByRole('button', { name: 'Unpin' }).click()
    await expect(pinned.getByText('No pinned messages')).toBeVisible()
    await closeSide()
    await expect(pinned).toHaveCount(0)
  })

  await test.step('searches here and everywhere', async () => {
    await page.getByRole('button', { name: 'Search this conversation' }).click()
    const search = page.getByRole('complementary', { name: 'Search this conversation' })
    await search.getByRole('searchbox').pressSequentially('gat')
    await expect(search.locator('mark')).toHaveText('gat')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/message=/)
    await expect(messageWith('gate code')).toBeInViewport()
    if (isMobile) {
      await page.goBack()
      await expect(search.getByRole('searchbox')).toHaveValue('gat')
      return
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('right')
    const found = page.getByRole('listbox', { name: 'Search results' })
    await expect(found.getByRole('option', { name: /Turn it to the right/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('finds the thread in the list of threads', async () => {
    await page.goto(`${serverOrigin}/messages`)
    await page.getByRole('button', { name: /^Threads/ }).click()
    await page.getByRole('link', { name: /Which valve do I close/ }).click()
    await expect(thread.getByText('The one below the sink.')).toBeVisible()
  })
})

test('a provider saves a message, is reminded of it, and removes it', async ({ page, request }) => {
  const { me, channelId, address, act } = await openConversation(page, request, {
    isPhone: false,
    texts: ['The gate code is 4711.'],
  })
  await page.goto(address)
  await act('gate code', 'Save for later')
  await page.goto(`${serverOrigin}/messages?list=saved`)
  await expect(page.getByRole('heading', { name: 'No reminder' })).toBeVisible()
  const saved = page.getByRole('link', { name: /The gate code is 4711/ })
  // Scheduled from another device of hers.
  const cid = `messaging:${channelId}`
  const [appKey, messageId] = [
    await page.evaluate(() => localStorage.getItem('chat.appKey') ?? ''),
    new URL(await saved.evaluate((link: HTMLAnchorElement) => link.href)).searchParams.get('message') ?? '',
  ]
  const response = await request.put(`${serverOrigin}/chat/v1/channels/${cid}/messages/${messageId}/reminder`, {
    headers: { authorization: `Bearer ${me.streamToken}`, 'x-app-key': appKey },
    data: { remindAt: new Date(Date.now() + 1_500).toISOString() },
  })
  expect(response.status()).toBe(200)
  await expect(page.getByText('Reminder: message from Chidi Okafor').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Due', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove from saved' }).click()
  await expect(page.getByText('No saved messages')).toBeVisible()
})
