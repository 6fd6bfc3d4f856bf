import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { SendCall } from '../connection/connection.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'

/** Loads channels that frames have named and nobody has loaded, together. */
export interface UnknownChannels {
  load(cid: string): void
  /** The user has left the channel. */
  remove(cid: string): void
  /** Ignores answers to earlier requests, because another user is about to connect. */
  reset(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the loader of unknown channels. */
export function createUnknownChannels({
  isKnown,
  load,
  put,
  call,
  clock,
  log,
}: {
  isKnown: (cid: string) => boolean
  /** Runs a request that puts channels. */
  load: <Result>(request: () => Promise<Result>) => Promise<Result>
  put: (state: ChannelState) => void
  call: SendCall
  clock: ClientClock
  log: Log
}): UnknownChannels {
  const waiting = new Set<string>()
  let resets = 0

  function fetchIn(milliseconds: number): void {
    const before = resets
    clock.after(milliseconds, () => {
      if (before === resets) void fetchWaiting()
    })
  }

  /** Loads what waits, again after a refusal that passes. After a drop the list is loaded again. */
  async function fetchWaiting(): Promise<void> {
    const before = resets
    const cids = [...waiting].slice(0, chatLimits.channelPageMax)
    for (const cid of cids) waiting.delete(cid)
    if (waiting.size > 0) fetchIn(0)
    if (cids.length === 0) return
    try {
      await load(async () => {
        const { channels } = await call('channels.query', { filter: { cids }, limit: cids.length, watch: true })
        if (before === resets) channels.forEach(put)
      })
    } catch (error) {
      log.warn('Loading channels failed', error)
      if (before !== resets || !failureOf(error)?.retryable) return
      if (waiting.size === 0) fetchIn(RETRY_DELAY_MS)
      for (const cid of cids) if (!isKnown(cid)) waiting.add(cid)
    }
  }

  return {
    load(cid) {
      if (waiting.size === 0) fetchIn(0)
      waiting.add(cid)
    },
    remove: (cid) => void waiting.delete(cid),
    reset() {
      resets += 1
      waiting.clear()
    },
  }
}
