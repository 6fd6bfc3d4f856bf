import type { Reading, UnreadOverview, UnreadTotals } from '@fettle/protocol/chat/channels/read-state'

/** One's unread messages over all channels, loaded or not. Pure. */
export interface UnreadState {
  readonly readings: ReadonlyMap<string, Reading>
  /** What the channels we were not told of have. */
  readonly rest: UnreadTotals
  /** A channel of the rest has changed: the totals have to be asked for again. */
  readonly isStale: boolean
}

export const emptyUnreadState: UnreadState = {
  readings: new Map(),
  rest: { totalUnread: 0, unreadChannels: 0 },
  isStale: false,
}

export function fromOverview({ totalUnread, unreadChannels, channels }: UnreadOverview): UnreadState {
  const listed = totals({
    ...emptyUnreadState,
    readings: new Map(channels.map(({ cid, ...reading }) => [cid, reading])),
  })
  return {
    readings: new Map(channels.map(({ cid, ...reading }) => [cid, reading])),
    rest: { totalUnread: totalUnread - listed.totalUnread, unreadChannels: unreadChannels - listed.unreadChannels },
    isStale: false,
  }
}

/** One channel's reading, from wherever it comes; an older one changes nothing. */
export function applyReading(state: UnreadState, cid: string, reading: Reading): UnreadState {
  const known = state.readings.get(cid)
  if (known && known.version >= reading.version) return state
  const readings = new Map(state.readings).set(cid, reading)
  return { ...state, readings, isStale: state.isStale || (!known && state.rest.unreadChannels > 0) }
}

/** A channel one is no longer in counts no more. */
export function removeReading(state: UnreadState, cid: string): UnreadState {
  if (!state.readings.has(cid)) return { ...state, isStale: state.isStale || state.rest.unreadChannels > 0 }
  const readings = new Map(state.readings)
  readings.delete(cid)
  return { ...state, readings }
}

export function totals({ readings, rest }: UnreadState): UnreadTotals {
  let { totalUnread, unreadChannels } = rest
  for (const { unreadCount } of readings.values()) {
    totalUnread += unreadCount
    if (unreadCount > 0) unreadChannels += 1
  }
  return { totalUnread, unreadChannels }
}
