/** Position in a conversation: message, side panel, and the list it was opened from. */
interface ConversationTarget {
  message?: string
  side?: string
  thread?: string
  list?: string
}

/**
 * Address of a conversation. It holds the channel's id only, since the type is always `messaging`. Apart from `paths`,
 * which the sign-in pages carry too. `cid` may be the id alone.
 */
export const conversationPath = (cid: string, at?: ConversationTarget): string =>
  `/messages?${new URLSearchParams({ channel: cid.replace('messaging:', ''), ...at })}`

/** Navigation state for returning to a conversation from a page opened by the composer's menu. */
export const returned = { returnedTo: 'composer' } as const

/** Whether the user has returned from a page opened by the composer's menu. */
export const hasReturned = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'returnedTo' in state && state.returnedTo === returned.returnedTo

/** Address of the conversation with a customer, for links that know the person but not the channel. */
export const customersPath = (customerId: string): string => `/messages?customer=${customerId}`
