import { listProviderSlots } from '@fettle/protocol/availability'
import {
  createMarketplaceChannel,
  getCustomer,
  listMarketplaceMessages,
  listProviders,
  putCustomer,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace'
import * as chat from '@fettle/protocol/marketplace-chat'
import { deleteCustomer, getProvider, patchCustomer } from '@fettle/protocol/marketplace-customers'
import { asFile, picture } from '../files.ts'
import { createCustomer, createProvider, marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './walk.ts'

/** Customers, the providers they find, and what they write to each other. */

const HOUR = 3_600_000

const onCustomer = (body?: object) => async (town: Town) => {
  const { id } = await createCustomer(town)
  return { input: { params: { id }, ...(body && { body }) }, customerId: id }
}

async function openedChannel(town: Town) {
  const { provider, customerId } = await bookingInStatus(town)
  const body = { customerId, providerId: provider.id }
  const { id } = await town.call(createMarketplaceChannel, { body }, marketplace)
  return { customerId, params: { id } }
}
const onChannel = (body?: object) => async (town: Town) => {
  const { params, customerId } = await openedChannel(town)
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
  replayCase(chat.setMarketplacePresence, async (town) => {
    const { customerId } = await openedChannel(town)
    return { input: { params: { id: customerId }, body: { online: true } }, customerId }
  }),
  replayCase(listProviders, async () => ({ input: { query: { limit: 1 } } })),
  replayCase(getProvider, async (town) => ({ input: { params: { id: (await createProvider(town)).id } } })),
  replayCase(listProviderSlots, async (town) => {
    const from = town.clock.now()
    const to = new Date(+from + 72 * HOUR)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes: 60 }
    return { input: { params: { id: (await createProvider(town)).id }, query } }
  }),
  replayCase(createMarketplaceChannel, async (town) => {
    const { provider, customerId } = await bookingInStatus(town)
    return { input: { body: { customerId, providerId: provider.id } } }
  }),
  replayCase(listMarketplaceMessages, onChannel()),
  replayCase(sendMarketplaceMessage, onChannel({ text: 'Which bus do you take?' }), 'message.created'),
  replayCase(
    chat.sendMarketplaceFile,
    async (town) => {
      const { params, customerId } = await openedChannel(town)
      return { input: { params, body: { text: 'It looks like this.' }, file: await photo() }, customerId }
    },
    'message.created',
  ),
  replayCase(chat.getMarketplaceFile, async (town) => {
    const { params, customerId } = await openedChannel(town)
    const sent = { params, body: {}, file: await photo() }
    const { attachments } = await town.call(chat.sendMarketplaceFile, sent, marketplace)
    return { input: { params: { ...params, fileId: attachments[0]?.id ?? '' } }, customerId }
  }),
  replayCase(chat.setMarketplaceTyping, onChannel({ typing: true })),
  replayCase(chat.readMarketplaceChannel, onChannel({})),
]
