import type { Logger } from 'pino'
import type { Redis } from './redis.ts'

/** Who is at any of several processes. A name counts once however many processes have it. */
export interface PresenceStore {
  /** Has come to this process. Answers whether it was nowhere before. */
  add(name: string): Promise<boolean>
  /** Has left this process. Answers whether it is nowhere now. */
  remove(name: string): Promise<boolean>
  /** Which of these names are somewhere. */
  among(names: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

/** The roster of a process that is alone. */
export function createLocalPresenceStore(): PresenceStore {
  const here = new Set<string>()
  return {
    async add(name) {
      here.add(name)
      return true
    },
    async remove(name) {
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
const namesKey = (id: string) => `${PREFIX}of:${id}`
const processesKey = (name: string) => `${PREFIX}at:${name}`

/**
 * A roster kept in Redis. Each process says every few seconds that it lives; what a dead one leaves is taken out by
 * whoever notices first, and `gone` is told of those who are nowhere then. While Redis is away a process knows its own.
 */
export function createRedisPresenceStore(
  { processId, commands }: Redis,
  {
    log,
    gone,
    beat = 5_000,
    patience = 15_000,
  }: { log: Logger; gone: (name: string) => void; beat?: number; patience?: number },
): PresenceStore {
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
      log.debug({ err: error }, 'updating the presence store failed')
    } finally {
      isBeating = false
    }
  }

  /** Makes Redis say of us what is so. */
  async function restate(): Promise<void> {
    isStale = false
    const stored = await commands.sMembers(namesKey(processId))
    const tooMany = stored.filter((name) => !here.has(name))
    await Promise.all([...here].map((name) => mark(name)))
    await Promise.all(tooMany.map((name) => unmark(name, processId)))
  }

  async function bury(dead: string): Promise<void> {
    if ((await commands.sRem(PROCESSES, dead)) === 0) return
    for (const name of await commands.sMembers(namesKey(dead))) if (await unmark(name, dead)) gone(name)
    await commands.del(namesKey(dead))
  }

  async function mark(name: string): Promise<boolean> {
    const [added, , processes] = await Promise.all([
      commands.sAdd(processesKey(name), processId),
      commands.sAdd(namesKey(processId), name),
      commands.sCard(processesKey(name)),
    ])
    return added === 1 && processes === 1
  }

  async function unmark(name: string, id: string): Promise<boolean> {
    const [, , processes] = await Promise.all([
      commands.sRem(processesKey(name), id),
      commands.sRem(namesKey(id), name),
      commands.sCard(processesKey(name)),
    ])
    return processes === 0
  }

  const beating = setInterval(() => void live(), beat)
  beating.unref()
  const onReady = () => void live()
  commands.on('ready', onReady)
  if (commands.isReady) onReady()

  return {
    add(name) {
      here.add(name)
      return attempt(() => mark(name), true)
    },
    remove(name) {
      here.delete(name)
      return attempt(() => unmark(name, processId), true)
    },
    async among(names) {
      const elsewhere = names.filter((name) => !here.has(name))
      const processes = await attempt(
        () => Promise.all(elsewhere.map((name) => commands.exists(processesKey(name)))),
        [],
      )
      return new Set([
        ...names.filter((name) => here.has(name)),
        ...elsewhere.filter((_, index) => processes[index] === 1),
      ])
    },
    async close() {
      clearInterval(beating)
      commands.off('ready', onReady)
      await attempt(async () => {
        for (const name of here) await unmark(name, processId)
        await commands.sRem(PROCESSES, processId)
        await commands.del([aliveKey(processId), namesKey(processId)])
      }, undefined)
    },
  }
}
