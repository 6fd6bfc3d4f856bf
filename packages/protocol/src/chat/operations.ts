import { deactivateUser, deleteUser, disconnectUser, exportChannel, suspendApp, suspendUser } from './accounts.ts'
import {
  addReaction,
  deleteMessage,
  editMessage,
  forwardMessage,
  listPinned,
  pinMessage,
  removeReaction,
  unpinMessage,
} from './message-changes.ts'
import { createChannel, getChannel, queryChannels, stopWatching } from './channels.ts'
import { catchUp } from './events.ts'
import { addMembers, leaveChannel, removeMembers, updateChannel } from './members.ts'
import { extensionOperations } from './extensions.ts'
import { listMedia } from './media.ts'
import { getMessage, listMessages, sendMessage } from './messages.ts'
import { blockChannel, listReports, reportChannel } from './moderation.ts'
import type { ChatInput, ChatResult } from './operation.ts'
import { getUnread, markDelivered, markRead, markUnread } from './read-state.ts'
import { searchMessages } from './search.ts'
import { listReplies, listThreads, listUnreadThreads, markThreadRead } from './threads.ts'
import { setChannelSettings, truncateChannel } from './settings.ts'
import { setTyping } from './typing.ts'
import { createUserToken, sendUserSignal, setUserPresence, upsertUsers } from './users.ts'

/** Every operation of the chat service. Routes, socket commands, OpenAPI and client types derive from this list. */
export const chatOperations = [
  upsertUsers,
  createUserToken,
  sendUserSignal,
  setUserPresence,
  queryChannels,
  createChannel,
  getChannel,
  stopWatching,
  catchUp,
  sendMessage,
  listMessages,
  getMessage,
  editMessage,
  deleteMessage,
  forwardMessage,
  pinMessage,
  unpinMessage,
  listPinned,
  searchMessages,
  listMedia,
  addReaction,
  removeReaction,
  listReplies,
  listThreads,
  listUnreadThreads,
  markThreadRead,
  markRead,
  markUnread,
  markDelivered,
  getUnread,
  setTyping,
  ...extensionOperations,
  setChannelSettings,
  truncateChannel,
  updateChannel,
  addMembers,
  removeMembers,
  leaveChannel,
  blockChannel,
  reportChannel,
  listReports,
  disconnectUser,
  deactivateUser,
  suspendUser,
  deleteUser,
  exportChannel,
  suspendApp,
] as const

type AnyChatOperation = (typeof chatOperations)[number]
export type ChatOperationName = AnyChatOperation['name']
export type ChatOperationNamed<Name extends ChatOperationName> = Extract<AnyChatOperation, { name: Name }>
export type ChatCallInput<Name extends ChatOperationName> = ChatInput<ChatOperationNamed<Name>>
export type ChatCallResult<Name extends ChatOperationName> = ChatResult<ChatOperationNamed<Name>>
