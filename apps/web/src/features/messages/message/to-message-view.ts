import type { MessageView } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'

/** Converts a message from outside the list to a view. Delivery state is shown only in the conversation. */
export const toMessageView = (message: Message, me: string | undefined): MessageView => ({
  ...message,
  isMine: message.user !== null && message.user.id === me,
  state: null,
  failure: null,
})
