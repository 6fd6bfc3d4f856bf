import type { Bus } from '../../platform/redis/bus.ts'
import type { Queryable } from '../../platform/db/db.ts'
import * as store from './channels.store.ts'

/** What decides over a message in a channel. It changes seldom; `version` counts up when it does. */
export interface ChannelFacts {
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
export interface Facts {
  /** Undefined: there is no such channel. */
  of(cid: string): Promise<ChannelFacts | undefined>
  forget(cid: string): void
  /** What decides in a channel has changed: all processes ask again. */
  changed(cid: string): void
  close(): void
}

const REMEMBERED = 20_000
const TOPIC = 'chat.facts'

export function createFacts(db: Queryable, bus: Bus): Facts {
  const known = new Map<string, Promise<ChannelFacts | undefined>>()
  const stops = [bus.subscribe(TOPIC, (cid) => known.delete(cid as string)), bus.onGap(() => known.clear())]

  async function load(cid: string): Promise<ChannelFacts | undefined> {
    const row = await store.findFacts(db, cid)
    if (!row) return undefined
    const { type, facts_version: version, blocked_by: blockedBy, slow_seconds: slowSeconds } = row
    return { cid, type, version, memberIds: new Set(row.member_ids), blockedBy, slowSeconds }
  }

  return {
    of(cid) {
      const remembered = bus.isConnected() ? known.get(cid) : undefined
      if (remembered) return remembered
      const loading = load(cid)
      // While processes do not hear each other, what another one changes is not heard of.
      if (!bus.isConnected()) return loading
      known.set(cid, loading)
      // A channel that is not there may be made at any moment; a failure says nothing.
      loading.then(
        (facts) => facts ?? known.delete(cid),
        () => known.delete(cid),
      )
      const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return loading
    },
    forget: (cid) => void known.delete(cid),
    changed(cid) {
      known.delete(cid)
      bus.publish(TOPIC, cid)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
