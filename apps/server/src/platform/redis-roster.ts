import type { Logger } from 'pino'
import type { Redis } from './redis.ts'

/** Who is at any of several processes. A name counts once however many processes have it. */
export interface Roster {
  /** Has come to this process. Answers whether it was nowhere before. */
  enter(name: string): Promise<boolean>
  /** Has left this process. Answers whether it is nowhere now. */
  leave(name: string): Promise<boolean>
  /** Which of these names are somewhere. */
  among(names: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

/** The roster of a process that is alone. */
export function createLocalRoster(): Roster {
  const here = new Set<string>()
  return {
    async enter(name) {
      here.add(name)
      return true
    },
    async leave(name) {
      here.delete(name)
      return true
    },
    among: async (names) => new Set(names.filter((name) => here.has(name))),
    close: async () => undefined,
  }
}

const PREFIX = 'fettle:roster:'
const PROCESSES = `${PREFIX}processes`
const aliveKey = (id: string) => `${PREFIX}alive:${id}`
/** Names at a process, and processes a name is at. */
const namesOf = (id: string) => `${PREFIX}of:${id}`
const placesOf = (name: string) => `${PREFIX}at:${name}`

/**
 * A roster kept in Redis. Each process says every few seconds that it lives; what a dead one leaves is taken out by
 * whoever notices first, and `gone` is told of those who are nowhere then. While Redis is away a process knows its own.
 */
export function createRedisRoster(
  { processId, commands }: Redis,
  {
    log,
    gone,
    beat = 5_000,
    patience = 15_000,
  }: { log: Logger; gone: (name: string) => void; beat?: number; patience?: number },
): Roster {
  const here = new Set<string>()
  /** What Redis has of us may be wrong: it was away meanwhile. */
  let isStale = true
  let isBeating = false

  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch {
      isStale = true
      return otherwise
    }
  }

  async function live(): Promise<void> {
    if (isBeating) return
    isBeating = true
    try {
      await commands.set(aliveKey(processId), '1', { expiration: { type: 'PX', value: patience } })
      // New to Redis: it was emptied, or somebody took us for dead.
      if ((await commands.sAdd(PROCESSES, processId)) === 1) isStale = true
      if (isStale) await restate()
      for (const other of await commands.sMembers(PROCESSES))
        if (other !== processId && (await commands.exists(aliveKey(other))) === 0) await bury(other)
    } catch (error) {
      isStale = true
      log.debug({ err: error }, 'the roster could not be kept')
    } finally {
      isBeating = false
    }
  }

  /** Makes Redis say of us what is so. */
  async function restate(): Promise<void> {
    isStale = false
    const said = await commands.sMembers(namesOf(processId))
    const tooMany = said.filter((name) => !here.has(name))
    await Promise.all([...here].map((name) => mark(name)))
    await Promise.all(tooMany.map((name) => unmark(name, processId)))
  }

  async function bury(dead: string): Promise<void> {
    if ((await commands.sRem(PROCESSES, dead)) === 0) return
    for (const name of await commands.sMembers(namesOf(dead))) if (await unmark(name, dead)) gone(name)
    await commands.del(namesOf(dead))
  }

  async function mark(name: string): Promise<boolean> {
    const [added, , places] = await Promise.all([
      commands.sAdd(placesOf(name), processId),
      commands.sAdd(namesOf(processId), name),
      commands.sCard(placesOf(name)),
    ])
    return added === 1 && places === 1
  }

  async function unmark(name: string, id: string): Promise<boolean> {
    const [, , places] = await Promise.all([
      commands.sRem(placesOf(name), id),
      commands.sRem(namesOf(id), name),
      commands.sCard(placesOf(name)),
    ])
    return places === 0
  }

  const beating = setInterval(() => void live(), beat)
  beating.unref()
  const onReady = () => void live()
  commands.on('ready', onReady)
  if (commands.isReady) onReady()

  return {
    enter(name) {
      here.add(name)
      return attempt(() => mark(name), true)
    },
    leave(name) {
      here.delete(name)
      return attempt(() => unmark(name, processId), true)
    },
    async among(names) {
      const elsewhere = names.filter((name) => !here.has(name))
      const places = await attempt(() => Promise.all(elsewhere.map((name) => commands.exists(placesOf(name)))), [])
      return new Set([
        ...names.filter((name) => here.has(name)),
        ...elsewhere.filter((_, index) => places[index] === 1),
      ])
    },
    async close() {
      clearInterval(beating)
      commands.off('ready', onReady)
      await attempt(async () => {
        for (const name of here) await unmark(name, processId)
        await commands.sRem(PROCESSES, processId)
        await commands.del([aliveKey(processId), namesOf(processId)])
      }, undefined)
    },
  }
}
