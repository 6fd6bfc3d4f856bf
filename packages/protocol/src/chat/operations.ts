import { createChannel, getChannel, queryChannels, stopWatching } from './channels.ts'
import { catchUp } from './events.ts'
import { getMessage, listMessages, sendMessage } from './messages.ts'
import type { ChatInput, ChatResult } from './operation.ts'
import { getUnread, markDelivered, markRead } from './reading.ts'
import { setTyping } from './typing.ts'
import { createUserToken, sendUserSignal, upsertUsers } from './users.ts'

/** Every call of the chat service. Routes, socket commands, OpenAPI and the client's types derive from this list. */
export const chatOperations = [
  upsertUsers,
  createUserToken,
  sendUserSignal,
  queryChannels,
  createChannel,
  getChannel,
  stopWatching,
  catchUp,
  sendMessage,
  listMessages,
  getMessage,
  markRead,
  markDelivered,
  getUnread,
  setTyping,
] as const

type AnyChatOperation = (typeof chatOperations)[number]
export type ChatOperationName = AnyChatOperation['name']
export type ChatOperationNamed<Name extends ChatOperationName> = Extract<AnyChatOperation, { name: Name }>
export type ChatCallInput<Name extends ChatOperationName> = ChatInput<ChatOperationNamed<Name>>
export type ChatCallResult<Name extends ChatOperationName> = ChatResult<ChatOperationNamed<Name>>
