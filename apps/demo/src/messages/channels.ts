import { markRead } from '@fettle/protocol/chat/channels/read-state'
import { sendMessage } from '@fettle/protocol/chat/messages/messages'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { callAsChatUser } from '../calls.ts'
import type { DemoChannel, DemoContext } from '../context.ts'
import type { CustomerKey } from '../people/people.ts'
import type { Speaker } from './messages.ts'

/** The channel of Ada and a customer, created on first use. */
export async function channelOf(
  { marketplace, adaId, customerIds, channels }: DemoContext,
  who: CustomerKey,
): Promise<DemoChannel> {
  const existing = channels.get(who)
  if (existing) return existing
  const body = { customerId: customerIds[who], providerId: adaId }
  const channel = await marketplace(createMarketplaceChannel, { body })
  channels.set(who, channel)
  return channel
}

/** Marks everything a customer wrote as read by Ada. */
export async function readConversation(demo: DemoContext, who: CustomerKey): Promise<void> {
  const { cid } = await channelOf(demo, who)
  await callAsChatUser(demo.app, demo.adaId, markRead, { cid })
}

/** Sends a text from Ada, who has read the conversation, or from the customer. Returns the message's id. */
export async function say(demo: DemoContext, who: CustomerKey, by: Speaker, text: string): Promise<string> {
  const { id, cid } = await channelOf(demo, who)
  if (by === 'them') {
    return (await demo.marketplace(sendMarketplaceMessage, { params: { id }, body: { text } })).id
  }
  await readConversation(demo, who)
  const message = { id: demo.nextMessageId(), text }
  await callAsChatUser(demo.app, demo.adaId, sendMessage, { cid, message })
  return message.id
}
