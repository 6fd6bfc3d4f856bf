import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import { withRetries } from '../connection/with-retries.ts'
import type { ClientErrorCode } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'

/** State of the channel list. */
export interface ListFlags {
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Set after repeated failures, unless there is something to show. */
  readonly error: ClientErrorCode | null
}

/** Loads the pages of the channel list. Each is handed over with the flags that follow from it. */
export interface ListPages {
  flags(): ListFlags
  /** Loads the first page, again or for the first time. */
  loadFirst(limit: number, received: (channels: readonly ChannelState[]) => void): Promise<void>
  /** Loads the page that follows, unless there is none or one is being loaded. */
  loadMore(received: (channels: readonly ChannelState[]) => void): Promise<void>
  /** Ignores answers to earlier requests, because another user is about to connect. */
  reset(): void
}

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 1_000
const INITIAL: ListFlags = { isLoading: false, hasMore: false, error: null }

/** Creates the pages of the channel list; `changed` is called when their flags have changed. */
export function createListPages({
  call,
  clock,
  log,
  isEmpty,
  changed,
}: {
  call: SendCall
  clock: ClientClock
  log: Log
  /** Whether there is nothing to show. */
  isEmpty: () => boolean
  changed: () => void
}): ListPages {
  let flags = INITIAL
  let cursor: string | null = null
  /** Counts loads of the first page: a further page of an earlier list does not follow it. */
  let lists = 0
  let resets = 0

  function setFlags(next: ListFlags): void {
    flags = next
    changed()
  }

  const query = (input: { limit: number; cursor?: string }) =>
    withRetries(() => call('channels.query', { filter: { type: 'messaging' }, state: true, watch: true, ...input }), {
      clock,
      attempts: MAX_ATTEMPTS,
      delayMs: RETRY_DELAY_MS,
    })

  async function load(
    input: { limit: number; cursor?: string },
    received: (channels: readonly ChannelState[]) => void,
    isOutdated: () => boolean,
  ): Promise<void> {
    setFlags({ ...flags, isLoading: true })
    try {
      const answer = await query(input)
      if (isOutdated()) return
      received(answer.channels)
      cursor = answer.nextCursor
      setFlags({ isLoading: false, hasMore: cursor !== null, error: null })
    } catch (error) {
      if (isOutdated()) return
      log.warn(clientMessages['chat-client.listen-failed'], error)
      setFlags({ ...flags, isLoading: false, error: isEmpty() ? 'chat-client.listen-failed' : null })
      throw error
    }
  }

  return {
    flags: () => flags,
    loadFirst(limit, received) {
      lists += 1
      const before = resets
      return load({ limit }, received, () => before !== resets)
    },
    async loadMore(received) {
      if (flags.isLoading || cursor === null) return
      const list = lists
      const before = resets
      await load({ limit: limits.channelPageSize, cursor }, received, () => before !== resets || list !== lists)
    },
    reset() {
      resets += 1
      cursor = null
      setFlags(INITIAL)
    },
  }
}
