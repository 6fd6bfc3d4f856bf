import type { Bus } from '../../platform/redis/bus.ts'
import type { Queryable } from '../../platform/db/db.ts'
import * as store from './channels.store.ts'

/** What decides over a message in a channel. It changes seldom; `version` counts up when it does. */
export interface ChannelPolicy {
  cid: string
  type: string
  version: number
  memberIds: ReadonlySet<string>
  /** Set: nobody but the app writes here. */
  blockedBy: string | null
  /** Slow mode; 0: off. */
  slowSeconds: number
}

/** Facts of channels, remembered. Whoever writes by them checks the version under the channel's lock. */
export interface ChannelPolicies {
  /** Undefined: there is no such channel. */
  get(cid: string): Promise<ChannelPolicy | undefined>
  evict(cid: string): void
  /** What decides in a channel has changed: all processes ask again. */
  invalidate(cid: string): void
  close(): void
}

const MAX_CACHED = 20_000
const TOPIC = 'chat.facts'

export function createChannelPolicies(db: Queryable, bus: Bus): ChannelPolicies {
  const known = new Map<string, Promise<ChannelPolicy | undefined>>()
  const stops = [bus.subscribe(TOPIC, (cid) => known.delete(cid as string)), bus.onGap(() => known.clear())]

  async function load(cid: string): Promise<ChannelPolicy | undefined> {
    const row = await store.findChannelPolicy(db, cid)
    if (!row) return undefined
    const { type, facts_version: version, blocked_by: blockedBy, slow_seconds: slowSeconds } = row
    return { cid, type, version, memberIds: new Set(row.member_ids), blockedBy, slowSeconds }
  }

  return {
    get(cid) {
      const remembered = bus.isConnected() ? known.get(cid) : undefined
      if (remembered) return remembered
      const loading = load(cid)
      // While processes do not hear each other, what another one changes is not heard of.
      if (!bus.isConnected()) return loading
      known.set(cid, loading)
      // A channel that is not there may be made at any moment; a failure says nothing.
      loading.then(
        (policy) => policy ?? known.delete(cid),
        () => known.delete(cid),
      )
      const oldest = known.size > MAX_CACHED ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return loading
    },
    evict: (cid) => void known.delete(cid),
    invalidate(cid) {
      known.delete(cid)
      bus.publish(TOPIC, cid)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
