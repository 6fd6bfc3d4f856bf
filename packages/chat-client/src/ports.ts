import type { Handshake, Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { CallAnswer } from '@fettle/protocol/chat/connection/socket'

/** The client's interfaces to its environment. Everything else in it is pure computation. */

export interface ClientClock {
  /** Milliseconds since 1970, by the device's clock. */
  now(): number
  /** Schedules work. Returns the cancel function. */
  after(milliseconds: number, work: () => void): () => void
}

/** Storage that survives a reload and may be shared by tabs: every entry has its own key. */
export interface Storage {
  list(prefix: string): Promise<[key: string, value: string][]>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Runs work in one tab at a time. */
export type TabLock = (run: () => Promise<void>) => Promise<void>

/** Receives errors nobody awaits. */
export interface Log {
  warn(message: string, error: unknown): void
}

/** Events of a link. Nothing follows after `closed`. */
export interface LinkEvents {
  hello: (hello: Hello) => void
  frame: (frame: ChatFrame) => void
  /** The link closed or never opened. With a failure: the service refused. `isRestart`: the service restarts. */
  closed: (failure: ChatFailure | undefined, isRestart?: boolean) => void
}

export interface Link {
  /** Rejects when the link closes before the answer. */
  call(name: string, input: object): Promise<CallAnswer>
  close(): void
}

export interface Transport {
  open(handshake: Handshake, events: LinkEvents): Link
}

const timers = globalThis as unknown as {
  setTimeout(work: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

export const systemClock: ClientClock = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = timers.setTimeout(work, milliseconds)
    return () => timers.clearTimeout(timer)
  },
}

/** Storage in memory, where none is available, and for tests. */
export function createMemoryStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    list: async (prefix) => [...entries].filter(([key]) => key.startsWith(prefix)),
    set: async (key, value) => void entries.set(key, value),
    remove: async (key) => void entries.delete(key),
  }
}
