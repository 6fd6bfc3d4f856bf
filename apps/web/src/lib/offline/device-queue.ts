import { useSyncExternalStore } from 'react'
import { isConnected } from '../http/connection.ts'
import { randomId } from '../random-id.ts'
import { openStore } from './key-value-store.ts'
import type { PersistedQuery } from './persist-queries.ts'
import { createMutationQueue, type QueuedMutation } from './mutation-queue.ts'
import { tabLock } from './tab-lock.ts'

type SendMutation = (mutation: QueuedMutation) => Promise<unknown>

const senders = new Map<string, SendMutation>()
/** Resolves `offlineQueueReady`. */
export let markQueueReady: () => void
/** Resolves when the queue knows its owner and senders, shortly after the page has loaded. */
export const offlineQueueReady = new Promise<void>((resolve) => {
  markQueueReady = resolve
})

/** Registers the sender of some kinds of mutations. */
export function registerSender(kinds: readonly string[], send: SendMutation): void {
  for (const kind of kinds) senders.set(kind, send)
}

let owner: string | undefined
/** Queued mutations of all users of this device. */
export const mutationStore = openStore<QueuedMutation>('outbox')

/** Query data stored on this device. */
export const queryStore = openStore<PersistedQuery>('reads')

/** Sets whose mutations are sent. */
export const setQueueOwner = (user: string): void => {
  owner = user
}

/** The offline queue of this device. */
export const offlineQueue = createMutationQueue({
  store: mutationStore,
  send: async (mutation) => {
    const send = senders.get(mutation.kind)
    if (!send) throw new Error(`No sender is registered for ${mutation.kind}`)
    return send(mutation)
  },
  user: () => owner,
  online: isConnected,
  now: () => new Date(),
  newId: randomId,
  schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  withTabLock: tabLock('outbox'),
  // oxlint-disable-next-line no-console -- the change stays in memory and is still sent
  storeFailed: (error) => console.warn('Storing an unsent change on the device failed', error),
})

/** Selects one queued mutation; re-renders only when it changes. */
export const useQueuedMutation = (
  find: (mutations: readonly QueuedMutation[]) => QueuedMutation | undefined,
): QueuedMutation | undefined =>
  useSyncExternalStore(
    offlineQueue.subscribe,
    () => find(offlineQueue.get()),
    () => undefined,
  )

/** All queued mutations of this device's user; re-renders on every change. */
export const useQueuedMutations = (): readonly QueuedMutation[] =>
  useSyncExternalStore(offlineQueue.subscribe, offlineQueue.get, () => [])
