import type { Reading, UnreadOverview, UnreadTotals } from '@fettle/protocol/chat/channels/read-state'

/** Unread messages over all channels, loaded or not. Pure. */
export interface UnreadState {
  readonly readings: ReadonlyMap<string, Reading>
  /** Totals of channels that are not listed. */
  readonly rest: UnreadTotals
  /** An unlisted channel changed: totals must be requested again. */
  readonly isStale: boolean
}

export const emptyUnreadState: UnreadState = {
  readings: new Map(),
  rest: { totalUnread: 0, unreadChannels: 0 },
  isStale: false,
}

/** The state in an overview, which lists some channels; `rest` counts those it does not list. */
export function fromOverview({ totalUnread, unreadChannels, channels }: UnreadOverview): UnreadState {
  const listedTotals = totals({
    ...emptyUnreadState,
    readings: new Map(channels.map(({ cid, ...reading }) => [cid, reading])),
  })
  return {
    readings: new Map(channels.map(({ cid, ...reading }) => [cid, reading])),
    rest: {
      totalUnread: totalUnread - listedTotals.totalUnread,
      unreadChannels: unreadChannels - listedTotals.unreadChannels,
    },
    isStale: false,
  }
}

/** Applies a channel's read state; an older one changes nothing. */
export function applyReading(state: UnreadState, cid: string, reading: Reading): UnreadState {
  const current = state.readings.get(cid)
  if (current && current.version >= reading.version) return state
  const readings = new Map(state.readings).set(cid, reading)
  return { ...state, readings, isStale: state.isStale || (!current && state.rest.unreadChannels > 0) }
}

/** Removes a channel the user left. */
export function removeReading(state: UnreadState, cid: string): UnreadState {
  if (!state.readings.has(cid)) return { ...state, isStale: state.isStale || state.rest.unreadChannels > 0 }
  const readings = new Map(state.readings)
  readings.delete(cid)
  return { ...state, readings }
}

/** Unread messages and channels of all channels, listed or not. */
export function totals({ readings, rest }: UnreadState): UnreadTotals {
  let { totalUnread, unreadChannels } = rest
  for (const { unreadCount } of readings.values()) {
    totalUnread += unreadCount
    if (unreadCount > 0) unreadChannels += 1
  }
  return { totalUnread, unreadChannels }
}
