import { createChannel } from '@fettle/protocol/channels'
import { getProfile } from '@fettle/protocol/profile'
import { expect, test, type Page } from '@playwright/test'
import { callApi, provider, signIn } from './support/people.ts'
import { expectAccessible, newCustomer, serverOrigin } from './support/town.ts'

/** A picture made where pictures can be made. */
const picture = async (page: Page) => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 })
    canvas.getContext('2d')?.fillRect(20, 20, 200, 100)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'valve.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

test('a provider says it again better, answers with a picture and an emoji, and puts the talk away', async ({
  page,
  request,
}, { project }) => {
  const isPhone = project.name === 'phone'
  const me = await provider(request)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, me.token)
  const customer = await newCustomer(request, 'Chidi Okafor')
  await customer.ask({ providerId, title: 'The kitchen tap drips', inHours: 30 })
  const { channel } = await callApi<{ channel: { id: string } }>(
    request,
    createChannel,
    { participantId: customer.id },
    me.token,
  )
  await customer.say(channel.id, 'Can you come on Monday?')
  await signIn(page, me)
  await page.goto(`${serverOrigin}/messages?channel=${channel.id}`)

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const composer = page.getByRole('textbox', { name: 'Message to Chidi Okafor' })
  const said = (text: string) => conversation.locator('[data-message]').filter({ hasText: text })
  const send = async (text: string) => {
    await composer.fill(text)
    await page.getByRole('button', { name: /^(Send|Save)$/ }).click()
  }
  /** By the menu beside a message, or by the sheet that a long press opens. */
  const act = async (text: string, action: string) => {
    if (isPhone) {
      await said(text).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
      await expect(page.getByRole('dialog', { name: 'Message', exact: true })).toBeVisible()
      await said(text).dispatchEvent('pointerup', { pointerType: 'touch' })
      await page.getByRole('button', { name: action, exact: true }).click()
    } else {
      const row = conversation.getByRole('listitem').filter({ hasText: text })
      await row.hover()
      await row.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
  }

  await test.step('changes what was said', async () => {
    await send('I come on Monday at ten.')
    await expect(said('at ten')).toContainText('Sent')
    await act('at ten', 'Edit')
    await send('I come on Monday at nine.')
    await expect(said('at nine')).toContainText('edited')
    await expect.poll(() => customer.hears(channel.id)).toEqual(['I come on Monday at nine.'])
  })

  await test.step('reacts with an emoji', async () => {
    if (isPhone) await act('Can you come', 'React with 👍')
    else {
      await said('Can you come').focus()
      await page.keyboard.press('+')
    }
    const reaction = conversation.getByRole('button', { name: '👍: You' })
    await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('sends a picture, which can be looked at', async () => {
    await page.locator('input[data-chooser=files]').setInputFiles(await picture(page))
    await expect(page.getByRole('progressbar', { name: 'Upload of valve.png' })).toHaveCount(0)
    await send('This one?')
    await conversation.getByRole('button', { name: 'Open the picture valve.png' }).click()
    const shown = page.getByRole('dialog', { name: 'valve.png' })
    await expect(shown.getByRole('img', { name: 'valve.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  await test.step('takes a message back from everybody', async () => {
    await send('Wrong window, sorry.')
    await expect(said('Wrong window')).toContainText('Sent')
    await act('Wrong window', 'Delete for everyone')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(said('Message deleted')).toBeVisible()
  })

  await test.step('archives the conversation and finds it again', async () => {
    await page.goto(`${serverOrigin}/messages`)
    const row = page.getByRole('link', { name: /Chidi Okafor/ })
    if (isPhone) {
      await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
      await expect(page.getByRole('dialog', { name: 'Chidi Okafor' })).toBeVisible()
      await row.dispatchEvent('pointerup', { pointerType: 'touch' })
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
    } else {
      await row.hover()
      await page.getByRole('button', { name: 'Actions for Chidi Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    }
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Archived', exact: true }).click()
    await expect(row).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('nobody by this name')
    await expect(page.getByText('Nobody is called “nobody by this name”')).toBeVisible()
    await expectAccessible(page)
  })
})
