import type { ChatEvent } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import type { SendCall } from '../connection/connection.ts'

/** Operations besides the outbox that write messages. */
const messageWriters: ReadonlySet<string> = new Set<ChatOperationName>([
  'polls.create',
  'location.share',
  'commands.run',
  'messages.forward',
])

/**
 * Returns a `call` that processes the message it wrote like an event: the service publishes new messages to every
 * connection except the sending one.
 */
export function receiveWrittenMessages(call: SendCall, receive: (event: ChatEvent) => void): SendCall {
  return async (name, input) => {
    const answer = await call(name, input)
    const { message } = answer as { message?: Message | null }
    if (messageWriters.has(name) && message) receive(toNewMessageEvent(message))
    return answer
  }
}

export function toNewMessageEvent(message: Message): ChatEvent {
  const { cid, seq, createdAt } = message
  return { type: 'message.new', cid, seq, at: createdAt, message }
}
