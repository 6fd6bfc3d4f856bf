import { hash } from 'node:crypto'
import { SYSTEM_MESSAGE_KEY, type SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import type { Deps } from '../../platform/deps.ts'
import { plainCustomerName } from '../../platform/locale/customer-name.ts'
import { getOrCreateChannel } from './channels.service.ts'
import { isBlockedRefusal } from './chat-calls.ts'
import type { ChatService } from './chat-service.ts'
import * as store from './channels.store.ts'

/**
 * A UUIDv7-shaped message id derived from a key alone, so that a retry after a crash sends the same message, which the
 * chat stores once.
 */
export function messageIdOf(key: Buffer): string {
  const hex = key.toString('hex')
  const variant = ((key[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

type ChannelDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>

/** `custom` data is limited to 5 KiB. */
const MAX_CUSTOM_BYTES = 5_000

/** Posts a message of the app in the chat of a provider and a customer, once per key. */
export async function postSystemMessage(
  deps: ChannelDeps,
  chat: ChatService,
  {
    providerId,
    customerId,
    key,
    content,
    ...message
  }: {
    providerId: string
    customerId: string
    key: string
    text: string
    content: SystemMessageContent
    card: { type: string; id: string }
  },
): Promise<void> {
  const { cid } = await getOrCreateChannel(deps, chat, providerId, customerId)
  // Content that does not fit twice is sent in English only.
  const fits = JSON.stringify(content).length <= MAX_CUSTOM_BYTES
  const id = messageIdOf(hash('sha256', key, 'buffer'))
  await chat.postSystemMessage(cid, { id, ...message, ...(fits && { custom: { [SYSTEM_MESSAGE_KEY]: content } }) })
}

/**
 * Sends a message of one of the two to the other, once per key. One that contains only markup is not sent, and none
 * while one has blocked the other.
 */
export async function sendAsParticipant(
  deps: ChannelDeps,
  chat: ChatService,
  {
    providerId,
    customerId,
    authorId,
    key,
    text,
  }: { providerId: string; customerId: string; authorId: string; key: string; text: string },
): Promise<void> {
  if (isEmptyText(text)) return
  const { cid } = await getOrCreateChannel(deps, chat, providerId, customerId)
  try {
    await chat.sendMessage(cid, authorId, { id: messageIdOf(hash('sha256', key, 'buffer')), text })
  } catch (error) {
    if (!isBlockedRefusal(error)) throw error
  }
}

/** How far back messages are searched. Those since an arrival are among the newest. */
const NEWEST = 100

/** When one of the two last wrote to the other. Null: not recently. */
export async function findLastMessageAt(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  { providerId, customerId, authorId }: { providerId: string; customerId: string; authorId: string },
): Promise<Date | null> {
  const channel = await store.findOf(db, providerId, customerId)
  if (!channel) return null
  const messages = await chat.listNewest(channel.cid, authorId, NEWEST)
  const last = messages.findLast(({ kind, user }) => kind === 'regular' && user?.id === authorId)
  return last ? new Date(last.createdAt) : null
}

/**
 * The last messages between the two, oldest first, whatever one of them has cleared or hidden for themselves. Empty
 * without a conversation.
 */
export async function listTranscript(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  { providerId, customerId }: { providerId: string; customerId: string },
): Promise<{ at: Date; authorId: string | null; author: string; text: string }[]> {
  const channel = await store.findOf(db, providerId, customerId)
  if (!channel) return []
  const messages = await chat.listNewest(channel.cid, null, NEWEST)
  return messages
    .filter(({ kind, text }) => kind === 'regular' && text !== '')
    .map(({ createdAt, user, text }) => ({
      at: new Date(createdAt),
      authorId: user?.id ?? null,
      author: user?.id === customerId ? plainCustomerName(user.name) : (user?.name ?? ''),
      text,
    }))
}
