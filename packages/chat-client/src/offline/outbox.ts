import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log, Storage } from '../ports.ts'
import { ChatError, failureOf } from '../errors.ts'

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

export interface Outbox {
  /** In the order they were written. */
  entries(): readonly OutboxEntry[]
  /** Loads entries from earlier runs. */
  load(userId: string): Promise<void>
  add(entry: Pick<OutboxEntry, 'id' | 'cid' | 'message' | 'attachments'>): void
  retry(id: string): void
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
 * Unsent messages: stored on the device until the service has them, sent one after another, and never duplicated
 * because the service recognises their ids.
 */
export function createOutbox({
  storage,
  clock,
  log,
  call,
  isConnected,
  sent,
  changed,
}: {
  storage: Storage
  clock: ClientClock
  log: Log
  call: SendCall
  isConnected: () => boolean
  /** Called with the confirmed message. */
  sent: (message: Message) => void
  changed: () => void
}): Outbox {
  let owner: string | undefined
  let entries: readonly OutboxEntry[] = []
  let isPumping = false
  /** Serialises storage writes in the order of changes. */
  let written = Promise.resolve()

  const keyOf = (id: string) => `chat.outbox.${owner}.${id}`

  function write(work: () => Promise<void>): void {
    written = written
      .then(work)
      .catch((error: unknown) => log.warn('Storing an unsent message on the device failed', error))
  }

  function save(entry: OutboxEntry): void {
    const key = keyOf(entry.id)
    // Entries that were being sent when the page closed are sent again.
    const kept = JSON.stringify({ ...entry, state: entry.state === 'sending' ? 'queued' : entry.state })
    write(() => storage.set(key, kept))
  }

  function change(id: string, next: Partial<OutboxEntry>): void {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...next } : entry))
    changed()
  }

  function forget(id: string): void {
    const key = keyOf(id)
    write(() => storage.remove(key))
    entries = entries.filter((entry) => entry.id !== id)
  }

  const find = (id: string) => entries.find((entry) => entry.id === id)

  async function pump(): Promise<void> {
    if (isPumping) return
    isPumping = true
    try {
      for (let next = waiting(); next; next = waiting()) await deliver(next)
    } finally {
      isPumping = false
    }
  }

  const waiting = () => (isConnected() ? entries.find(({ state }) => state === 'queued') : undefined)

  async function deliver({ id, cid, message }: OutboxEntry): Promise<void> {
    change(id, { state: 'sending', failure: null })
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await call('messages.send', { cid, message })
        if (!find(id)) return
        forget(id)
        sent(answer.message)
        changed()
        return
      } catch (error) {
        const entry = find(id)
        if (!entry) return
        const failure = failureOf(error)
        if (!failure && error instanceof ChatError) {
          // The connection broke: whether it arrived is unknown, and it is sent again with the same id.
          change(id, { state: 'queued' })
          await pause(isConnected() ? RETRY_DELAY_MS : 0)
          return
        }
        if (!failure?.retryable || tries === MAX_ATTEMPTS) {
          if (!failure) log.warn('Sending a message failed', error)
          change(id, { state: 'failed', failure: failure ?? null })
          save({ ...entry, state: 'failed', failure: failure ?? null })
          return
        }
        await pause(retryDelayOf(failure))
      }
    }
  }

  const pause = (milliseconds: number) => new Promise<void>((resolve) => void clock.after(milliseconds, resolve))

  return {
    entries: () => entries,
    async load(userId) {
      if (owner === userId) return
      owner = userId
      entries = []
      const prefix = `chat.outbox.${userId}.`
      await written
      const kept = await storage.list(prefix)
      if (owner !== userId) return
      const earlier = kept.flatMap(([, value]) => parse(value)).sort((one, other) => (one.id < other.id ? -1 : 1))
      const known = new Set(entries.map(({ id }) => id))
      entries = [...earlier.filter(({ id }) => !known.has(id)), ...entries]
      if (earlier.length > 0) changed()
    },
    add(fields) {
      const entry: OutboxEntry = {
        ...fields,
        createdAt: new Date(clock.now()).toISOString(),
        state: 'queued',
        failure: null,
      }
      entries = [...entries, entry]
      save(entry)
      changed()
      void pump()
    },
    retry(id) {
      const entry = find(id)
      if (entry?.state !== 'failed') return
      change(id, { state: 'queued', failure: null })
      save({ ...entry, state: 'queued', failure: null })
      void pump()
    },
    cancel(id) {
      if (find(id)?.state === 'sending') return
      forget(id)
      changed()
    },
    confirm(id) {
      if (!find(id)) return
      forget(id)
      changed()
    },
    pump: () => void pump(),
    reset() {
      owner = undefined
      entries = []
      changed()
    },
  }
}

function retryDelayOf({ details }: ChatFailure): number {
  const seconds = details?.['retryAfter']
  return typeof seconds === 'number' ? seconds * 1_000 : RETRY_DELAY_MS
}

function parse(value: string): OutboxEntry[] {
  try {
    const entry = JSON.parse(value) as OutboxEntry
    return typeof entry.id === 'string' && typeof entry.cid === 'string' ? [entry] : []
  } catch {
    return []
  }
}
