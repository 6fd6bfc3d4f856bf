import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Logger } from 'pino'
import type { SocketConnection, Connections } from '../connections/connections.ts'
import { createBatcher } from '../core/batcher.ts'
import type { Publisher } from '../core/publisher.ts'
import { createLocalPresenceStore, createRedisPresenceStore } from '../../platform/redis/presence-store.ts'
import type { Redis } from '../../platform/redis/redis.ts'
import { touchUsers } from '../users/users.store.ts'

/** Whether a user is online, as far as it was asked. */
export type IsOnline = (userId: string) => boolean

/** Who is here. Several devices of one user count as one. */
export interface Presence {
  /** Of these users, those who are at any process. */
  among(userIds: readonly string[]): Promise<IsOnline>
  arrived(connection: SocketConnection): void
  left(connection: SocketConnection): void
  /** Somebody who speaks for a user says that they are here, or have left: believed for a minute. */
  vouch(userId: string, online: boolean): void
  /** Resolves when every last sight is written. */
  idle(): Promise<void>
  /** Takes everybody who is at this process off the roster. */
  close(): Promise<void>
}

/** How long somebody else's word is good. */
const VOUCH_TTL_MS = 60_000

export function createPresence({
  db,
  clock,
  log,
  connections,
  publisher,
  redis,
}: {
  db: Db
  clock: Clock
  log: Logger
  connections: Connections
  publisher: Publisher
  redis: Redis | undefined
}): Presence {
  const store = redis
    ? createRedisPresenceStore(redis, { log, gone: (userId) => announce(userId, false) })
    : createLocalPresenceStore()
  const sightings = createBatcher({
    max: 500,
    write: (seen: { id: string; at: Date }[]) => touchUsers(db, seen),
    finish: (seen) => seen.map(() => undefined),
  })

  function announce(userId: string, online: boolean): void {
    const at = clock.now()
    publisher.aboutUser(userId, { type: 'user.presence.changed', userId, online, lastActiveAt: at.toISOString() })
    // Best effort: when somebody was last here is nothing a connection should fail for.
    sightings
      .add({ id: userId, at })
      .catch((error: unknown) => log.warn({ err: error }, 'updating last seen times failed'))
  }

  const vouched = new Map<string, NodeJS.Timeout>()

  const quietly = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'updating presence failed'))

  const comes = (userId: string) =>
    quietly(store.add(userId).then((isNew) => (isNew ? announce(userId, true) : undefined)))
  const goes = (userId: string) =>
    quietly(store.remove(userId).then((isOver) => (isOver ? announce(userId, false) : undefined)))

  function forget(userId: string): void {
    vouched.delete(userId)
    if (connections.ofUser(userId) === 0) goes(userId)
  }

  return {
    async among(userIds) {
      const online = await store.among([...new Set(userIds)])
      return (userId) => online.has(userId) || connections.ofUser(userId) > 0
    },
    arrived({ userId }) {
      if (connections.ofUser(userId) === 1 && !vouched.has(userId)) comes(userId)
    },
    left({ userId }) {
      if (connections.ofUser(userId) === 0 && !vouched.has(userId)) goes(userId)
    },
    vouch(userId, online) {
      const before = vouched.get(userId)
      clearTimeout(before)
      if (online) vouched.set(userId, setTimeout(() => forget(userId), VOUCH_TTL_MS).unref())
      if (online && !before && connections.ofUser(userId) === 0) comes(userId)
      if (!online && before) forget(userId)
    },
    idle: () => sightings.idle(),
    close() {
      for (const timer of vouched.values()) clearTimeout(timer)
      return store.close()
    },
  }
}
