import { useSyncExternalStore } from 'react'
import { openStore } from './key-value-store.ts'
import type { PersistedQuery } from './persist-queries.ts'
import { createOfflineQueue, type QueuedMutation } from './offline-queue.ts'

type SendMutation = (mutation: QueuedMutation) => Promise<unknown>

const senders = new Map<string, SendMutation>()
/** Says that deeds can be done, see `outboxReady`. */
export let markQueueReady: () => void
/** Deeds can be done: it is known whose they are and how they are sent. Soon after a page has come to rest. */
export const offlineQueueReady = new Promise<void>((resolve) => {
  markQueueReady = resolve
})

/** Says how deeds of a kind are sent. */
export function registerSender(kinds: readonly string[], send: SendMutation): void {
  for (const kind of kinds) senders.set(kind, send)
}

let owner: string | undefined
/** What was done on this device, by whomever. */
export const mutationStore = openStore<QueuedMutation>('outbox')

/** What was read on this device. */
export const readStore = openStore<PersistedQuery>('reads')

/** Whose deeds these are. */
export const setQueueOwner = (user: string): void => {
  owner = user
}

/** The deeds of this device. */
export const offlineQueue = createOfflineQueue({
  store: mutationStore,
  send: async (mutation) => {
    const send = senders.get(mutation.kind)
    if (!send) throw new Error(`Nobody knows how to send ${mutation.kind}`)
    return send(mutation)
  },
  user: () => owner,
  online: () => navigator.onLine,
  now: () => new Date(),
  newId: () => deviceId(),
  schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  // Another tab may be at it already; what it leaves is ours afterwards.
  withTabLock: (run) => ('locks' in navigator ? navigator.locks.request('outbox', run) : run()),
})

/** Random enough to be nobody else's; `randomUUID` is missing where a page came without TLS. */
const deviceId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One of them. Drawn again only when that one has changed, not with every other that comes and goes. */
export const useQueuedMutation = (
  find: (mutations: readonly QueuedMutation[]) => QueuedMutation | undefined,
): QueuedMutation | undefined =>
  useSyncExternalStore(
    offlineQueue.subscribe,
    () => find(offlineQueue.get()),
    () => undefined,
  )

export const useQueuedMutations = (): readonly QueuedMutation[] =>
  useSyncExternalStore(offlineQueue.subscribe, offlineQueue.get, () => [])
