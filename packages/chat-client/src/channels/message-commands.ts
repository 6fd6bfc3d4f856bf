import type { Message } from '@fettle/protocol/chat/messages/messages'
import { createIdempotentIds } from './idempotent-ids.ts'
import type { SendCall } from '../connection/connection.ts'
import {
  optimisticEdit,
  optimisticPin,
  optimisticReact,
  optimisticUnreact,
  optimisticDelete,
  type OptimisticUpdate,
  type OptimisticUpdates,
} from '../state/optimistic.ts'

/**
 * Commands on existing messages of a channel or thread. Effects are visible at once; if the service refuses, they are
 * reverted and the command rejects.
 */
export interface MessageCommands {
  /** Edits an own message. */
  edit(messageId: string, text: string, options?: { mentions?: string[] }): Promise<void>
  /** Deletes an own message for everybody: a tombstone (kind `deleted`) stays. */
  remove(messageId: string): Promise<void>
  /** Hides any message for the user. */
  hide(messageId: string): Promise<void>
  react(messageId: string, emoji: string): Promise<void>
  unreact(messageId: string, emoji: string): Promise<void>
  pin(messageId: string): Promise<void>
  unpin(messageId: string): Promise<void>
  /** Forwards a message to another own channel. */
  forward(messageId: string, to: string): Promise<Message>
}

export function createMessageCommands({
  cid,
  call,
  optimistic,
  now,
  me,
  newId,
  confirmed,
  hidden,
}: {
  cid: string
  call: SendCall
  optimistic: OptimisticUpdates
  now: () => number
  me: () => string | undefined
  newId: () => string
  /** Called with the confirmed state of a message. */
  confirmed: (message: Message) => void
  hidden: (messageId: string) => void
}): MessageCommands {
  const withId = createIdempotentIds(newId)
  /** The last change of each message, until it is answered: they are sent in order, so that the last one wins. */
  const unanswered = new Map<string, Promise<unknown>>()

  async function runOptimistically(
    messageId: string,
    update: OptimisticUpdate,
    send: () => Promise<{ message: Message | null }>,
  ) {
    const finishUpdate = optimistic.add(messageId, update)
    const earlier = unanswered.get(messageId)
    const answer = earlier ? earlier.then(send, send) : send()
    unanswered.set(messageId, answer)
    try {
      const { message } = await answer
      if (message) confirmed(message)
      else hidden(messageId)
    } finally {
      if (unanswered.get(messageId) === answer) unanswered.delete(messageId)
      finishUpdate()
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
      runOptimistically(id, optimisticReact(emoji, me() ?? ''), () => call('reactions.add', { ...target(id), emoji })),
    unreact: (id, emoji) =>
      runOptimistically(id, optimisticUnreact(emoji, me() ?? ''), () =>
        call('reactions.remove', { ...target(id), emoji }),
      ),
    pin: (id) => runOptimistically(id, optimisticPin(at()), () => call('messages.pin', target(id))),
    unpin: (id) => runOptimistically(id, optimisticPin(null), () => call('messages.unpin', target(id))),
    forward: (messageId, to) =>
      withId([messageId, to], async (id) => (await call('messages.forward', { ...target(messageId), id, to })).message),
  }
}
