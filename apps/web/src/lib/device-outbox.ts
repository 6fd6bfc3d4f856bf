import { useSyncExternalStore } from 'react'
import { openDrawer } from './device-db.ts'
import type { KeptRead } from './keep-reads.ts'
import { createOutbox, type Deed } from './outbox.ts'

type Send = (deed: Deed) => Promise<unknown>

const senders = new Map<string, Send>()
/** Says that deeds can be done, see `outboxReady`. */
export let beginDeeds: () => void
/** Deeds can be done: it is known whose they are and how they are sent. Soon after a page has come to rest. */
export const outboxReady = new Promise<void>((resolve) => {
  beginDeeds = resolve
})

/** Says how deeds of a kind are sent. */
export function onDeed(kinds: readonly string[], send: Send): void {
  for (const kind of kinds) senders.set(kind, send)
}

let owner: string | undefined
/** What was done on this device, by whomever. */
export const keptDeeds = openDrawer<Deed>('outbox')

/** What was read on this device. */
export const keptReads = openDrawer<KeptRead>('reads')

/** Whose deeds these are. */
export const setOutboxOwner = (user: string): void => {
  owner = user
}

/** The deeds of this device. */
export const outbox = createOutbox({
  drawer: keptDeeds,
  send: async (deed) => {
    const send = senders.get(deed.kind)
    if (!send) throw new Error(`Nobody knows how to send ${deed.kind}`)
    return send(deed)
  },
  user: () => owner,
  online: () => navigator.onLine,
  now: () => new Date(),
  newId: () => deviceId(),
  later: (run, milliseconds) => void setTimeout(run, milliseconds),
  // Another tab may be at it already; what it leaves is ours afterwards.
  alone: (run) => ('locks' in navigator ? navigator.locks.request('outbox', run) : run()),
})

/** Random enough to be nobody else's; `randomUUID` is missing where a page came without TLS. */
const deviceId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One of them. Drawn again only when that one has changed, not with every other that comes and goes. */
export const useDeed = (find: (deeds: readonly Deed[]) => Deed | undefined): Deed | undefined =>
  useSyncExternalStore(
    outbox.subscribe,
    () => find(outbox.get()),
    () => undefined,
  )

export const useDeeds = (): readonly Deed[] => useSyncExternalStore(outbox.subscribe, outbox.get, () => [])
