import { createQuickReply } from '@fettle/protocol/workspace/quick-replies'
import { expect, test, type Page } from '@playwright/test'
import { callApi, signIn } from '../support/accounts.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const choose = async (page: Page, item: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'More', exact: true }).click()
  await page.getByRole(role, { name: item, exact: true }).click()
}

test('a provider uses mentions, formats and commands on a phone', onPhone, async ({ page, request }) => {
  const { address, composer, messageWith } = await openConversation(page, request, { isPhone: true })
  await page.goto(address)
  const send = sendButton(page)

  await test.step('mentions somebody by suggestion', async () => {
    await composer.pressSequentially('Good morning @chi')
    const person = page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Chidi Okafor' })
    await expect(person).toBeVisible()
    await expect(composer).toHaveAttribute('aria-activedescendant', (await person.getAttribute('id')) ?? '')
    await person.tap()
    await expect(composer).toHaveValue('Good morning @Chidi Okafor ')
    await send.click()
    await expect(messageWith('Good morning').locator('[data-mention]')).toHaveText('@Chidi Okafor')
  })

  await test.step('formats with a preview', async () => {
    await choose(page, 'Show formatting', 'menuitemcheckbox')
    await page.keyboard.press('Escape')
    await composer.fill('urgent')
    await composer.selectText()
    await page.getByRole('button', { name: /^Bold/ }).tap()
    await expect(composer).toHaveValue('**urgent**')
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('urgent')
    await expectAccessible(page)
    await composer.fill('')
  })

  await test.step('opens by command what the menu opens', async () => {
    await composer.pressSequentially('/boo')
    const command = page.getByRole('option', { name: /\/booking/ })
    await command.tap()
    const bookings = page.getByRole('dialog', { name: 'Bookings' })
    await bookings.getByRole('button', { name: 'Insert' }).click()
    await expect(composer).toHaveValue(/^The kitchen tap drips \(BK-/)
    await composer.fill('')
  })
})

test('a provider uses quick replies, another device and scheduling', async ({
  page,
  request,
  browser,
  contextOptions,
}) => {
  const opened = await openConversation(page, request, { isPhone: false })
  const { me, customer, channelId, address, composer, messageWith } = opened
  const reply = { shortcut: 'coming', text: 'Hello {{customer.firstName}}, it costs {{price}}.' }
  await callApi(request, createQuickReply, reply, me.token)
  await page.goto(address)
  const send = sendButton(page)

  await test.step('inserts a quick reply by command, and fills in variables', async () => {
    await composer.fill('/quick coming')
    await send.click()
    await expect(composer).toHaveValue('Hello Chidi, it costs {{price}}.')
    await send.click()
    await expect(page.getByText('Fill in {{price}} first.')).toBeVisible()
    await page.keyboard.insertText('5,000')
    await send.click()
    await expect(messageWith('Hello Chidi, it costs 5,000.')).toContainText('Sent')
  })

  await test.step('sees a link preview, and removes it', async () => {
    await composer.fill('See http://127.0.0.1:9/secret please')
    const tray = page.getByRole('list', { name: 'Link previews' })
    await expect(tray.getByText('No preview available')).toBeVisible()
    await tray.getByRole('button', { name: /^Remove the preview/ }).click()
    await expect(tray).toHaveCount(0)
  })

  await test.step('continues writing on another device', async () => {
    const other = await browser.newContext(contextOptions)
    const tablet = await other.newPage()
    await signIn(tablet, me)
    await tablet.goto(address)
    const textbox = tablet.getByRole('textbox', { name: 'Message to Chidi Okafor' })
    await expect(textbox).toHaveValue('See http://127.0.0.1:9/secret please')
    await textbox.fill('I bring the valve')
    await expect(composer).toHaveValue('I bring the valve')
    await other.close()
  })

  await test.step('opens the rest of the menu by keyboard, each time from the start', async () => {
    const more = page.getByRole('menuitem', { name: 'More', exact: true })
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Attach files' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('menuitem', { name: 'Voice message' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Escape')
  })

  await test.step('schedules it for tomorrow, and sends it now after all', async () => {
    await choose(page, 'Send later')
    await page
      .getByRole('dialog', { name: 'Send later' })
      .getByRole('button', { name: /Tomorrow morning/ })
      .click()
    await expect(composer).toHaveValue('')
    await page.getByRole('button', { name: /Scheduled for tomorrow.*I bring the valve/ }).click()
    const waiting = page.getByRole('dialog', { name: 'Scheduled messages' })
    await expectAccessible(page)
    await waiting.getByRole('button', { name: 'Send now' }).click()
    await expect(waiting.getByText('No scheduled messages')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(messageWith('I bring the valve')).toBeVisible()
    expect(await customer.readMessages(channelId)).toContain('I bring the valve')
  })
})
