import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Call } from '../connection/connection.ts'
import {
  optimisticEdit,
  optimisticPin,
  optimisticReaction,
  optimisticDelete,
  type OptimisticUpdate,
  type OptimisticUpdates,
} from '../state/optimistic.ts'

/**
 * What one does to a message that is there, in the channel or in one of its threads. What is done shows at once; should
 * the service refuse it, it is taken back and the command rejects with the refusal.
 */
export interface MessageCommands {
  /** New words for a message of mine. */
  edit(messageId: string, text: string, options?: { mentions?: string[] }): Promise<void>
  /** Takes a message of mine back from everybody: a tombstone stays (kind `deleted`). */
  remove(messageId: string): Promise<void>
  /** Takes any message away from myself. */
  hide(messageId: string): Promise<void>
  react(messageId: string, emoji: string): Promise<void>
  unreact(messageId: string, emoji: string): Promise<void>
  pin(messageId: string): Promise<void>
  unpin(messageId: string): Promise<void>
  /** Sends a message on into another channel of mine. */
  forward(messageId: string, to: string): Promise<Message>
}

export function createMessageCommands({
  cid,
  call,
  overlay,
  now,
  me,
  newId,
  confirmed,
  hidden,
}: {
  cid: string
  call: Call
  overlay: OptimisticUpdates
  now: () => number
  me: () => string | undefined
  newId: () => string
  /** The service has done it: the message as it stands now. */
  confirmed: (message: Message) => void
  hidden: (messageId: string) => void
}): MessageCommands {
  /** What is done to one message arrives in the order it was done: the last wish is the one that holds. */
  const under = new Map<string, Promise<unknown>>()

  async function runOptimistically(
    messageId: string,
    intent: OptimisticUpdate,
    answer: () => Promise<{ message: Message | null }>,
  ) {
    const done = overlay.add(messageId, intent)
    const earlier = under.get(messageId)
    const answered = earlier ? earlier.then(answer, answer) : answer()
    under.set(messageId, answered)
    try {
      const { message } = await answered
      if (message) confirmed(message)
      else hidden(messageId)
    } finally {
      if (under.get(messageId) === answered) under.delete(messageId)
      done()
    }
  }
  const at = () => new Date(now()).toISOString()
  const target = (messageId: string) => ({ cid, messageId })

  return {
    edit: (id, text, options = {}) =>
      runOptimistically(id, optimisticEdit(text, at()), () =>
        call('messages.edit', { ...target(id), text, ...options }),
      ),
    remove: (id) => runOptimistically(id, optimisticDelete(at()), () => call('messages.delete', target(id))),
    hide: (id) =>
      runOptimistically(
        id,
        () => null,
        () => call('messages.delete', { ...target(id), onlyForMe: true }),
      ),
    react: (id, emoji) =>
      runOptimistically(id, optimisticReaction(emoji, me() ?? '', true), () =>
        call('reactions.add', { ...target(id), emoji }),
      ),
    unreact: (id, emoji) =>
      runOptimistically(id, optimisticReaction(emoji, me() ?? '', false), () =>
        call('reactions.remove', { ...target(id), emoji }),
      ),
    pin: (id) => runOptimistically(id, optimisticPin(at()), () => call('messages.pin', target(id))),
    unpin: (id) => runOptimistically(id, optimisticPin(null), () => call('messages.unpin', target(id))),
    forward: async (id, to) => (await call('messages.forward', { ...target(id), id: newId(), to })).message,
  }
}
