import { useSyncExternalStore } from 'react'

/** Which state of which booking has been looked at on this device. */

const KEY = 'bookings.seen'
const MAX_ENTRIES = 400
type ReadState = Record<string, number>

function read(): ReadState {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as ReadState
  } catch {
    return {}
  }
}

let readState: ReadState | undefined
const listeners = new Set<() => void>()
const snapshot = (): ReadState => (readState ??= read())

interface BookingVersion {
  id: string
  version: number
}

export function markRead({ id, version }: BookingVersion): void {
  const before = snapshot()
  if ((before[id] ?? -1) >= version) return
  // The newest stand last; the oldest go first.
  const { [id]: _, ...others } = before
  readState = Object.fromEntries([...Object.entries(others), [id, version] as const].slice(-MAX_ENTRIES))
  try {
    localStorage.setItem(KEY, JSON.stringify(readState))
  } catch {
    // Then it looks new again on the next visit.
  }
  listeners.forEach((listener) => listener())
}

/** Whether there is something about a booking that nobody has looked at: a request, or a change of what was seen. */
export function useUnread(): (booking: BookingVersion & { status: string }) => boolean {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot,
    () => undefined,
  )
  return ({ id, version, status }) => {
    const last = all?.[id]
    return last === undefined ? status === 'REQUESTED' : last < version
  }
}
