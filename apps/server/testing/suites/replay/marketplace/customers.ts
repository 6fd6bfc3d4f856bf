import { listProviderSlots } from '@fettle/protocol/availability/availability'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace/chat'
import { getCustomer, putCustomer, deleteCustomer, patchCustomer } from '@fettle/protocol/marketplace/customers'
import { listProviders, getProvider } from '@fettle/protocol/marketplace/providers'
import * as chat from '@fettle/protocol/marketplace/chat'
import { asFile, picture } from '../../../fixtures/files.ts'
import { createCustomer, createProvider, marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './replay-case.ts'

/** Customers, provider search, and messages between them. */

const onCustomer = (body?: object) => async (testApp: TestApp) => {
  const { id } = await createCustomer(testApp)
  return { input: { params: { id }, ...(body && { body }) }, customerId: id }
}

async function openedChannel(testApp: TestApp) {
  const { provider, customerId } = await bookingInStatus(testApp)
  const body = { customerId, providerId: provider.id }
  const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
  return { customerId, params: { id } }
}
const onChannel = (body?: object) => async (testApp: TestApp) => {
  const { params, customerId } = await openedChannel(testApp)
  return { input: { params, ...(body && { body }) }, customerId }
}
const photo = async () => asFile(await picture(300, 300), 'tap.jpg')

export const customerReplayCases: ReplayCase[] = [
  replayCase(
    putCustomer,
    async () => ({ input: { params: { externalId: 'walker-1' }, body: { name: 'Wale Ojo' } } }),
    'customer.updated',
  ),
  replayCase(getCustomer, onCustomer()),
  replayCase(patchCustomer, onCustomer({ name: 'Ngozi Eze' }), 'customer.updated'),
  replayCase(deleteCustomer, onCustomer(), 'customer.updated'),
  replayCase(chat.getCustomerChatToken, onCustomer()),
  replayCase(chat.setMarketplacePresence, async (testApp) => {
    const { customerId } = await openedChannel(testApp)
    return { input: { params: { id: customerId }, body: { online: true } }, customerId }
  }),
  replayCase(listProviders, async () => ({ input: { query: { limit: 1 } } })),
  replayCase(getProvider, async (testApp) => ({ input: { params: { id: (await createProvider(testApp)).id } } })),
  replayCase(listProviderSlots, async (testApp) => {
    const from = testApp.clock.now()
    const to = new Date(+from + 72 * HOUR_MS)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes: 60 }
    return { input: { params: { id: (await createProvider(testApp)).id }, query } }
  }),
  replayCase(createMarketplaceChannel, async (testApp) => {
    const { provider, customerId } = await bookingInStatus(testApp)
    return { input: { body: { customerId, providerId: provider.id } } }
  }),
  replayCase(listMarketplaceMessages, onChannel()),
  replayCase(sendMarketplaceMessage, onChannel({ text: 'Which bus do you take?' }), 'message.created'),
  replayCase(
    chat.sendMarketplaceFile,
    async (testApp) => {
      const { params, customerId } = await openedChannel(testApp)
      return { input: { params, body: { text: 'It looks like this.' }, file: await photo() }, customerId }
    },
    'message.created',
  ),
  replayCase(chat.getMarketplaceFile, async (testApp) => {
    const { params, customerId } = await openedChannel(testApp)
    const sent = { params, body: {}, file: await photo() }
    const { attachments } = await testApp.call(chat.sendMarketplaceFile, sent, marketplace)
    return { input: { params: { ...params, fileId: attachments[0]?.id ?? '' } }, customerId }
  }),
  replayCase(chat.setMarketplaceTyping, onChannel({ typing: true })),
  replayCase(chat.readMarketplaceChannel, onChannel({})),
]
