import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Deps } from '../../platform/deps.ts'
import { isNotThere } from './chat-calls.ts'
import type { ChatService } from './chat-service.ts'
import * as store from './channels.store.ts'

/** A customer without an answer, and since when they wait. */
interface UnansweredCustomer {
  customerId: string
  customerName: string
  customerAvatar: string | null
  since: Date
}

/**
 * Since when a message awaits an answer of `me`: the first message after my last one. Messages of the app are no
 * answers, deleted ones need none.
 */
export function unansweredSince(
  messages: readonly Pick<Message, 'kind' | 'user' | 'createdAt'>[],
  me: string,
): Date | null {
  const written = messages.filter(({ kind, user }) => kind === 'regular' && user !== null)
  const last = written.findLastIndex(({ user }) => user?.id === me)
  const [first] = written.slice(last + 1)
  return first ? new Date(first.createdAt) : null
}

/**
 * Customers who await an answer of their provider, in recently active conversations. Empty while the chat is
 * unavailable, because the list must not delay its caller.
 */
export async function listUnanswered(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  chat: ChatService,
  providerId: string,
): Promise<UnansweredCustomer[]> {
  const channels = await chat.listNewestChannels(providerId).catch((error: unknown) => {
    if (!isNotThere(error)) log.warn({ err: error }, 'listing unanswered conversations failed')
    return []
  })
  const open = channels.filter(({ channel }) => channel.blockedBy === undefined)
  const since = new Map(open.map(({ channel, messages }) => [channel.cid, unansweredSince(messages, providerId)]))
  const waiting = open.filter(({ channel }) => since.get(channel.cid))
  const links = waiting.length > 0 ? await store.listOf(db, providerId) : []
  return waiting.flatMap(({ channel: { cid, members } }) => {
    const customerId = links.find((link) => link.cid === cid)?.customerId
    const customer = members.find(({ userId }) => userId === customerId)
    const at = since.get(cid)
    if (!customer || !at) return []
    const { name, image } = customer.user
    return [{ customerId: customer.userId, customerName: name, customerAvatar: image, since: at }]
  })
}
