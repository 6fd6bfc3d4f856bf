import { useSyncExternalStore } from 'react'

/** Which state of which booking has been looked at on this device. */

const KEY = 'bookings.seen'
const MOST = 400
type Seen = Record<string, number>

function read(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Seen
  } catch {
    return {}
  }
}

let seen: Seen | undefined
const listeners = new Set<() => void>()
const known = (): Seen => (seen ??= read())

interface Version {
  id: string
  version: number
}

export function markSeen({ id, version }: Version): void {
  const before = known()
  if ((before[id] ?? -1) >= version) return
  // The newest stand last; the oldest go first.
  const { [id]: _, ...others } = before
  seen = Object.fromEntries([...Object.entries(others), [id, version] as const].slice(-MOST))
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {
    // Then it looks new again on the next visit.
  }
  listeners.forEach((listener) => listener())
}

/** Whether there is something about a booking that nobody has looked at: a request, or a change of what was seen. */
export function useUnseen(): (booking: Version & { status: string }) => boolean {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    known,
    () => undefined,
  )
  return ({ id, version, status }) => {
    const last = all?.[id]
    return last === undefined ? status === 'REQUESTED' : last < version
  }
}
