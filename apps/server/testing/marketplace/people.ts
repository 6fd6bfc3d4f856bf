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
import { job } from './bookings.ts'
import { walk, type Walk } from './walk.ts'

/** Customers, the providers they find, and what they write to each other. */

const HOUR = 3_600_000

const onCustomer = (body?: object) => async (town: Town) => {
  const { id } = await createCustomer(town)
  return { input: { params: { id }, ...(body && { body }) }, customerId: id }
}

async function talking(town: Town) {
  const { provider, customerId } = await job(town)
  const body = { customerId, providerId: provider.id }
  const { id } = await town.call(createMarketplaceChannel, { body }, marketplace)
  return { customerId, params: { id } }
}
const inTalk = (body?: object) => async (town: Town) => {
  const { params, customerId } = await talking(town)
  return { input: { params, ...(body && { body }) }, customerId }
}
const photo = async () => asFile(await picture(300, 300), 'tap.jpg')

export const peopleWalks: Walk[] = [
  walk(
    putCustomer,
    async () => ({ input: { params: { externalId: 'walker-1' }, body: { name: 'Wale Ojo' } } }),
    'customer.updated',
  ),
  walk(getCustomer, onCustomer()),
  walk(patchCustomer, onCustomer({ name: 'Ngozi Eze' }), 'customer.updated'),
  walk(deleteCustomer, onCustomer(), 'customer.updated'),
  walk(chat.setMarketplacePresence, async (town) => {
    const { customerId } = await talking(town)
    return { input: { params: { id: customerId }, body: { online: true } }, customerId }
  }),
  walk(listProviders, async () => ({ input: { query: { limit: 1 } } })),
  walk(getProvider, async (town) => ({ input: { params: { id: (await createProvider(town)).id } } })),
  walk(listProviderSlots, async (town) => {
    const from = town.clock.now()
    const to = new Date(+from + 72 * HOUR)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes: 60 }
    return { input: { params: { id: (await createProvider(town)).id }, query } }
  }),
  walk(createMarketplaceChannel, async (town) => {
    const { provider, customerId } = await job(town)
    return { input: { body: { customerId, providerId: provider.id } } }
  }),
  walk(listMarketplaceMessages, inTalk()),
  walk(sendMarketplaceMessage, inTalk({ text: 'Which bus do you take?' }), 'message.created'),
  walk(
    chat.sendMarketplaceFile,
    async (town) => {
      const { params, customerId } = await talking(town)
      return { input: { params, body: { text: 'It looks like this.' }, file: await photo() }, customerId }
    },
    'message.created',
  ),
  walk(chat.getMarketplaceFile, async (town) => {
    const { params, customerId } = await talking(town)
    const sent = { params, body: {}, file: await photo() }
    const { attachments } = await town.call(chat.sendMarketplaceFile, sent, marketplace)
    return { input: { params: { ...params, fileId: attachments[0]?.id ?? '' } }, customerId }
  }),
  walk(chat.setMarketplaceTyping, inTalk({ typing: true })),
  walk(chat.readMarketplaceChannel, inTalk({})),
]
