import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { SendCall } from '../connection/connection.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'

/** Pinned messages of one channel. */
export interface PinnedMessages {
  /** Last pinned first. Null: not loaded. */
  get(): readonly Message[] | null
  load(): Promise<void>
  /** Applies a message of a frame. */
  apply(message: Message): void
  /** Loads them again after frames were missed, repeatedly while that is refused for now. Unless shown, drops them. */
  reload(): void
  /** Forgets them, before another user connects. */
  reset(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the pinned messages of a channel. Nothing is loaded until `load`. */
export function createPinnedMessages({
  cid,
  call,
  clock,
  log,
  isShown,
  changed,
}: {
  cid: string
  call: SendCall
  clock: ClientClock
  log: Log
  isShown: () => boolean
  changed: () => void
}): PinnedMessages {
  let pinned: readonly Message[] | null = null
  /** For each running request, what has arrived since. */
  const requests = new Set<Message[]>()
  let cancelRetry = (): void => undefined

  async function load(): Promise<void> {
    const received: Message[] = []
    requests.add(received)
    try {
      const { messages } = await call('messages.pinned', { cid })
      // The answer may be older than what arrived before it.
      pinned = received.reduce<readonly Message[]>(withMessage, messages)
    } finally {
      requests.delete(received)
    }
    changed()
  }

  function reload(): void {
    cancelRetry()
    if (!pinned) return
    if (!isShown()) {
      pinned = null
      return changed()
    }
    load().catch((error: unknown) => {
      log.warn('Loading pinned messages failed', error)
      cancelRetry()
      if (failureOf(error)?.retryable) cancelRetry = clock.after(RETRY_DELAY_MS, reload)
    })
  }

  return {
    get: () => pinned,
    load,
    apply(message) {
      for (const received of requests) received.push(message)
      if (pinned) pinned = withMessage(pinned, message)
    },
    reload,
    reset() {
      cancelRetry()
      pinned = null
    },
  }
}

/** Adds, updates or removes a message, last pinned first; of two states the newer. */
function withMessage(pinned: readonly Message[], message: Message): readonly Message[] {
  const existing = pinned.find(({ id }) => id === message.id)
  if (!existing && !message.pinnedAt) return pinned
  if (existing && (existing.revision ?? 0) >= (message.revision ?? 0)) return pinned
  const others = pinned.filter((each) => each !== existing)
  if (!message.pinnedAt) return others
  return [...others, message].sort((one, other) => ((one.pinnedAt ?? '') < (other.pinnedAt ?? '') ? 1 : -1))
}
