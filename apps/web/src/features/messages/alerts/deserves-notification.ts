import type { ArrivedMessage } from '@fettle/chat-client'

/**
 * Whether a message triggers a desktop notification. None while a conversation is open on /messages, and none in
 * background tabs unless this device's setting allows it.
 */
export function deservesNotification(arrival: {
  message: Pick<ArrivedMessage, 'kind' | 'mentions' | 'isMuted'>
  /** A conversation is open on /messages. */
  conversationIsOpen: boolean
  /** The tab is visible. */
  isVisible: boolean
  /** Setting: notify in a background tab even with a conversation open. */
  behindConversation?: boolean
  /** Mentions notify in muted conversations too. */
  me?: string | undefined
}): boolean {
  const { message, conversationIsOpen, isVisible, behindConversation = false, me } = arrival
  // System messages arrive as notifications in the inbox.
  if (message.kind !== 'regular') return false
  const isNamed = me !== undefined && message.mentions?.includes(me) === true
  if (message.isMuted && !isNamed) return false
  return !conversationIsOpen || (behindConversation && !isVisible)
}
