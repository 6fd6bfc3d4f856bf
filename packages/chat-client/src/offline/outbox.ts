import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log, Storage, TabLock } from '../ports.ts'
import { ChatError, DOES_NOT_EXIST, failureOf } from '../errors.ts'
import { createOfflineQueue, resetRetries, type QueueItem, type QueueStore } from './offline-queue.ts'

/** An own message the service has not confirmed. */
export interface OutboxEntry {
  readonly id: string
  readonly cid: string
  readonly message: ChatCallInput<'messages.send'>['message']
  /** Files as shown until it is confirmed. */
  readonly attachments?: Attachment[]
  /** By this device's clock; the confirmed message has the service's. */
  readonly createdAt: string
  readonly state: 'queued' | 'sending' | 'failed'
  readonly failure: ChatFailure | null
}

/** Another text for a message, with the people it mentions. */
export interface MessageTextChange {
  text: string
  mentions: string[]
}

interface QueuedMessage extends QueueItem, Omit<OutboxEntry, 'state'> {}

export interface Outbox {
  /** In the order they were written. */
  entries(): readonly OutboxEntry[]
  /** Loads entries from earlier runs. */
  load(userId: string): Promise<void>
  add(entry: Pick<OutboxEntry, 'id' | 'cid' | 'message' | 'attachments'>): void
  /**
   * Sends a failed message again, without its quote if that may be why it failed, or with another text. Returns whether
   * there was one.
   */
  retry(id: string, change?: MessageTextChange): boolean
  /** Removes an entry, unless it is being sent. */
  cancel(id: string): void
  /** The message has arrived, however that became known. */
  confirm(id: string): void
  /** Sends waiting entries in order. Called when there is a connection. */
  pump: () => void
  /** Resets the memory; the device's data stays. */
  reset(): void
}

/** After this many transient errors an entry fails and waits for the user. */
const MAX_ATTEMPTS = 5
const RETRY_DELAY_MS = 2_000

/**
 * Unsent messages in an offline queue: in order per channel, and never duplicated because the service recognises their
 * ids. A failed message waits for the user and blocks no other.
 */
export function createOutbox({
  storage,
  clock,
  log,
  call,
  isConnected,
  withTabLock,
  sent,
  changed,
}: {
  storage: Storage
  clock: ClientClock
  log: Log
  call: SendCall
  isConnected: () => boolean
  withTabLock: TabLock
  /** Called with the confirmed message. */
  sent: (message: Message) => void
  changed: () => void
}): Outbox {
  /** Empty while nobody is signed in. */
  let owner = ''

  const queue = createOfflineQueue<QueuedMessage>({
    store: createMessageStore(storage, () => owner),
    policy: {
      // Ids ascend in the order of writing, also when the device's clock goes back.
      compare: (one, other) => (one.id < other.id ? -1 : 1),
      laneOf: ({ cid }) => cid,
      isReviewBlocking: false,
      afterFailure(item, error) {
        const failure = failureOf(error)
        // The connection broke: whether it arrived is unknown, and it is sent again with the same id.
        if (!failure && error instanceof ChatError)
          return isConnected() ? { retryInMs: RETRY_DELAY_MS, change: { tries: item.tries } } : 'wait'
        if (failure?.retryable && item.tries + 1 < MAX_ATTEMPTS) return { retryInMs: retryDelayOf(failure) }
        if (!failure) log.warn('Sending a message failed', error)
        return { review: { failure: failure ?? null } }
      },
    },
    async send({ id, cid, message }): Promise<Message | undefined> {
      const answer = await call('messages.send', { cid, message })
      // Confirmed by an event meanwhile, or the user has logged out.
      return queue.find(id) ? answer.message : undefined
    },
    user: () => owner,
    canSend: isConnected,
    now: () => clock.now(),
    schedule: (run, milliseconds) => void clock.after(milliseconds, run),
    withTabLock,
    storeFailed: (error) => log.warn('Storing an unsent message on the device failed', error),
  })
  queue.onSent((_, message) => {
    if (message !== undefined) sent(message as Message)
  })
  queue.subscribe(changed)

  const entries = new WeakMap<QueuedMessage, OutboxEntry>()
  /** Returns the same object while the item is unchanged, so that lists need not render again. */
  function toEntry(item: QueuedMessage): OutboxEntry {
    const { user: _, tries: __, after, ...fields } = item
    const isSending = after !== undefined || queue.sending() === item.id
    const state = item.state === 'review' ? 'failed' : isSending ? 'sending' : 'queued'
    const before = entries.get(item)
    if (before?.state === state) return before
    const entry = { ...fields, state } satisfies OutboxEntry
    entries.set(item, entry)
    return entry
  }

  return {
    entries: () => queue.get().map(toEntry),
    async load(userId) {
      if (owner === userId) return
      owner = userId
      queue.clear()
      await queue.read()
      for (const item of queue.get()) if (item.state === 'waiting' && item.after) await queue.put(resetRetries(item))
    },
    add(fields) {
      const createdAt = new Date(clock.now()).toISOString()
      void queue.add({ ...fields, user: owner, createdAt, state: 'waiting', tries: 0, failure: null })
    },
    retry(id, change) {
      const item = queue.find(id)
      if (item?.state !== 'review') return false
      const { quotedMessageId: _, ...unquoted } = item.message
      // The quoted message may be gone for good, but the answer is worth sending.
      const message = item.failure?.code === DOES_NOT_EXIST ? unquoted : item.message
      void queue.put({ ...resetRetries(item), message: change ? withChange(message, change) : message, failure: null })
      void queue.flush()
      return true
    },
    cancel(id) {
      if (queue.sending() !== id) void queue.remove(id)
    },
    confirm: (id) => void queue.remove(id),
    pump: () => void queue.flush(),
    reset() {
      owner = ''
      queue.clear()
    },
  }
}

/** A message with another text, and only the previews of links that are still in it. */
function withChange(
  { previewUrls, ...rest }: OutboxEntry['message'],
  change: MessageTextChange,
): OutboxEntry['message'] {
  const left = previewUrls?.filter((url) => change.text.includes(url)) ?? []
  return { ...rest, ...change, ...(left.length > 0 && { previewUrls: left }) }
}

function retryDelayOf({ details }: ChatFailure): number {
  const seconds = details?.['retryAfter']
  return typeof seconds === 'number' ? seconds * 1_000 : RETRY_DELAY_MS
}

/** Messages under `chat.outbox.<user>.<message>`. Unchanged ones are read as the same object. */
function createMessageStore(storage: Storage, owner: () => string): QueueStore<QueuedMessage> {
  const read = new Map<string, { value: string; item: QueuedMessage }>()
  const prefixOf = (user: string) => `chat.outbox.${user}.`
  const keyOf = ({ user, id }: QueuedMessage) => prefixOf(user) + id
  return {
    async all() {
      const user = owner()
      const stored = await storage.list(prefixOf(user))
      return stored.flatMap(([key, value]) => {
        const cached = read.get(key)
        if (cached?.value === value) return [cached.item]
        const item = parse(value, user)
        if (!item) return []
        read.set(key, { value, item })
        return [item]
      })
    },
    put(item) {
      const value = JSON.stringify(item)
      read.set(keyOf(item), { value, item })
      return storage.set(keyOf(item), value)
    },
    remove(item) {
      read.delete(keyOf(item))
      return storage.remove(keyOf(item))
    },
  }
}

function parse(value: string, user: string): QueuedMessage | undefined {
  try {
    const item = JSON.parse(value) as Omit<QueuedMessage, 'state'> & { state: QueuedMessage['state'] | 'failed' }
    if (typeof item.id !== 'string' || typeof item.cid !== 'string') return undefined
    // Earlier versions stored the states `queued` and `failed`, and no attempts.
    const state = item.state === 'review' || item.state === 'failed' ? 'review' : 'waiting'
    return { ...item, user, state, tries: item.tries ?? 0, failure: item.failure ?? null }
  } catch {
    return undefined
  }
}
