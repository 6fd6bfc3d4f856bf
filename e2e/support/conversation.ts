import { createChannel } from '@fettle/protocol/workspace/channels'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { callApi, createProvider, signIn } from './accounts.ts'
import { newCustomer, serverOrigin } from './marketplace.ts'

/** Opens a provider's conversation with Chidi Okafor, who has requested a job and written messages. */
export async function openConversation(
  page: Page,
  request: APIRequestContext,
  { isPhone, texts = [] }: { isPhone: boolean; texts?: readonly string[] },
) {
  const me = await createProvider(request)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, me.token)
  const customer = await newCustomer(request, 'Chidi Okafor')
  const job = await customer.requestBooking({ providerId, title: 'The kitchen tap drips', inHours: 30 })
  const { channel } = await callApi<{ channel: { id: string } }>(
    request,
    createChannel,
    { participantId: customer.id },
    me.token,
  )
  for (const text of texts) await customer.sendMessage(channel.id, text)
  await signIn(page, me)
  const address = `${serverOrigin}/messages?channel=${channel.id}`
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const messageWith = (text: string) => conversation.locator('[data-message]').filter({ hasText: text })
  return {
    me,
    providerId,
    customer,
    job,
    channelId: channel.id,
    address,
    conversation,
    composer: page.getByRole('textbox', { name: 'Message to Chidi Okafor' }),
    messageWith,
    /** Through the menu of a message, or the sheet opened by a long press. */
    async act(text: string, action: string) {
      await expect(messageWith(text)).toBeVisible()
      if (isPhone) {
        await messageWith(text).dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 50 })
        await expect(page.getByRole('dialog', { name: 'Message', exact: true })).toBeVisible()
        await messageWith(text).dispatchEvent('pointerup', { pointerType: 'touch' })
        await page.getByRole('button', { name: action, exact: true }).click()
      } else {
        const row = conversation.getByRole('listitem').filter({ hasText: text })
        await row.hover()
        await row.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: action, exact: true }).click()
      }
    },
  }
}
