import type { Bus } from '../../platform/redis/bus.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { createSharedCache, type SharedCache } from '../core/shared-cache.ts'
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

/** Policies by channel. Undefined: no such channel. Writers check the version under the channel's lock. */
export type ChannelPolicies = SharedCache<ChannelPolicy | undefined>

/** Creates the cache of policies. */
export const createChannelPolicies = (db: Queryable, bus: Bus): ChannelPolicies =>
  createSharedCache({
    bus,
    topic: 'chat.facts',
    async load(cid) {
      const row = await store.findChannelPolicy(db, cid)
      if (!row) return undefined
      const { type, policy_version: version, blocked_by: blockedBy, slow_mode_seconds: slowModeSeconds } = row
      return { cid, type, version, memberIds: new Set(row.member_ids), blockedBy, slowModeSeconds }
    },
  })
