import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import type { ChatEvent, ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import { applyFrame, applySnapshot, hasGap, type ChannelData } from '../state/channel.ts'
import { createCatchUp } from './catch-up.ts'
import { createFrameReplay } from './frame-replay.ts'
import { createListPages, type ListFlags } from './list-pages.ts'
import { createUnknownChannels } from './unknown-channels.ts'

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
  /** Open channels catch up instead of reloading, so that the screen stays. */
  setOpen(cid: string, isOpen: boolean): void
  clear(): void
}

/** A frame that is only late is not requested. */
const GAP_TOLERANCE_MS = 500

/** Creates the channels of a client. Nothing is loaded until `reload`. */
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
  const channelsByCid = new Map<string, ChannelData>()
  const open = new Set<string>()
  const stale = new Set<string>()
  const list = createListPages({ call, clock, log, isEmpty: () => channelsByCid.size === 0, changed: flagsChanged })
  const frames = createFrameReplay(apply)
  const unknown = createUnknownChannels({
    isKnown: (cid) => channelsByCid.has(cid),
    load: frames.run,
    put,
    call,
    clock,
    log,
  })
  const catchUp = createCatchUp({
    find: (cid) => channelsByCid.get(cid),
    put(cid, data, events) {
      if (events) stale.delete(cid)
      set(cid, data)
      if (events) replayed(events)
    },
    gone: drop,
    call,
    clock,
    log,
  })

  function set(cid: string, after: ChannelData): void {
    const before = channelsByCid.get(cid)
    if (before === after) return
    channelsByCid.set(cid, after)
    changed(cid, before, after)
    if (hasGap(after) && !(before && hasGap(before))) clock.after(GAP_TOLERANCE_MS, () => fillGap(cid))
  }

  function fillGap(cid: string): void {
    const data = channelsByCid.get(cid)
    if (data && hasGap(data)) void catchUp.start(cid)
  }

  function put(state: ChannelState): ChannelData {
    const { cid } = state.channel
    const before = channelsByCid.get(cid)
    const wasStale = stale.delete(cid)
    if (before && open.has(cid) && !wasStale && state.channel.lastSeq > before.knownSeq) void catchUp.start(cid)
    else set(cid, applySnapshot(before, state))
    return channelsByCid.get(cid) ?? applySnapshot(undefined, state)
  }

  function apply(frame: ChatFrame): void {
    if (frame.type === 'user.updated' || frame.type === 'user.presence.changed') {
      for (const [cid, data] of channelsByCid) set(cid, applyFrame(data, frame))
    } else if (frame.type === 'notification.removed_from_channel') drop(frame.cid)
    else if ('cid' in frame) {
      const data = channelsByCid.get(frame.cid)
      if (data) set(frame.cid, applyFrame(data, frame))
      else if (frame.type === 'message.new' || frame.type === 'notification.added_to_channel') unknown.load(frame.cid)
    }
  }

  function drop(cid: string): void {
    unknown.remove(cid)
    stale.delete(cid)
    channelsByCid.delete(cid)
    dropped(cid)
  }

  /** Replaces the list by its first page. Other channels are loaded with their page or on their next event. */
  function showFirstPage(channels: readonly ChannelState[]): void {
    const firstPageCids = new Set(channels.map(({ channel }) => channel.cid))
    channels.forEach(put)
    for (const cid of channelsByCid.keys()) {
      if (firstPageCids.has(cid)) continue
      // It may have missed events.
      if (open.has(cid)) void catchUp.start(cid)
      else {
        channelsByCid.delete(cid)
        stale.delete(cid)
      }
    }
  }

  return {
    find: (cid) => channelsByCid.get(cid),
    all: () => channelsByCid.values(),
    flags: list.flags,
    put,
    fetch: (cid) => frames.run(async () => put(await call('channels.get', { cid, watch: true }))),
    isStale: (cid) => stale.has(cid),
    restore(states) {
      for (const state of states) {
        const { cid } = state.channel
        if (channelsByCid.has(cid)) continue
        stale.add(cid)
        set(cid, applySnapshot(undefined, state))
      }
    },
    reload() {
      const shown = channelsByCid.size - stale.size
      const limit = Math.min(Math.max(shown, limits.channelPageSize), chatLimits.channelPageMax)
      return frames.run(() => list.loadFirst(limit, showFirstPage))
    },
    loadMore: () => frames.run(() => list.loadMore((channels) => channels.forEach(put))),
    change(cid, next) {
      const data = channelsByCid.get(cid)
      if (data) set(cid, next(data))
    },
    frame: frames.receive,
    setOpen(cid, isOpen) {
      if (isOpen) open.add(cid)
      else open.delete(cid)
    },
    clear() {
      frames.reset()
      catchUp.reset()
      unknown.reset()
      channelsByCid.clear()
      stale.clear()
      list.reset()
    },
  }
}
