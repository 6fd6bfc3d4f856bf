import {
  findSuspension,
  SESSION_ENDED,
  SUSPENSION_CHANGED,
  type EndedSession,
  type SuspensionChanged,
} from '../auth/index.ts'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Db, Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { haveSharedBooking } from '../bookings/index.ts'
import { findPublicIdentity } from '../profile/index.ts'
import { receiveFile } from '../uploads/index.ts'
import { isBlockedRefusal, isEmptyRefusal, isNotThere } from './chat-calls.ts'
import type { ChatService } from './chat-service.ts'
import type { ChannelLink } from './channels.store.ts'
import * as store from './channels.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

const SYNC = 'channels.sync-customer'

type ChannelDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config'>

/** Whether a provider and a customer had dealings that other modules know of. */
export type HaveDoneBusiness = (providerId: string, customerId: string) => Promise<boolean>

/**
 * Opens a provider's channel with a customer they may see: through a conversation, a booking, or `haveDoneBusiness` (an
 * offer, a contract). Throws NOT_FOUND for any other customer.
 */
export async function getOrCreateChannelWithCustomer(
  deps: ChannelDeps,
  { chat, haveDoneBusiness }: { chat: ChatService; haveDoneBusiness: HaveDoneBusiness },
  providerId: string,
  customerId: string,
): Promise<ChannelLink> {
  const existing = await findLink(deps.db, providerId, customerId)
  if (existing) return existing
  const maySee =
    (await haveSharedBooking(deps.db, providerId, customerId)) || (await haveDoneBusiness(providerId, customerId))
  if (!maySee) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return getOrCreateChannel(deps, chat, providerId, customerId)
}

/** The owner of a channel never changes, so lookups are cached up to a limit. */
const links = new WeakMap<Db, Map<string, ChannelLink>>()
const MAX_CACHED_LINKS = 10_000

async function findLink(db: Db, providerId: string, customerId: string): Promise<ChannelLink | undefined> {
  const cached = links.get(db)?.get(`${providerId} ${customerId}`)
  if (cached) return cached
  const found = await store.findOf(db, providerId, customerId)
  return found && remember(db, found)
}

function remember(db: Db, link: ChannelLink): ChannelLink {
  const cache = links.get(db) ?? new Map<string, ChannelLink>()
  links.set(db, cache)
  if (cache.size >= MAX_CACHED_LINKS) cache.delete(cache.keys().next().value ?? '')
  cache.set(`${link.providerId} ${link.customerId}`, link)
  return link
}

/** Creates or gets the direct channel of a provider and a customer, and registers both as chat users. */
export async function getOrCreateChannel(
  deps: ChannelDeps,
  chat: ChatService,
  providerId: string,
  customerId: string,
): Promise<ChannelLink> {
  const existing = await findLink(deps.db, providerId, customerId)
  if (existing) return existing
  const customer = await store.findCustomer(deps.db, customerId)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
  const { leftAt: _, ...user } = customer
  await Promise.all([updateChatUser(deps, chat, providerId), chat.upsertUsers([{ ...user, role: 'customer' }])])
  const { id, cid } = await chat.createDirectChannel(providerId, customerId)
  const link = { id, cid, providerId, customerId }
  await store.insert(deps.db, link, deps.clock.now())
  return remember(deps.db, link)
}

const CUSTOMER_TOKEN_SECONDS = 3_600

/** Registers a customer as a chat user and signs a token for their browser. */
export async function createCustomerToken(
  { clock }: Pick<Deps, 'clock'>,
  chat: ChatService,
  { id, name, avatar }: { id: string; name: string; avatar: string | null },
): Promise<{ token: string; appKey: string; userId: string; expiresAt: string }> {
  await chat.upsertUsers([{ id, name, image: avatar, role: 'customer' }])
  const expiresAt = new Date(clock.now().getTime() + CUSTOMER_TOKEN_SECONDS * 1000).toISOString()
  const token = chat.signToken(id, undefined, CUSTOMER_TOKEN_SECONDS)
  return { token, appKey: chat.appKey, userId: id, expiresAt }
}

/** Throws if one of the two has blocked the other in the chat. */
export async function assertMayRequest(
  chat: Pick<ChatService, 'isBlocked'>,
  providerId: string,
  customerId: string,
): Promise<void> {
  if (!(await chat.isBlocked(providerId, customerId))) return
  throw fieldError(['providerId'], 'NOT_ALLOWED', issueText('CUSTOMER_BLOCKED'))
}

/** Updates a provider's name and picture in the chat. */
export async function updateChatUser(deps: ChannelDeps, chat: ChatService, providerId: string): Promise<void> {
  const identity = await findPublicIdentity(deps, providerId)
  if (!identity) throw new AppError('NOT_FOUND', { thing: 'provider' })
  await chat.upsertUsers([{ ...identity, role: 'provider' }])
}

/** A channel of this customer. Throws NOT_FOUND for any other. */
async function getCustomerChannel(db: Queryable, id: string, customerId: string | undefined): Promise<ChannelLink> {
  const channel = await store.find(db, id)
  if (!channel || (customerId !== undefined && customerId !== channel.customerId)) {
    throw new AppError('NOT_FOUND', { thing: 'channel' })
  }
  return channel
}

/** A channel in which this customer may write. Throws NOT_FOUND for one who was removed, too. */
async function getWritableChannel(db: Queryable, id: string, customerId: string | undefined): Promise<ChannelLink> {
  const channel = await getCustomerChannel(db, id, customerId)
  const customer = await store.findCustomer(db, channel.customerId)
  if (!customer || customer.leftAt) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return channel
}

export async function listAsCustomer(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  {
    channelId,
    customerId,
    ...page
  }: { channelId: string; customerId: string | undefined; after: number; limit: number },
): Promise<Message[]> {
  const channel = await getCustomerChannel(db, channelId, customerId)
  return inChannel(chat.listMessages(channel.cid, channel.customerId, page))
}

export async function sendAsCustomer(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  {
    channelId,
    customerId,
    ...message
  }: { channelId: string; customerId: string | undefined; id: string; text: string },
): Promise<Message> {
  const channel = await getWritableChannel(db, channelId, customerId)
  return inChannel(chat.sendMessage(channel.cid, channel.customerId, message))
}

/** Sends a file as a customer, inspected and re-encoded like every upload. One message; repeating the id returns it. */
export async function sendFileAsCustomer(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  chat: ChatService,
  {
    channelId,
    customerId,
    sent,
    ...message
  }: {
    channelId: string
    customerId: string | undefined
    sent: { bytes: Buffer; name: string }
    id: string
    text: string
  },
): Promise<Message> {
  const { cid, customerId: author } = await getWritableChannel(deps.db, channelId, customerId)
  // Sent by an earlier attempt: another upload would never be used.
  const earlier = await chat.findMessage(cid, author, message.id)
  if (earlier) return earlier
  const file = await receiveFile(deps, 'CHAT', sent)
  const attachmentId = await inChannel(chat.upload(cid, author, file))
  return inChannel(chat.sendMessage(cid, author, { ...message, attachmentIds: [attachmentId] }))
}

/** The address of a file in a customer's conversation, valid for five minutes. Throws NOT_FOUND. */
export async function addressAsCustomer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  chat: ChatService,
  { channelId, customerId, fileId }: { channelId: string; customerId: string | undefined; fileId: string },
): Promise<{ id: string; url: string }> {
  const channel = await getCustomerChannel(db, channelId, customerId)
  const address = await inChannel(chat.addressOf(channel.cid, channel.customerId, fileId))
  if (address === undefined) throw new AppError('NOT_FOUND', { thing: 'file' })
  return { id: fileId, url: new URL(address, config.origin).href }
}

/** Reports that a customer is typing or has read everything. */
export async function reportAsCustomer(
  { db }: Pick<Deps, 'db'>,
  chat: ChatService,
  { channelId, customerId }: { channelId: string; customerId: string | undefined },
  report: { typing: boolean } | 'read',
): Promise<void> {
  const channel = await getWritableChannel(db, channelId, customerId)
  await inChannel(
    report === 'read'
      ? chat.markRead(channel.cid, channel.customerId)
      : chat.setTyping(channel.cid, channel.customerId, report.typing),
  )
}

/** Every conversation of a provider with all its messages, oldest first, for the data export. */
export async function listConversations(
  db: Queryable,
  chat: ChatService,
  providerId: string,
): Promise<{ customerId: string; messages: Message[] }[]> {
  const conversations = []
  for (const { cid, customerId } of await store.listOf(db, providerId))
    conversations.push({ customerId, messages: await chat.listAllMessages(cid) })
  return conversations
}

/** The answer of the chat. Its refusals are thrown as errors of the API. */
async function inChannel<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isBlockedRefusal(error)) throw fieldError(['id'], 'NOT_ALLOWED', issueText('CUSTOMER_BLOCKED'))
    if (isEmptyRefusal(error)) throw fieldError(['text'], 'REQUIRED', issueText('FIELD_REQUIRED'))
    if (isNotThere(error)) throw new AppError('NOT_FOUND', { thing: 'channel' })
    throw error
  }
}

/** Enqueues the update of a customer's name and picture in the chat. */
export async function syncCustomer({ jobs }: Pick<Deps, 'jobs'>, tx: Queryable, customerId: string): Promise<void> {
  await jobs.add(tx, SYNC, { customerId }, { key: `${SYNC}:${customerId}` })
}

export function handleJobs(deps: ChannelDeps & Pick<Deps, 'jobs'>, chat: ChatService): void {
  const { db, jobs } = deps
  // Signing out of a device also ends its chat session.
  jobs.handle<EndedSession>(SESSION_ENDED, ({ accountId, sessionId }) => chat.endSession(accountId, sessionId))
  // Reads the current suspension, because jobs of two changes may run in any order.
  jobs.handle<SuspensionChanged>(SUSPENSION_CHANGED, async ({ accountId }) => {
    if (!(await findPublicIdentity(deps, accountId))) return
    await updateChatUser(deps, chat, accountId)
    const suspension = await findSuspension(db, accountId)
    await chat.suspendUser(accountId, suspension?.until ?? null)
  })
  jobs.handle<{ customerId: string }>(SYNC, async ({ customerId }) => {
    const customer = await store.findCustomer(db, customerId)
    if (!customer) return
    const { leftAt, ...user } = customer
    // One who left has no name there either: readers name what the customer was, in their language.
    await chat.upsertUsers([{ ...user, role: 'customer' }])
    // The tokens of their browsers end with the customer.
    if (leftAt) await chat.endSession(customerId)
  })
}
