import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Logger } from 'pino'
import type { Connection, Connections } from '../connections/connections.ts'
import { createBatcher } from '../core/batcher.ts'
import type { Publisher } from '../core/publisher.ts'
import { touchUsers } from '../users/users.store.ts'

/** Who is here. Several devices of one user count as one. */
export interface Presence {
  isOnline: (userId: string) => boolean
  arrived(connection: Connection): void
  left(connection: Connection): void
  /** Resolves when every last sight is written. */
  idle(): Promise<void>
}

export function createPresence({
  db,
  clock,
  log,
  connections,
  publisher,
}: {
  db: Db
  clock: Clock
  log: Logger
  connections: Connections
  publisher: Publisher
}): Presence {
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
      .catch((error: unknown) => log.warn({ err: error }, 'a last sight was not written'))
  }

  return {
    isOnline: (userId) => connections.ofUser(userId) > 0,
    arrived: ({ userId }) => {
      if (connections.ofUser(userId) === 1) announce(userId, true)
    },
    left: ({ userId }) => {
      if (connections.ofUser(userId) === 0) announce(userId, false)
    },
    idle: () => sightings.idle(),
  }
}
