import { expect, test, type Page } from '@playwright/test'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'
import { onBoth, onPhone } from '../support/widths.ts'

/** Generates a picture in the browser. */
const picture = async (page: Page) => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 })
    canvas.getContext('2d')?.fillRect(20, 20, 200, 100)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'valve.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

test('a provider edits a message, sends a picture and a reaction', onPhone, async ({ page, request }) => {
  const opened = await openConversation(page, request, { isPhone: true, texts: ['Can you come on Monday?'] })
  const { customer, channelId, address, conversation, composer, messageWith, act } = opened
  await page.goto(address)

  const send = async (text: string) => {
    await composer.fill(text)
    await page.getByRole('button', { name: /^(Send|Save)$/ }).click()
  }

  await test.step('edits a message', async () => {
    await send('I come on Monday at ten.')
    await expect(messageWith('at ten')).toContainText('Sent')
    await act('at ten', 'Edit')
    await send('I come on Monday at nine.')
    await expect(messageWith('at nine')).toContainText('edited')
    await expect.poll(() => customer.readMessages(channelId)).toEqual(['I come on Monday at nine.'])
  })

  await test.step('reacts with an emoji', async () => {
    await act('Can you come', 'React with 👍')
    const reaction = conversation.getByRole('button', { name: '👍: You' })
    await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('sends a picture and opens it', async () => {
    await page.locator('input[data-chooser=files]').setInputFiles(await picture(page))
    // Uploaded: the progress bar is gone.
    await expect(page.getByRole('button', { name: 'Remove valve.png' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Upload of valve.png' })).toHaveCount(0)
    await send('This one?')
    await conversation.getByRole('button', { name: 'Open picture valve.png' }).click()
    const shown = page.getByRole('dialog', { name: 'valve.png' })
    await expect(shown.getByRole('img', { name: 'valve.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  await test.step('deletes a message for everybody', async () => {
    await send('Wrong window, sorry.')
    await expect(messageWith('Wrong window')).toContainText('Sent')
    await act('Wrong window', 'Delete for everyone')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(messageWith('Message deleted')).toBeVisible()
  })
})

test('a conversation is hidden, cleared and archived', onBoth, async ({ page, request }, { project }) => {
  const isPhone = project.name === 'phone'
  const { customer, channelId, address, composer, messageWith } = await openConversation(page, request, { isPhone })
  await page.goto(address)
  await composer.fill('I come on Monday.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messageWith('I come on Monday.')).toContainText('Sent')

  /** Through the menu of a conversation, or the sheet opened by a long press. */
  const row = page.getByRole('link', { name: /Chidi Okafor/ })
  const choose = async (action: string) => {
    if (isPhone) {
      await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
      await expect(page.getByRole('dialog', { name: 'Chidi Okafor' })).toBeVisible()
      await row.dispatchEvent('pointerup', { pointerType: 'touch' })
      await page.getByRole('button', { name: action, exact: true }).click()
    } else {
      await row.hover()
      await page.getByRole('button', { name: 'Actions for Chidi Okafor' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
  }

  await test.step('hides the conversation, undoes that, and clears it', async () => {
    await page.goto(`${serverOrigin}/messages`)
    await choose('Hide conversation')
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
    await choose('Clear history…')
    await page
      .getByRole('dialog', { name: 'Clear the history with Chidi Okafor?' })
      .getByRole('button', { name: 'Clear' })
      .click()
    await expect(row).toContainText('No messages yet')
    expect(await customer.readMessages(channelId)).not.toEqual([])
  })

  await test.step('archives the conversation and finds it again', async () => {
    await choose('Archive')
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Archived', exact: true }).click()
    await expect(row).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('nobody by this name')
    await expect(page.getByText('No results for “nobody by this name”')).toBeVisible()
  })
})
