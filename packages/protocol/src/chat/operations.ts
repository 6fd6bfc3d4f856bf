import { deactivateUser, deleteUser, disconnectUser, exportChannel, suspendApp, suspendUser } from './users/accounts.ts'
import {
  addReaction,
  deleteMessage,
  editMessage,
  forwardMessage,
  listPinned,
  pinMessage,
  removeReaction,
  unpinMessage,
} from './messages/message-changes.ts'
import { createChannel, getChannel, queryChannels, stopWatching } from './channels/channels.ts'
import { catchUp } from './events.ts'
import { addMembers, leaveChannel, removeMembers, updateChannel } from './channels/members.ts'
import { extensionOperations } from './extensions.ts'
import { listMedia } from './messages/media.ts'
import { getMessage, listMessages, sendMessage } from './messages/messages.ts'
import { blockChannel, listReports, reportChannel } from './channels/moderation.ts'
import type { ChatInput, ChatResult } from './core/operation.ts'
import { getUnread, markDelivered, markRead, markUnread } from './channels/read-state.ts'
import { searchMessages } from './messages/search.ts'
import { listReplies, listThreads, listUnreadThreads, markThreadRead } from './messages/threads.ts'
import { setChannelSettings, truncateChannel } from './channels/settings.ts'
import { setTyping } from './channels/typing.ts'
import { createUserToken, sendUserSignal, setUserPresence, upsertUsers } from './users/users.ts'

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
