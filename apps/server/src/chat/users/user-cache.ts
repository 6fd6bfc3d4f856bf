import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { Bus } from '../../platform/redis/bus.ts'
import type { Queryable } from '../../platform/db/db.ts'
import * as store from './users.store.ts'

/** Cache of names and pictures, because every message carries its author's. */
export interface UserCache {
  find(userId: string): Promise<UserRef | undefined>
  /** Invalidates a user in all processes. */
  changed(userId: string): void
  close(): void
}

const MAX_CACHED = 20_000
const TOPIC = 'chat.people'

export function createUserCache(db: Queryable, bus: Bus): UserCache {
  const known = new Map<string, Promise<UserRef | undefined>>()
  const stops = [bus.subscribe(TOPIC, (userId) => known.delete(userId as string)), bus.onGap(() => known.clear())]
  return {
    find(userId) {
      const remembered = known.get(userId)
      if (remembered) return remembered
      const loading = store.findUser(db, userId).then((row) => row && { id: row.id, name: row.name, image: row.image })
      known.set(userId, loading)
      loading.then(
        (user) => user ?? known.delete(userId),
        () => known.delete(userId),
      )
      const oldest = known.size > MAX_CACHED ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return loading
    },
    changed(userId) {
      known.delete(userId)
      bus.publish(TOPIC, userId)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
