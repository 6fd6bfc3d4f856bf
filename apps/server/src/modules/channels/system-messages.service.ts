import { createHash } from 'node:crypto'
import { SYSTEM_MESSAGE_KEY, type SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Deps } from '../../platform/deps.ts'
import { getOrCreateChannel } from './channels.service.ts'
import type { ChatService } from './chat-service.ts'
import * as store from './channels.store.ts'
import { messageIdOf } from './message-id.ts'

type ChannelDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>

/** A message carries 5 KiB beside its text. */
const MAX_CUSTOM_BYTES = 5_000

/** Puts a line of the app's own into the conversation of a provider and a customer: once for each key. */
export async function postSystemMessage(
  deps: ChannelDeps,
  chat: ChatService,
  {
    providerId,
    customerId,
    key,
    line,
    ...content
  }: {
    providerId: string
    customerId: string
    key: string
    text: string
    line?: SystemMessageContent
    card: { type: string; id: string }
  },
): Promise<void> {
  const { cid } = await getOrCreateChannel(deps, chat, providerId, customerId)
  // What is too long to be carried twice is read in English.
  const fits = line && JSON.stringify(line).length <= MAX_CUSTOM_BYTES
  const id = messageIdOf(createHash('sha256').update(key).digest())
  await chat.postSystemMessage(cid, { id, ...content, ...(fits && { custom: { [SYSTEM_MESSAGE_KEY]: line } }) })
}

/** Sends what one of the two writes to the other about something else: once for each key. */
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
  const { cid } = await getOrCreateChannel(deps, chat, providerId, customerId)
  await chat.sendMessage(cid, authorId, { id: messageIdOf(createHash('sha256').update(key).digest()), text })
}

/** How far back it is looked for: what was said since somebody arrived is among the newest. */
const NEWEST = 100

/** When one of the two last wrote to the other; null when they did not, lately. */
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

/** What the two wrote to each other last, oldest first; nothing where they have no conversation. */
export async function listTranscript(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  { providerId, customerId }: { providerId: string; customerId: string },
): Promise<{ at: Date; authorId: string | null; author: string; text: string }[]> {
  const channel = await store.findOf(db, providerId, customerId)
  if (!channel) return []
  const messages = await chat.listNewest(channel.cid, customerId, NEWEST)
  return messages
    .filter(({ kind, text }) => kind === 'regular' && text !== '')
    .map(({ createdAt, user, text }) => ({
      at: new Date(createdAt),
      authorId: user?.id ?? null,
      author: user?.name ?? '',
      text,
    }))
}
