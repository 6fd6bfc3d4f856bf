import { createDeviceValue, useDeviceValue } from '../../../lib/browser/device-value.ts'

const MAX_ENTRIES = 400

/** The version of each booking that this device showed last, by id. */
const seenVersions = createDeviceValue<Readonly<Record<string, number>>>('bookings.seen', {})

interface BookingVersion {
  id: string
  version: number
}

/** Stores that a version of a booking was seen. */
export const markRead = ({ id, version }: BookingVersion): void =>
  seenVersions.update((before) => {
    if ((before[id] ?? -1) >= version) return before
    // Newest entries are last; the oldest are dropped first.
    const { [id]: _, ...others } = before
    return Object.fromEntries([...Object.entries(others), [id, version] as const].slice(-MAX_ENTRIES))
  })

/** Returns whether a booking is unread: a new request, or a change since it was seen. */
export function useUnread(): (booking: BookingVersion & { status: string }) => boolean {
  const seen = useDeviceValue(seenVersions)
  return ({ id, version, status }) => {
    const last = seen[id]
    return last === undefined ? status === 'REQUESTED' : last < version
  }
}
