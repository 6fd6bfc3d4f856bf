import type { ChatContext } from '../core/context.ts'
import { listUsersWithNews } from './healing.store.ts'
import { encodeFrame } from './encode.ts'

/** How often, while processes do not hear each other, we look for what was not told. */
const EVERY = 5_000
/** A message is stamped before its commit: so much may lie between. */
const MARGIN = 10_000
/** All at once would have everybody ask at the same moment. */
const AT_ONCE = 200
const PAUSE = 100

export interface Healing {
  close(): void
}

/**
 * Nothing depends on the bus: while it is torn, users of this process who have news are found in the database and told
 * to catch up; when it is whole again, everybody is.
 */
export function createHealing({
  bus,
  clock,
  connections,
  db,
  log,
  options,
}: Pick<ChatContext, 'bus' | 'clock' | 'connections' | 'db' | 'log' | 'options'>): Healing {
  const resync = encodeFrame({ type: 'resync' })
  let looked: Date | undefined
  let isClosed = false

  async function look(): Promise<void> {
    const since = looked ?? clock.now()
    looked = clock.now()
    const users = new Set(Array.from(connections.all(), ({ userId }) => userId))
    const told = new Set(await listUsersWithNews(db, [...users], new Date(since.getTime() - MARGIN)))
    for (const connection of connections.all()) if (told.has(connection.userId)) connection.send(resync)
  }

  function tellEverybody(): void {
    looked = undefined
    const waiting = [...connections.all()]
    const tellSome = (): void => {
      if (isClosed) return
      for (const connection of waiting.splice(0, AT_ONCE)) connection.send(resync)
      if (waiting.length > 0) setTimeout(tellSome, PAUSE).unref()
    }
    tellSome()
  }

  const stop = bus.onGap(tellEverybody)
  const looking = setInterval(() => {
    if (!bus.isConnected()) look().catch((error: unknown) => log.warn({ err: error }, 'news could not be looked for'))
  }, options.healEvery ?? EVERY)
  looking.unref()

  return {
    close() {
      isClosed = true
      clearInterval(looking)
      stop()
    },
  }
}
