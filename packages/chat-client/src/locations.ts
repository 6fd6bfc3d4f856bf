import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { LocationShare } from '@fettle/protocol/chat/location/location'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { limits } from '@fettle/protocol/common/limits'
import { systemClock, type ClientClock } from './ports.ts'
import { clientError, failureOf } from './errors.ts'
import type { ClientHandle } from './client-handle.ts'
import { createMessageId } from './ids.ts'
import { idsByChannel } from './state/ids-by-channel.ts'
import { withNewer, type Versioned } from './state/versioned.ts'
import { createStore, type Readable } from './store.ts'
import { createIdempotentIds } from './channels/idempotent-ids.ts'
import { createThrottle } from './connection/throttle.ts'
import { reloadOnRecovery } from './reload-on-recovery.ts'

/** Live locations by message. */
export type LocationsSnapshot = Versioned<LocationShare>

/** Applies a frame. Invariant as for polls. */
export function applyLocationFrame(state: LocationsSnapshot, frame: ChatFrame): LocationsSnapshot {
  return frame.type === 'location.changed' ? withNewer(state, frame.share.messageId, frame.share) : state
}

/** Whether a share is running by this device's clock, because its end is known from the start. */
export const isLive = (share: Pick<LocationShare, 'endsAt' | 'endedAt'>, now: number): boolean =>
  share.endedAt === null && Date.parse(share.endsAt) > now

export interface SharePosition {
  latitude: number
  longitude: number
}

/** A live location of this device. */
export interface LiveShare {
  readonly messageId: string
  /** Reports the device's position, sent at most every three seconds. */
  move(position: SharePosition): void
  stop(): Promise<void>
}

export interface Locations extends Readable<LocationsSnapshot> {
  show(cid: string, messages: readonly Pick<Message, 'id' | 'location'>[]): Promise<void>
  /** Rejects with "Failed to share the location" and the service's failure. */
  share(cid: string, position: SharePosition): Promise<Message>
  /** Shares live for `liveFor` milliseconds, at least a minute. */
  shareLive(cid: string, position: SharePosition, liveFor: number): Promise<LiveShare>
  /** Continues a share this device started before the page was reloaded. */
  continueLive(cid: string, messageId: string): LiveShare
  /** Ends an own share started by another device. */
  end(cid: string, messageId: string): Promise<void>
  stop(): void
}

/** Locations of any channels, and the live ones of this device, which `deviceId` identifies across reloads. */
export function createLocations(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  {
    deviceId,
    clock = systemClock,
    newId = createMessageId,
  }: { deviceId: string; clock?: ClientClock; newId?: () => string },
): Locations {
  const store = createStore<LocationsSnapshot>({})
  /** Channel of each requested location. */
  const channelOf = new Map<string, string>()
  const loading = new Map<string, Promise<void>>()
  const withId = createIdempotentIds(newId)
  const take = (share: LocationShare) => store.set(withNewer(store.getSnapshot(), share.messageId, share))

  async function load(cid: string, messageIds: string[]): Promise<void> {
    if (messageIds.length === 0) return
    const { shares } = await call('location.list', { cid, messageIds })
    shares.forEach(take)
    const now = new Date(clock.now()).toISOString()
    for (const id of messageIds) {
      const known = store.getSnapshot()[id]
      const isGone = known && !shares.some((share) => share.messageId === id)
      // Its message was deleted, which ended it.
      if (isGone && known.endedAt === null) take({ ...known, endedAt: now, updatedAt: now, version: known.version + 1 })
    }
  }

  async function start(cid: string, position: SharePosition, liveFor?: number): Promise<Message> {
    const input = { cid, ...position, deviceId, ...(liveFor === undefined ? {} : { liveFor }) }
    try {
      const { message, share } = await withId(input, (messageId) => call('location.share', { ...input, messageId }))
      if (share) take(share)
      return message
    } catch (error) {
      throw clientError('chat-client.location-failed', failureOf(error))
    }
  }

  /** Handle of a running share of this device. */
  function liveShare(cid: string, messageId: string): LiveShare {
    channelOf.set(messageId, cid)
    let latest: SharePosition | undefined
    const mayMove = () => {
      const share = store.getSnapshot()[messageId]
      return share !== undefined && isLive(share, clock.now())
    }
    const report = createThrottle(clock, limits.liveLocationThrottleMs, () => {
      if (!latest || !mayMove()) return
      // A lost position is followed by the next one.
      call('location.move', { cid, messageId, ...latest, deviceId }).then(
        ({ share }) => take(share),
        () => undefined,
      )
    })
    return {
      messageId,
      move(next) {
        latest = next
        if (mayMove()) report.ask()
      },
      async stop() {
        report.cancel()
        take((await call('location.stop', { cid, messageId })).share)
      },
    }
  }

  const stops = [
    onFrame((frame) => store.set(applyLocationFrame(store.getSnapshot(), frame))),
    reloadOnRecovery({ onRecovery }, clock, () => {
      const live = [...channelOf].filter(([id]) => store.getSnapshot()[id]?.endedAt === null)
      return Promise.all([...idsByChannel(live)].map(([cid, ids]) => load(cid, ids)))
    }),
    onReset(() => {
      channelOf.clear()
      store.set({})
    }),
  ]

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async show(cid, messages) {
      const liveIds = messages.flatMap(({ id, location }) => (location?.endsAt ? [id] : []))
      const ids = liveIds.filter((id) => !channelOf.has(id))
      for (const id of ids) channelOf.set(id, cid)
      const loaded = load(cid, ids)
        .catch((error: unknown) => {
          for (const id of ids) channelOf.delete(id)
          throw error
        })
        .finally(() => ids.forEach((id) => loading.delete(id)))
      for (const id of ids) loading.set(id, loaded)
      // Others may have asked for the rest, which is not here yet.
      await Promise.all([loaded, ...liveIds.map((id) => loading.get(id))])
    },
    share: (cid, position) => start(cid, position),
    async shareLive(cid, position, liveFor) {
      const { id: messageId } = await start(cid, position, liveFor)
      return liveShare(cid, messageId)
    },
    continueLive: liveShare,
    end: async (cid, messageId) => take((await call('location.stop', { cid, messageId })).share),
    stop: () => stops.forEach((stop) => stop()),
  }
}
