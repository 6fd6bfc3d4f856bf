import type { ChatFrame } from '@fettle/protocol/chat/events'
import { createChannelStore, type ChannelDeps, type ChannelHandle, type ChannelStore } from './channel.ts'

/** The stores of all channels a screen has asked for. */
export interface ChannelStores {
  /** A channel's store, always the same object. */
  get(cid: string): ChannelStore
  refresh(cid: string): void
  refreshAll(): void
  frame(frame: ChatFrame): void
  /** Events were missed. Not all of them are replayed. */
  recovered(): void
  /** Forgets everything, before another user connects. */
  reset(): void
}

/** Creates the stores. Each is created when it is first asked for. */
export function createChannelStores(deps: ChannelDeps): ChannelStores {
  const handles = new Map<string, ChannelHandle>()

  return {
    get(cid) {
      const handle = handles.get(cid) ?? createChannelStore(cid, deps)
      handles.set(cid, handle)
      return handle.store
    },
    refresh: (cid) => handles.get(cid)?.refresh(),
    refreshAll: () => handles.forEach(({ refresh }) => refresh()),
    frame(frame) {
      if ('cid' in frame) handles.get(frame.cid)?.frame(frame)
    },
    recovered: () => handles.forEach(({ recovered }) => recovered()),
    reset: () => handles.forEach(({ reset }) => reset()),
  }
}
