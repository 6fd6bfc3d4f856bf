import { expect, test } from '@playwright/test'
import { asCustomer } from '../support/chat.ts'
import { openConversation } from '../support/conversation.ts'
import { expectAccessible } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

// The microphone is a fake one.
test.use({
  permissions: ['geolocation', 'microphone'],
  geolocation: { latitude: 6.4541, longitude: 3.3947, accuracy: 12 },
})

interface Asked {
  messages: { pollId?: string; attachments?: { kind: string; durationMs?: number; waveform?: number[] }[] }[]
}

test('a provider creates a poll, records a message, shares a location', onPhone, async ({ page, request }) => {
  const { customer, channelId, address, conversation } = await openConversation(page, request, {
    isPhone: true,
    texts: ['Which day suits you?'],
  })
  const channelPath = `/channels/messaging:${channelId}`
  const readMessages = () => asCustomer<Asked>(request, customer.id, { method: 'GET', path: `${channelPath}/messages` })
  await page.goto(address)

  const add = async (what: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }

  await test.step('creates a poll after fixing its errors', async () => {
    await add('Poll')
    const form = page.getByRole('dialog', { name: 'New poll' })
    await form.getByLabel('Option 1', { exact: true }).fill('Monday')
    await form.getByLabel('Option 2', { exact: true }).fill('monday')
    await expect(form.getByText('Option already exists')).toBeVisible()
    await form.getByLabel('Option 2', { exact: true }).fill('Tuesday')
    await form.getByLabel('Option 3', { exact: true }).fill('Friday')
    await form.getByRole('button', { name: 'Send poll' }).click()
    await expect(form.getByText('Question is required')).toBeVisible()
    await form.getByLabel('Question').fill('When shall I come?')
    await form.getByRole('checkbox', { name: 'One vote per person' }).uncheck()
    await form.getByLabel('Votes per person').fill('2')
    await form.getByRole('button', { name: 'Move option 3', exact: true }).press('ArrowUp')
    await expect(form.getByLabel('Option 2', { exact: true })).toHaveValue('Friday')
    await form.getByRole('button', { name: 'Send poll' }).click()
    await expect(form).toHaveCount(0)
    await expect(conversation.getByRole('group', { name: /When shall I come\?/ })).toBeVisible()
  })

  await test.step("votes, and sees the customer's vote live", async () => {
    const option = (name: string) => conversation.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    await option('Monday').check()
    await option('Friday').check()
    await option('Tuesday').click()
    await expect(page.getByText('Reached the vote limit. Remove an existing vote first.')).toBeVisible()
    await option('Monday').uncheck()
    const pollId = (await readMessages()).messages.find((message) => message.pollId)?.pollId ?? ''
    await asCustomer(
      request,
      customer.id,
      { method: 'POST', path: `${channelPath}/polls/${pollId}/votes` },
      { optionId: 'opt_2' },
    )
    await expect(conversation.getByRole('checkbox', { name: 'Friday 2 votes, 100%' })).toBeChecked()
    await conversation.getByRole('button', { name: 'Results' }).click()
    const results = page.getByRole('dialog', { name: 'When shall I come?' })
    await expect(results.getByText('Chidi Okafor')).toBeVisible()
    await results.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('records a message, plays and sends it', async () => {
    await page.getByRole('button', { name: 'Record a voice message' }).tap()
    const recorder = page.getByRole('region', { name: 'Voice message' })
    await expect(recorder.getByRole('timer')).toHaveText('0:01')
    await recorder.getByRole('button', { name: 'Pause and listen' }).click()
    await recorder.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(recorder.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await recorder.getByRole('button', { name: 'Send voice message' }).click()
    await expect(recorder).toHaveCount(0)
    const voice = conversation.getByRole('group', { name: 'Your voice message' })
    await expect(voice).toBeVisible()
    await expect
      .poll(async () =>
        (await readMessages()).messages.flatMap(({ attachments = [] }) => attachments.map(({ kind }) => kind)),
      )
      .toEqual(['voice'])
    await voice.getByRole('button', { name: 'Speed 1' }).click()
    await voice.getByRole('button', { name: 'Play', exact: true }).click()
    const slider = voice.getByRole('slider')
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0)
    await slider.press('End')
  })

  await test.step('shares the location live, and stops', async () => {
    await add('Location')
    const panel = page.getByRole('dialog', { name: 'Share a location' })
    // Without map tiles the location is named and no empty map is shown.
    await expect(panel.getByText('Your current location')).toBeVisible()
    await expect(panel.locator('.leaflet-container')).toHaveCount(0)
    await expect(panel.getByLabel('Latitude')).toBeHidden()
    await panel.getByText('Enter coordinates').click()
    await expect(panel.getByLabel('Latitude')).toHaveValue('6.45410')
    await panel.getByLabel('Duration').selectOption({ label: 'Live for 15 min' })
    await panel.getByRole('button', { name: 'Share live' }).click()
    await expect(panel).toHaveCount(0)
    await expect(conversation.getByText('Live location', { exact: true })).toBeVisible()
    await page.context().setGeolocation({ latitude: 6.46, longitude: 3.4, accuracy: 12 })
    const shares = () =>
      asCustomer<{ shares: { latitude: number; endedAt: string | null }[] }>(
        request,
        customer.id,
        { method: 'POST', path: `${channelPath}/location/query` },
        {},
      )
    await expect.poll(async () => (await shares()).shares[0]?.latitude).toBe(6.46)
    await conversation.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(conversation.getByText('Live location ended')).toBeVisible()
    expect((await shares()).shares).toEqual([])
    await conversation.getByRole('button', { name: 'Show where you were' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Directions' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })
})
