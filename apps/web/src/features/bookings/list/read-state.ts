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
  const before = snapshot()
  if ((before[id] ?? -1) >= version) return
  // Newest entries are last; the oldest are dropped first.
  const { [id]: _, ...others } = before
  readState = Object.fromEntries([...Object.entries(others), [id, version] as const].slice(-MAX_ENTRIES))
  deviceStorage.writeJson(KEY, readState)
  changes.emit()
}

/** Returns whether a booking is unread: a new request, or a change since it was seen. */
export function useUnread(): (booking: BookingVersion & { status: string }) => boolean {
  const all = useSyncExternalStore(changes.on, snapshot, () => undefined)
  return ({ id, version, status }) => {
    const last = all?.[id]
    return last === undefined ? status === 'REQUESTED' : last < version
  }
}
