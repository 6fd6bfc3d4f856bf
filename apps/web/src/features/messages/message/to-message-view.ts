import type { MessageView } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages'

/** A message from outside the list in the shape of one that is in it. How far it has come is said in the conversation. */
export const toMessageView = (message: Message, me: string | undefined): MessageView => ({
  ...message,
  isMine: message.user !== null && message.user.id === me,
  state: null,
  failure: null,
})
