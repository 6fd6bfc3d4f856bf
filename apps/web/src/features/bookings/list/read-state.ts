import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'
import { deviceStorage } from '../../../lib/browser/safe-storage.ts'

/** Storage key: which version of which booking was seen on this device. */
const KEY = 'bookings.seen'
const MAX_ENTRIES = 400
type ReadState = Record<string, number>

let readState: ReadState | undefined
const changes = createEmitter<void>()
const snapshot = (): ReadState => (readState ??= (deviceStorage.readJson(KEY) ?? {}) as ReadState)

interface BookingVersion {
  id: string
  version: number
}

/** Stores that a version of a booking was seen. */
export function markRead({ id, version }: BookingVersion): void {
  // Another tab may have stored others since.
  readState = undefined
  const before = snapshot()
  if ((before[id] ?? -1) >= version) return
  // Newest entries are last; the oldest are dropped first.
  const { [id]: _, ...others } = before
  readState = Object.fromEntries([...Object.entries(others), [id, version] as const].slice(-MAX_ENTRIES))
  deviceStorage.writeJson(KEY, readState)
  changes.emit()
}

/** Another tab stored what it has seen: what is known here is out of date. */
const follow = ({ key }: StorageEvent) => {
  if (key !== KEY && key !== null) return
  readState = undefined
  changes.emit()
}

const subscribe = (listener: () => void) => {
  // Once for the page: what is known stays known when no list is shown.
  window.addEventListener('storage', follow)
  return changes.on(listener)
}

/** Returns whether a booking is unread: a new request, or a change since it was seen. */
export function useUnread(): (booking: BookingVersion & { status: string }) => boolean {
  const all = useSyncExternalStore(subscribe, snapshot, () => undefined)
  return ({ id, version, status }) => {
    const last = all?.[id]
    return last === undefined ? status === 'REQUESTED' : last < version
  }
}
