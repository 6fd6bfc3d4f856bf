import * as protocolChannels from '@fettle/protocol/chat/channels'
import { catchUp } from '@fettle/protocol/chat/events'
import { getMessage, listMessages, sendMessage } from '@fettle/protocol/chat/messages'
import { getUnread, markDelivered, markRead } from '@fettle/protocol/chat/reading'
import { setTyping } from '@fettle/protocol/chat/typing'
import { createUserToken, sendUserSignal, upsertUsers } from '@fettle/protocol/chat/users'
import * as channels from './channels/channels.service.ts'
import { serve } from './core/calls.ts'
import * as events from './events/events.service.ts'
import * as messages from './messages/messages.service.ts'
import * as reading from './reading/reading.service.ts'
import * as typing from './typing/typing.service.ts'
import * as users from './users/users.service.ts'

/** Which handler answers which call. */
export const served = [
  serve(upsertUsers, users.upsert),
  serve(createUserToken, users.token),
  serve(sendUserSignal, users.signal),
  serve(protocolChannels.queryChannels, channels.query),
  serve(protocolChannels.createChannel, channels.create),
  serve(protocolChannels.getChannel, channels.get),
  serve(protocolChannels.stopWatching, channels.unwatch),
  serve(catchUp, events.since),
  serve(sendMessage, messages.send),
  serve(listMessages, messages.list),
  serve(getMessage, messages.get),
  serve(markRead, reading.read),
  serve(markDelivered, reading.delivered),
  serve(getUnread, reading.unread),
  serve(setTyping, typing.set),
]
