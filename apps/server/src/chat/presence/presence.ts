import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Logger } from 'pino'
import type { SocketConnection, Connections } from '../connections/connections.ts'
import { createBatcher } from '../core/batcher.ts'
import type { Publisher } from '../core/publisher.ts'
import { createLocalPresenceStore, createRedisPresenceStore } from '../../platform/redis/presence-store.ts'
import type { Redis } from '../../platform/redis/redis.ts'
import { touchUsers } from '../users/users.store.ts'

/** Whether a user is online, for users that were loaded. */
export type IsOnline = (userId: string) => boolean

/** Presence of users. Several devices of one user count as one. */
export interface Presence {
  /** Which of these users are online at any process. */
  among(userIds: readonly string[]): Promise<IsOnline>
  arrived(connection: SocketConnection): void
  left(connection: SocketConnection): void
  /** Records presence reported by an external system, valid for a minute. */
  report(userId: string, online: boolean): void
  /** Resolves when all last-seen times are stored. */
  idle(): Promise<void>
  /** Removes this process's users from the presence store. */
  close(): Promise<void>
}

/** How long reported presence is valid. */
const REPORTED_TTL_MS = 60_000

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
    ? createRedisPresenceStore(redis, { log, onGone: (userId) => announce(userId, false) })
    : createLocalPresenceStore()
  const lastSeenWrites = createBatcher({
    max: 500,
    write: (seen: { id: string; at: Date }[]) => touchUsers(db, seen),
    finish: (seen) => seen.map(() => undefined),
  })

  function announce(userId: string, online: boolean): void {
    const at = clock.now()
    publisher.aboutUser(userId, { type: 'user.presence.changed', userId, online, lastActiveAt: at.toISOString() })
    // Best effort: a failed last-seen update must not fail a connection.
    lastSeenWrites
      .add({ id: userId, at })
      .catch((error: unknown) => log.warn({ err: error }, 'updating last seen times failed'))
  }

  const reportedOnline = new Map<string, NodeJS.Timeout>()

  const logFailure = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'updating presence failed'))

  const setOnline = (userId: string) =>
    logFailure(store.add(userId).then((isNew) => (isNew ? announce(userId, true) : undefined)))
  const setOffline = (userId: string) =>
    logFailure(store.remove(userId).then((isOver) => (isOver ? announce(userId, false) : undefined)))

  function forget(userId: string): void {
    reportedOnline.delete(userId)
    if (connections.countOf(userId) === 0) setOffline(userId)
  }

  return {
    async among(userIds) {
      const online = await store.among([...new Set(userIds)])
      return (userId) => online.has(userId) || connections.countOf(userId) > 0
    },
    arrived({ userId }) {
      if (connections.countOf(userId) === 1 && !reportedOnline.has(userId)) setOnline(userId)
    },
    left({ userId }) {
      if (connections.countOf(userId) === 0 && !reportedOnline.has(userId)) setOffline(userId)
    },
    report(userId, online) {
      const before = reportedOnline.get(userId)
      clearTimeout(before)
      if (online) reportedOnline.set(userId, setTimeout(() => forget(userId), REPORTED_TTL_MS).unref())
      if (online && !before && connections.countOf(userId) === 0) setOnline(userId)
      if (!online && before) forget(userId)
    },
    idle: () => lastSeenWrites.idle(),
    close() {
      for (const timer of reportedOnline.values()) clearTimeout(timer)
      return store.close()
    },
  }
}
