import type { Reading, UnreadOverview, UnreadTotals } from '@fettle/protocol/chat/channels/read-state'
import type { SendCall } from '../connection/connection.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'
import { applyReading, emptyUnreadState, fromOverview, removeReading, totals } from '../state/unread.ts'

/** Unread messages over all channels, kept up to date. */
export interface UnreadTotalsStore {
  get(): UnreadTotals
  /** Applies a channel's read state. */
  apply(cid: string, reading: Reading): void
  /** Removes a channel the user left. */
  remove(cid: string): void
  /** Starts again from an overview, or from nothing. */
  reset(overview?: UnreadOverview): void
  /** Requests the totals if a channel that is not listed has changed. */
  recountIfStale(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the totals; `changed` is called after they were requested. */
export function createUnreadTotals({
  call,
  clock,
  log,
  changed,
}: {
  call: SendCall
  clock: ClientClock
  log: Log
  changed: () => void
}): UnreadTotalsStore {
  let unread = emptyUnreadState
  /** Counts requests and resets: what an earlier request answers is outdated. */
  let requests = 0

  /** Requests the totals, again after a refusal that passes. What arrives meanwhile is newer than the answer. */
  async function recount(): Promise<void> {
    requests += 1
    const request = requests
    unread = { ...unread, isStale: false }
    const before = unread.readings
    try {
      const overview = await call('unread.get', {})
      if (request !== requests) return
      const changedMeanwhile = [...unread.readings].filter(([cid, reading]) => before.get(cid) !== reading)
      unread = changedMeanwhile.reduce(
        (state, [cid, reading]) => applyReading(state, cid, reading),
        fromOverview(overview),
      )
      changed()
    } catch (error) {
      log.warn('Counting unread messages failed', error)
      if (!failureOf(error)?.retryable) return
      clock.after(RETRY_DELAY_MS, () => {
        if (request === requests) void recount()
      })
    }
  }

  return {
    get: () => totals(unread),
    apply(cid, reading) {
      unread = applyReading(unread, cid, reading)
    },
    remove(cid) {
      unread = removeReading(unread, cid)
    },
    reset(overview) {
      unread = overview ? fromOverview(overview) : emptyUnreadState
      requests += 1
    },
    recountIfStale() {
      if (unread.isStale) void recount()
    },
  }
}
