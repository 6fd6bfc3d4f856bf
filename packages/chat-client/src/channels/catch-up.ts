import type { ChatEvent } from '@fettle/protocol/chat/events'
import type { SendCall } from '../connection/connection.ts'
import { DOES_NOT_EXIST, failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'
import { applyCatchUp, applySnapshot, newestSeq, type ChannelData } from '../state/channel.ts'

/** Loads the events that channels have missed. */
export interface MissedEvents {
  /** Catches a channel up, again after failures that may pass: no later event would bring what is missing. */
  start(cid: string): Promise<void>
  /** Ignores answers to earlier requests, because another user is about to connect. */
  reset(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the catch-up of all channels. */
export function createCatchUp({
  find,
  put,
  gone,
  call,
  clock,
  log,
}: {
  find: (cid: string) => ChannelData | undefined
  /** Called with the state of a channel after the missed `events`, or without them, when they are too many. */
  put: (cid: string, data: ChannelData, events?: readonly ChatEvent[]) => void
  /** Called with a channel that the user is no longer in. */
  gone: (cid: string) => void
  call: SendCall
  clock: ClientClock
  log: Log
}): MissedEvents {
  const running = new Map<string, Promise<void>>()
  /** Channels that wait to be caught up again after a failure. */
  const waiting = new Set<string>()
  let resets = 0

  async function loadMissedEvents(cid: string): Promise<void> {
    const before = resets
    for (;;) {
      const data = find(cid)
      if (!data) return
      const answer = await call('channels.events', { cid, after: data.knownSeq })
      const current = find(cid)
      // The user may have left it meanwhile.
      if (before !== resets || !current) return
      if (answer.reset) {
        const state = await call('channels.get', { cid, watch: true })
        const latest = find(cid)
        if (before !== resets || !latest) return
        // The loaded window cannot be continued (too old, or newer than a restored service): the newest replaces it.
        return put(cid, applySnapshot(latest.knownSeq <= state.channel.lastSeq ? latest : undefined, state))
      }
      const after = applyCatchUp(current, answer)
      put(cid, after, answer.events)
      if (answer.events.length === 0 || after.knownSeq >= newestSeq(after)) return
    }
  }

  /** One at a time per channel, because two would request the same. */
  function run(cid: string): Promise<void> {
    const current = running.get(cid)
    if (current) return current
    const work = loadMissedEvents(cid).finally(() => running.delete(cid))
    running.set(cid, work)
    return work
  }

  async function start(cid: string): Promise<void> {
    const before = resets
    try {
      await run(cid)
    } catch (error) {
      log.warn('Resynchronizing a channel failed', error)
      const failure = failureOf(error)
      if (before !== resets) return
      if (failure?.code === DOES_NOT_EXIST) return gone(cid)
      if ((failure && !failure.retryable) || waiting.has(cid)) return
      waiting.add(cid)
      clock.after(RETRY_DELAY_MS, () => {
        waiting.delete(cid)
        if (before === resets && find(cid)) void start(cid)
      })
    }
  }

  return {
    start,
    reset() {
      resets += 1
    },
  }
}
