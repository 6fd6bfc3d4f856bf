import type { FileAddress } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { SendCall } from '../connection/connection.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { createStore, type Readable } from '../store.ts'

/** Valid file addresses by id. */
export type FilesSnapshot = Readonly<Record<string, FileAddress>>

export interface FileAddresses extends Readable<FilesSnapshot> {
  /** Files on screen: requested together, and again before their addresses expire. */
  show(ids: readonly string[]): void
  /** Files no longer on screen. */
  hide(ids: readonly string[]): void
  stop(): void
}

/** Addresses are renewed this long before they expire. */
const RENEW_MARGIN_MS = 30_000
const RETRY_DELAY_MS = 5_000

/** Looks up the addresses of a channel's files while they are on screen. */
export function createFiles(
  { call }: { call: SendCall },
  { cid, clock = systemClock }: { cid: string; clock?: ClientClock },
): FileAddresses {
  const store = createStore<FilesSnapshot>({})
  const shown = new Map<string, number>()
  const due = new Map<string, number>()
  let cancel: (() => void) | undefined
  let isStopped = false

  function plan(): void {
    cancel?.()
    const times = [...shown.keys()].map((id) => due.get(id) ?? 0)
    if (isStopped || times.length === 0) return
    cancel = clock.after(Math.max(0, Math.min(...times) - clock.now()), () => void renew())
  }

  async function renew(): Promise<void> {
    const ids = [...shown.keys()].filter((id) => (due.get(id) ?? 0) <= clock.now()).slice(0, chatLimits.filesPerSigning)
    if (ids.length === 0) return plan()
    let wait = RETRY_DELAY_MS
    try {
      const { files, expiresInSeconds } = await call('attachments.sign', { cid, ids })
      wait = expiresInSeconds * 1_000 - RENEW_MARGIN_MS
      if (!isStopped) store.set({ ...store.getSnapshot(), ...Object.fromEntries(files.map((file) => [file.id, file])) })
    } catch {
      // Visible addresses stay; the rest is requested again.
    }
    for (const id of ids) due.set(id, clock.now() + wait)
    plan()
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    show(ids) {
      for (const id of ids) shown.set(id, (shown.get(id) ?? 0) + 1)
      plan()
    },
    hide(ids) {
      for (const id of ids) {
        const remaining = (shown.get(id) ?? 0) - 1
        if (remaining > 0) shown.set(id, remaining)
        else shown.delete(id)
      }
      plan()
    },
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}
