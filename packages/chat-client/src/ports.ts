import type { Handshake, Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { CallAnswer } from '@fettle/protocol/chat/connection/socket'

/** What the client needs from the world around it. Everything else in it is plain computation. */

export interface ClientClock {
  /** Milliseconds since 1970, as this device believes. */
  now(): number
  /** Does something later; the returned function takes it back. */
  after(milliseconds: number, work: () => void): () => void
}

/** A place that survives a reload. Several tabs may share it: every entry has a key of its own. */
export interface Storage {
  list(prefix: string): Promise<[key: string, value: string][]>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Where failures that nobody waits for are told. */
export interface Log {
  warn(message: string, error: unknown): void
}

/** What an open link tells. After `closed` it tells nothing more. */
export interface LinkEvents {
  hello: (hello: Hello) => void
  frame: (frame: ChatFrame) => void
  /** It never opened, or is open no longer. With a failure: the service refused. */
  closed: (failure: ChatFailure | undefined) => void
}

export interface Link {
  /** Rejects when the link closes before the answer is here. */
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

/** Survives nothing: where there is no storage, and for tests. */
export function createMemoryStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    list: async (prefix) => [...entries].filter(([key]) => key.startsWith(prefix)),
    set: async (key, value) => void entries.set(key, value),
    remove: async (key) => void entries.delete(key),
  }
}
