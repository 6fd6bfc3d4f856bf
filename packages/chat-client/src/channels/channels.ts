import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatEvent, ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import { failureOf, type ClientErrorCode } from '../errors.ts'
import { applyCatchUp, applyFrame, applySnapshot, hasGap, newestSeq, type ChannelData } from '../state/channel.ts'

/** State of the channel list. */
export interface ListFlags {
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Set after repeated failures, unless there is something to show. */
  readonly error: ClientErrorCode | null
}

/** All known channels, kept up to date. The only place where channel data changes. */
export interface Channels {
  find(cid: string): ChannelData | undefined
  all(): Iterable<ChannelData>
  flags(): ListFlags
  /** Loads the first page, again or for the first time. Open channels catch up from their position. */
  reload(): Promise<void>
  loadMore(): Promise<void>
  /** Loads a channel. */
  fetch(cid: string): Promise<ChannelData>
  /** Shows cached channels until they are loaded. */
  restore(states: readonly ChannelState[]): void
  /** Restored from the cache and not updated since. */
  isStale(cid: string): boolean
  /** Applies a snapshot from another call's answer. */
  put(state: ChannelState): ChannelData
  change(cid: string, next: (data: ChannelData) => ChannelData): void
  frame(frame: ChatFrame): void
  /** Catches a channel up with the service. */
  catchUp(cid: string): Promise<void>
  /** Open channels catch up instead of reloading, so that the screen stays. */
  setOpen(cid: string, isOpen: boolean): void
  /** The user left the channel. */
  drop(cid: string): void
  clear(): void
}

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 1_000
/** A frame that is only late is not requested. */
const GAP_TOLERANCE_MS = 500
const CATCH_UP_RETRY_MS = 5_000

export function createChannels({
  call,
  clock,
  log,
  changed,
  dropped,
  replayed,
  flagsChanged,
}: {
  call: SendCall
  clock: ClientClock
  log: Log
  changed: (cid: string, before: ChannelData | undefined, after: ChannelData) => void
  dropped: (cid: string) => void
  /** Called with events missed and caught up. */
  replayed: (events: readonly ChatEvent[]) => void
  flagsChanged: () => void
}): Channels {
  const known = new Map<string, ChannelData>()
  const open = new Set<string>()
  const stale = new Set<string>()
  const catching = new Map<string, Promise<void>>()
  const unknown = new Set<string>()
  /** Channels that are caught up again after a failure. */
  const retrying = new Set<string>()
  let flags: ListFlags = { isLoading: false, hasMore: false, error: null }
  let cursor: string | null = null
  /** Counts loads of the first page: a further page of an earlier list does not follow it. */
  let lists = 0
  let life = 0

  function setFlags(next: ListFlags): void {
    flags = next
    flagsChanged()
  }

  function set(cid: string, after: ChannelData): ChannelData {
    const before = known.get(cid)
    if (before === after) return after
    known.set(cid, after)
    changed(cid, before, after)
    if (hasGap(after) && !(before && hasGap(before))) clock.after(GAP_TOLERANCE_MS, () => void fillGap(cid))
    return after
  }

  async function fillGap(cid: string): Promise<void> {
    const data = known.get(cid)
    if (data && hasGap(data)) await keepCatchingUp(cid)
  }

  /** Catches up, again after failures that may pass: no later event would bring what is missing. */
  async function keepCatchingUp(cid: string): Promise<void> {
    const started = life
    try {
      await catchUp(cid)
    } catch (error) {
      logFailure(error)
      const failure = failureOf(error)
      if ((failure && !failure.retryable) || retrying.has(cid) || started !== life) return
      retrying.add(cid)
      clock.after(CATCH_UP_RETRY_MS, () => {
        retrying.delete(cid)
        if (started === life && known.has(cid)) void keepCatchingUp(cid)
      })
    }
  }

  function put(state: ChannelState): ChannelData {
    const { cid } = state.channel
    const before = known.get(cid)
    const isOld = stale.delete(cid)
    if (before && open.has(cid) && !isOld && state.channel.lastSeq > before.knownSeq) void keepCatchingUp(cid)
    else set(cid, applySnapshot(before, state))
    return known.get(cid) ?? applySnapshot(undefined, state)
  }

  /** One at a time per channel, because two would request the same. */
  function catchUp(cid: string): Promise<void> {
    const running = catching.get(cid)
    if (running) return running
    const work = replay(cid).finally(() => catching.delete(cid))
    catching.set(cid, work)
    return work
  }

  async function replay(cid: string): Promise<void> {
    const started = life
    for (;;) {
      const data = known.get(cid)
      if (!data) return
      const answer = await call('channels.events', { cid, after: data.knownSeq })
      const current = known.get(cid)
      // The user may have left it meanwhile.
      if (started !== life || !current) return
      if (answer.reset) {
        const state = await call('channels.get', { cid, watch: true })
        if (started !== life || !known.has(cid)) return
        // The loaded window cannot be continued (too old, or newer than a restored service): the newest replaces it.
        const isBehind = (known.get(cid)?.knownSeq ?? 0) <= state.channel.lastSeq
        set(cid, applySnapshot(isBehind ? known.get(cid) : undefined, state))
        return
      }
      stale.delete(cid)
      const after = set(cid, applyCatchUp(current, answer))
      replayed(answer.events)
      const isDone = answer.events.length === 0 || after.knownSeq >= newestSeq(after)
      if (isDone) return
    }
  }

  function drop(cid: string): void {
    unknown.delete(cid)
    stale.delete(cid)
    known.delete(cid)
    dropped(cid)
  }

  async function fetch(cid: string): Promise<ChannelData> {
    return put(await call('channels.get', { cid, watch: true }))
  }

  /** Loads unknown channels together. */
  function meet(cid: string): void {
    const isFirst = unknown.size === 0
    unknown.add(cid)
    if (isFirst) fetchUnknownIn(0)
  }

  function fetchUnknownIn(milliseconds: number): void {
    const started = life
    clock.after(milliseconds, () => {
      if (started === life) void fetchUnknown()
    })
  }

  /** Loads unknown channels, again after a refusal that passes. After a drop the list is loaded again. */
  async function fetchUnknown(): Promise<void> {
    const started = life
    const cids = [...unknown].slice(0, chatLimits.channelPageMax)
    for (const cid of cids) unknown.delete(cid)
    if (unknown.size > 0) fetchUnknownIn(0)
    if (cids.length === 0) return
    try {
      const { channels } = await call('channels.query', { filter: { cids }, limit: cids.length, watch: true })
      if (started === life) for (const state of channels) put(state)
    } catch (error) {
      logFailure(error)
      if (started !== life || !failureOf(error)?.retryable) return
      if (unknown.size === 0) fetchUnknownIn(CATCH_UP_RETRY_MS)
      for (const cid of cids) if (!known.has(cid)) unknown.add(cid)
    }
  }

  async function query(input: { limit: number; cursor?: string }) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call('channels.query', { filter: { type: 'messaging' }, state: true, watch: true, ...input })
      } catch (error) {
        const failure = failureOf(error)
        if (tries === MAX_ATTEMPTS || (failure && !failure.retryable)) throw error
        await new Promise<void>((resolve) => void clock.after(RETRY_DELAY_MS, resolve))
      }
    }
  }

  async function load(
    input: { limit: number; cursor?: string },
    received: (channels: ChannelState[]) => void,
    isOutdated: () => boolean = () => false,
  ): Promise<void> {
    const started = life
    setFlags({ ...flags, isLoading: true })
    try {
      const answer = await query(input)
      if (started !== life || isOutdated()) return
      received(answer.channels)
      cursor = answer.nextCursor
      setFlags({ isLoading: false, hasMore: cursor !== null, error: null })
    } catch (error) {
      if (started !== life || isOutdated()) return
      log.warn(clientMessages['chat-client.listen-failed'], error)
      setFlags({ ...flags, isLoading: false, error: known.size > 0 ? null : 'chat-client.listen-failed' })
      throw error
    }
  }

  const logFailure = (error: unknown) => log.warn('Resynchronizing a channel failed', error)

  return {
    find: (cid) => known.get(cid),
    all: () => known.values(),
    flags: () => flags,
    put,
    fetch,
    isStale: (cid) => stale.has(cid),
    restore(states) {
      for (const state of states) {
        const { cid } = state.channel
        if (known.has(cid)) continue
        stale.add(cid)
        set(cid, applySnapshot(undefined, state))
      }
    },
    catchUp,
    reload() {
      lists += 1
      const limit = Math.min(Math.max(known.size - stale.size, limits.channelPageSize), chatLimits.channelPageMax)
      return load({ limit }, (channels) => {
        const listed = new Set(channels.map(({ channel }) => channel.cid))
        for (const state of channels) put(state)
        // Other channels may have missed events; they are loaded with their page or on their next event.
        for (const cid of known.keys()) {
          if (listed.has(cid)) continue
          if (open.has(cid)) void keepCatchingUp(cid)
          else {
            known.delete(cid)
            stale.delete(cid)
          }
        }
      })
    },
    async loadMore() {
      if (flags.isLoading || cursor === null) return
      const list = lists
      await load(
        { limit: limits.channelPageSize, cursor },
        (channels) => channels.forEach(put),
        () => list !== lists,
      )
    },
    change(cid, next) {
      const data = known.get(cid)
      if (data) set(cid, next(data))
    },
    frame(frame) {
      if (frame.type === 'user.updated' || frame.type === 'user.presence.changed') {
        for (const [cid, data] of known) set(cid, applyFrame(data, frame))
      } else if (frame.type === 'notification.removed_from_channel') drop(frame.cid)
      else if ('cid' in frame) {
        const data = known.get(frame.cid)
        if (data) set(frame.cid, applyFrame(data, frame))
        else if (frame.type === 'message.new' || frame.type === 'notification.added_to_channel') meet(frame.cid)
      }
    },
    setOpen(cid, isOpen) {
      if (isOpen) open.add(cid)
      else open.delete(cid)
    },
    drop,
    clear() {
      life += 1
      known.clear()
      stale.clear()
      unknown.clear()
      cursor = null
      setFlags({ isLoading: false, hasMore: false, error: null })
    },
  }
}
