import type { Message, Quote } from '@fettle/protocol/chat/messages/messages'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { violatedUniqueConstraint } from '../../platform/db/unique-violation.ts'
import { createBatcher } from '../core/batcher.ts'
import type { Publisher } from '../core/publisher.ts'
import * as rules from './messages.rules.ts'
import * as store from './messages.store.ts'

/** A validated message with its author and calling connection. */
export interface PendingMessage {
  message: store.NewMessage
  user: UserRef | null
  quoted?: Quote | undefined
  /** Recipients: the members at the time of the decision. */
  memberIds: Iterable<string>
  connectionId: string | undefined
}

/** Undefined: not written, because it exists or its channel's policy changed. */
export type WrittenMessage = Message | undefined

export interface Writer {
  /** Resolves once the message is durable and published. */
  append(entry: PendingMessage): Promise<WrittenMessage>
  idle(): Promise<void>
}

const MAX_BATCH = 256

/** Creates the writer with group commit: messages that arrive during a commit share the next one. */
export function createWriter({
  db,
  clock,
  publisher,
  onMessages,
}: {
  db: Db
  clock: Clock
  publisher: Publisher
  onMessages?: ((messages: readonly Message[]) => void) | undefined
}): Writer {
  const underWay = new Map<string, Promise<WrittenMessage>>()

  const batcher = createBatcher({
    max: MAX_BATCH,
    async write(entries: PendingMessage[]) {
      const now = clock.now()
      const messages = entries.map(({ message }) => message)
      return { ...(await appendNew(messages, now)), now }
    },
    finish(entries, { sequences, members, now }): WrittenMessage[] {
      const messages = entries.map(({ message, user, quoted }, index) => {
        const seq = sequences.get(index)
        return seq === undefined ? undefined : rules.toNewMessage(message, seq, user, now, quoted)
      })
      announce(entries, messages, members)
      onMessages?.(messages.filter((message) => message !== undefined))
      return messages
    },
  })

  /** Writes messages except existing ones, which are looked up only after a conflict. */
  async function appendNew(messages: store.NewMessage[], now: Date) {
    try {
      return await store.append(db, messages, now)
    } catch (error) {
      if (violatedUniqueConstraint(error) === undefined) throw error
      return store.append(db, messages, now, await store.listExisting(db, messages))
    }
  }

  /** Publishes to each member in channel order, with the member's read state after each message. */
  function announce(
    entries: readonly PendingMessage[],
    messages: readonly WrittenMessage[],
    changed: readonly store.UpdatedMember[],
  ): void {
    const after = new Map(changed.map((member) => [`${member.cid} ${member.userId}`, member]))
    // Read states are known for the end of the batch; going backwards, each message subtracts what it added.
    const publications: (() => void)[] = []
    for (let index = messages.length - 1; index >= 0; index -= 1) {
      const message = messages[index]
      const entry = entries[index]
      if (!message || !entry) continue
      const { cid, seq, createdAt: at } = message
      const event = { type: 'message.new' as const, cid, seq, at, message }
      for (const userId of entry.memberIds) {
        const member = userId === message.user?.id || !entry.message.counts ? undefined : after.get(`${cid} ${userId}`)
        const reading = member && { ...member.reading }
        publications.push(() => publisher.toUser(userId, reading ? { ...event, reading } : event, entry.connectionId))
        if (!member) continue
        member.reading.version -= 1
        member.reading.unreadCount -= 1
      }
    }
    for (const publish of publications.toReversed()) publish()
  }

  return {
    append(entry) {
      // Concurrent sends of the same message share one write.
      const key = `${entry.message.cid} ${entry.message.id} ${entry.message.userId}`
      const running = underWay.get(key)
      if (running) return running
      const result = batcher.add(entry).finally(() => underWay.delete(key))
      underWay.set(key, result)
      return result
    },
    idle: () => batcher.idle(),
  }
}
