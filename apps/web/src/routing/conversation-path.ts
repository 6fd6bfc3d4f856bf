/** Where in a conversation: a message of it, what stands beside it, and which list it was opened from. */
interface ConversationTarget {
  message?: string
  side?: string
  thread?: string
  list?: string
}

/**
 * The address of a conversation. The channel's id alone: every conversation is of the type `messaging`. Apart
 * from the other addresses, which the sign-in pages carry too.
 */
export const conversationPath = (cid: string, at?: ConversationTarget): string =>
  `/messages?${new URLSearchParams({ channel: cid.replace('messaging:', ''), ...at })}`

/** Put into the history of a navigation back to a conversation, by what its composer's menu has led to elsewhere. */
export const returned = { returnedTo: 'composer' } as const

/** Whether somebody has come back from where the composer's menu has led them. */
export const hasReturned = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'returnedTo' in state && state.returnedTo === returned.returnedTo

/** The address of the conversation with a customer: whoever knows the person need not know the channel. */
export const customersPath = (customerId: string): string => `/messages?customer=${customerId}`
