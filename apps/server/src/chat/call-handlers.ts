import {
  deactivateUser,
  deleteUser,
  disconnectUser,
  exportChannel,
  suspendApp,
  suspendUser,
} from '@fettle/protocol/chat/users/accounts'
import {
  addReaction,
  deleteMessage,
  editMessage,
  forwardMessage,
  listPinned,
  pinMessage,
  removeReaction,
  unpinMessage,
} from '@fettle/protocol/chat/messages/message-changes'
import * as protocolChannels from '@fettle/protocol/chat/channels/channels'
import { catchUp } from '@fettle/protocol/chat/events'
import { addMembers, leaveChannel, removeMembers, updateChannel } from '@fettle/protocol/chat/channels/members'
import { listMedia } from '@fettle/protocol/chat/messages/media'
import { getMessage, listMessages, sendMessage } from '@fettle/protocol/chat/messages/messages'
import { blockChannel, listReports, reportChannel } from '@fettle/protocol/chat/channels/moderation'
import { getUnread, markDelivered, markRead, markUnread } from '@fettle/protocol/chat/channels/read-state'
import { searchMessages } from '@fettle/protocol/chat/messages/search'
import { listReplies, listThreads, listUnreadThreads, markThreadRead } from '@fettle/protocol/chat/messages/threads'
import { setChannelSettings, truncateChannel } from '@fettle/protocol/chat/channels/settings'
import { setTyping } from '@fettle/protocol/chat/channels/typing'
import { createUserToken, sendUserSignal, setUserPresence, upsertUsers } from '@fettle/protocol/chat/users/users'
import * as accounts from './users/accounts.service.ts'
import * as changes from './channels/changes.service.ts'
import * as channels from './channels/channels.service.ts'
import { serve, serveExact } from './core/calls.ts'
import * as events from './events/events.service.ts'
import * as media from './attachments/media.service.ts'
import * as messageChanges from './messages/changes.service.ts'
import * as messages from './messages/messages.service.ts'
import * as reading from './reading/reading.service.ts'
import { extensionHandlers } from './extensions/extension-handlers.ts'
import * as search from './search/search.service.ts'
import * as threads from './threads/threads.service.ts'
import * as settings from './channels/settings.service.ts'
import * as typing from './presence/typing.service.ts'
import * as users from './users/users.service.ts'

/** The handlers of all calls. */
export const callHandlers = [
  serve(upsertUsers, users.upsert),
  serve(createUserToken, users.token),
  serve(sendUserSignal, users.signal),
  serve(setUserPresence, users.presence),
  serveExact(protocolChannels.queryChannels, channels.query),
  serve(protocolChannels.createChannel, channels.create),
  serveExact(protocolChannels.getChannel, channels.get),
  serve(protocolChannels.stopWatching, channels.unwatch),
  serve(catchUp, events.since),
  serveExact(sendMessage, messages.send),
  serveExact(listMessages, messages.list),
  serve(getMessage, messages.get),
  serve(editMessage, messageChanges.edit),
  serve(deleteMessage, messageChanges.remove),
  serve(forwardMessage, messageChanges.forward),
  serve(pinMessage, messageChanges.pin),
  serve(unpinMessage, messageChanges.unpin),
  serve(listPinned, messageChanges.pinned),
  serve(searchMessages, search.messages),
  serve(listMedia, media.list),
  serve(addReaction, messageChanges.react),
  serve(removeReaction, messageChanges.unreact),
  serve(listReplies, threads.replies),
  serve(listThreads, threads.list),
  serve(listUnreadThreads, threads.unread),
  serve(markThreadRead, threads.read),
  serve(markRead, reading.read),
  serve(markUnread, reading.unreadFrom),
  serve(markDelivered, reading.delivered),
  serve(getUnread, reading.unread),
  serve(setTyping, typing.set),
  ...extensionHandlers,
  serve(setChannelSettings, settings.set),
  serve(truncateChannel, settings.truncate),
  serve(updateChannel, changes.update),
  serve(addMembers, changes.add),
  serve(removeMembers, changes.remove),
  serve(leaveChannel, changes.leave),
  serve(blockChannel, changes.block),
  serve(reportChannel, changes.report),
  serve(listReports, changes.reports),
  serve(disconnectUser, accounts.disconnect),
  serve(deactivateUser, accounts.deactivate),
  serve(suspendUser, accounts.suspendOne),
  serve(deleteUser, accounts.remove),
  serve(exportChannel, accounts.exportOne),
  serve(suspendApp, accounts.suspend),
]
