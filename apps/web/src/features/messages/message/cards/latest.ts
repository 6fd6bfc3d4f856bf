import type { MessageView } from '@fettle/chat-client'

type CardMessage = Pick<MessageView, 'id' | 'card'>

const cache = new WeakMap<readonly CardMessage[], ReadonlyMap<string, string>>()
const nameOf = ({ type, id }: NonNullable<MessageView['card']>): string => `${type} ${id}`

function lastOfEach(messages: readonly CardMessage[]): ReadonlyMap<string, string> {
  const found = cache.get(messages)
  if (found) return found
  const last = new Map(messages.flatMap(({ id, card }) => (card ? [[nameOf(card), id] as const] : [])))
  cache.set(messages, last)
  return last
}

/**
 * Whether a message is the last one about its record. Only that one shows the record's card; earlier ones are a line of
 * text.
 */
export function isLatestOf(messages: readonly CardMessage[], message: CardMessage): boolean {
  return message.card !== undefined && lastOfEach(messages).get(nameOf(message.card)) === message.id
}
