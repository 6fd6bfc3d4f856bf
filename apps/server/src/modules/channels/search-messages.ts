import type { Deps } from '../../platform/deps.ts'
import { isNotThere } from './chat-calls.ts'
import type { ChatService } from './chat-service.ts'
import * as store from './channels.store.ts'

/** A found message, and the customer of its conversation. */
interface FoundMessage {
  id: string
  cid: string
  text: string
  at: string
  customer: { name: string; avatar: string | null }
}

/**
 * The newest messages of a provider's conversations that contain every word. Empty while the chat is unavailable, because
 * the other kinds of results must not wait for it.
 */
export async function searchMessages(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  chat: ChatService,
  { providerId, text, limit }: { providerId: string; text: string; limit: number },
): Promise<FoundMessage[]> {
  // The chat refuses a text without letters and digits.
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const messages = await chat.searchMessages(providerId, text, limit).catch((error: unknown) => {
    if (!isNotThere(error)) log.warn({ err: error }, 'searching messages failed')
    return []
  })
  if (messages.length === 0) return []
  const customers = await store.listCustomersOf(
    db,
    providerId,
    messages.map(({ cid }) => cid),
  )
  return messages.flatMap(({ id, cid, text: title, createdAt: at }) => {
    const customer = customers.find((one) => one.cid === cid)
    return customer ? [{ id, cid, text: title, at, customer: { name: customer.name, avatar: customer.avatar } }] : []
  })
}
