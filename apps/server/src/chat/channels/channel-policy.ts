import type { Bus } from '../../platform/redis/bus.ts'
import type { Queryable } from '../../platform/db/db.ts'
import * as store from './channels.store.ts'

/** Write permissions and slow mode of a channel. Rarely changes; `version` counts the changes. */
export interface ChannelPolicy {
  cid: string
  type: string
  version: number
  memberIds: ReadonlySet<string>
  /** Set: only the app can write. */
  blockedBy: string | null
  /** Slow mode in seconds. 0: off. */
  slowModeSeconds: number
}

/** Cache of channel policies. Writers check the version under the channel's lock. */
export interface ChannelPolicies {
  /** Undefined: no such channel. */
  get(cid: string): Promise<ChannelPolicy | undefined>
  evict(cid: string): void
  /** Invalidates a policy in all processes. */
  invalidate(cid: string): void
  close(): void
}

const MAX_CACHED = 20_000
const TOPIC = 'chat.facts'

export function createChannelPolicies(db: Queryable, bus: Bus): ChannelPolicies {
  const policies = new Map<string, Promise<ChannelPolicy | undefined>>()
  const stops = [bus.subscribe(TOPIC, (cid) => policies.delete(cid as string)), bus.onGap(() => policies.clear())]

  async function load(cid: string): Promise<ChannelPolicy | undefined> {
    const row = await store.findChannelPolicy(db, cid)
    if (!row) return undefined
    const { type, policy_version: version, blocked_by: blockedBy, slow_mode_seconds: slowModeSeconds } = row
    return { cid, type, version, memberIds: new Set(row.member_ids), blockedBy, slowModeSeconds }
  }

  return {
    get(cid) {
      const cached = bus.isConnected() ? policies.get(cid) : undefined
      if (cached) return cached
      const loading = load(cid)
      // While the bus is down, changes of other processes are not noticed, so nothing is cached.
      if (!bus.isConnected()) return loading
      policies.set(cid, loading)
      // A missing channel may be created at any moment, and a failed read says nothing.
      loading.then(
        (policy) => policy ?? policies.delete(cid),
        () => policies.delete(cid),
      )
      const oldest = policies.size > MAX_CACHED ? policies.keys().next().value : undefined
      if (oldest !== undefined) policies.delete(oldest)
      return loading
    },
    evict: (cid) => void policies.delete(cid),
    invalidate(cid) {
      policies.delete(cid)
      bus.publish(TOPIC, cid)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
