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
  const users = new Map<string, Promise<UserRef | undefined>>()
  const stops = [bus.subscribe(TOPIC, (userId) => users.delete(userId as string)), bus.onGap(() => users.clear())]
  return {
    find(userId) {
      const cached = users.get(userId)
      if (cached) return cached
      const loading = store.findUser(db, userId).then((row) => row && { id: row.id, name: row.name, image: row.image })
      users.set(userId, loading)
      loading.then(
        (user) => user ?? users.delete(userId),
        () => users.delete(userId),
      )
      const oldest = users.size > MAX_CACHED ? users.keys().next().value : undefined
      if (oldest !== undefined) users.delete(oldest)
      return loading
    },
    changed(userId) {
      users.delete(userId)
      bus.publish(TOPIC, userId)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
