/** Where in a conversation: a message of it, what stands beside it, and which list it was opened from. */
interface ConversationPlace {
  message?: string
  side?: string
  thread?: string
  list?: string
}

/**
 * The address of a conversation. The channel's id alone: every conversation is of the type `messaging` (spec §3). Apart
 * from the other addresses, which the sign-in pages carry too.
 */
export const conversationPath = (cid: string, at?: ConversationPlace): string =>
  `/messages?${new URLSearchParams({ channel: cid.replace('messaging:', ''), ...at })}`

/** The address of the conversation with a customer: whoever knows the person need not know the channel. */
export const customersPath = (customerId: string): string => `/messages?customer=${customerId}`
