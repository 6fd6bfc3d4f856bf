import type { Logger } from 'pino'
import type { Redis } from './redis.ts'

/** The names present at any process. One that is present at several counts once. */
export interface PresenceStore {
  /** Adds a name to this process. Returns whether it was nowhere before. */
  add(name: string): Promise<boolean>
  /** Removes a name from this process. Returns whether it is nowhere now. */
  remove(name: string): Promise<boolean>
  /** Which of these names are present anywhere. */
  among(names: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

/** The presence store of a single process. */
export function createLocalPresenceStore(): PresenceStore {
  const localNames = new Set<string>()
  return {
    async add(name) {
      localNames.add(name)
      return true
    },
    async remove(name) {
      localNames.delete(name)
      return true
    },
    among: async (names) => new Set(names.filter((name) => localNames.has(name))),
    close: async () => undefined,
  }
}

const PREFIX = 'fettle:presence:'
const PROCESSES = `${PREFIX}processes`
const aliveKey = (id: string) => `${PREFIX}alive:${id}`
/** Redis keys: names at a process, and processes of a name. */
const namesKey = (id: string) => `${PREFIX}of:${id}`
const processesKey = (name: string) => `${PREFIX}at:${name}`

/**
 * A presence store in Redis. Each process renews its heartbeat every few seconds; entries of a dead one are removed by
 * the first process to notice, and `onGone` is called with names that are nowhere then. While Redis is down a process
 * knows only its own.
 */
export function createRedisPresenceStore(
  { processId, commands }: Redis,
  {
    log,
    onGone,
    heartbeatIntervalMs = 5_000,
    heartbeatTtlMs = 15_000,
  }: { log: Logger; onGone: (name: string) => void; heartbeatIntervalMs?: number; heartbeatTtlMs?: number },
): PresenceStore {
  const localNames = new Set<string>()
  /** Redis may hold outdated entries of this process, because it was down meanwhile. */
  let isStale = true
  let isSendingHeartbeat = false

  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch {
      isStale = true
      return otherwise
    }
  }

  async function sendHeartbeat(): Promise<void> {
    if (isSendingHeartbeat) return
    isSendingHeartbeat = true
    try {
      await commands.set(aliveKey(processId), '1', { expiration: { type: 'PX', value: heartbeatTtlMs } })
      // Unknown to Redis: it was emptied, or another process considered us dead.
      if ((await commands.sAdd(PROCESSES, processId)) === 1) isStale = true
      if (isStale) await writeLocalNames()
      for (const other of await commands.sMembers(PROCESSES))
        if (other !== processId && (await commands.exists(aliveKey(other))) === 0) await removeProcess(other)
    } catch (error) {
      isStale = true
      log.debug({ err: error }, 'updating the presence store failed')
    } finally {
      isSendingHeartbeat = false
    }
  }

  /** Makes the entries of this process in Redis equal to its own names. */
  async function writeLocalNames(): Promise<void> {
    isStale = false
    const stored = await commands.sMembers(namesKey(processId))
    const outdated = stored.filter((name) => !localNames.has(name))
    await Promise.all([...localNames].map((name) => addName(name)))
    await Promise.all(outdated.map((name) => removeName(name, processId)))
  }

  /** Removes the entries of a process whose heartbeat has expired, unless another process does. */
  async function removeProcess(dead: string): Promise<void> {
    if ((await commands.sRem(PROCESSES, dead)) === 0) return
    for (const name of await commands.sMembers(namesKey(dead))) if (await removeName(name, dead)) onGone(name)
    await commands.del(namesKey(dead))
  }

  /** Adds a name to this process in Redis. Returns whether it was nowhere before. */
  async function addName(name: string): Promise<boolean> {
    const [added, , processes] = await Promise.all([
      commands.sAdd(processesKey(name), processId),
      commands.sAdd(namesKey(processId), name),
      commands.sCard(processesKey(name)),
    ])
    return added === 1 && processes === 1
  }

  /** Removes a name from a process in Redis. Returns whether it is nowhere now. */
  async function removeName(name: string, id: string): Promise<boolean> {
    const [, , processes] = await Promise.all([
      commands.sRem(processesKey(name), id),
      commands.sRem(namesKey(id), name),
      commands.sCard(processesKey(name)),
    ])
    return processes === 0
  }

  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatIntervalMs)
  heartbeat.unref()
  const onReady = () => void sendHeartbeat()
  commands.on('ready', onReady)
  if (commands.isReady) onReady()

  return {
    add(name) {
      localNames.add(name)
      return attempt(() => addName(name), true)
    },
    remove(name) {
      localNames.delete(name)
      return attempt(() => removeName(name, processId), true)
    },
    async among(names) {
      const elsewhere = names.filter((name) => !localNames.has(name))
      const processes = await attempt(
        () => Promise.all(elsewhere.map((name) => commands.exists(processesKey(name)))),
        [],
      )
      return new Set([
        ...names.filter((name) => localNames.has(name)),
        ...elsewhere.filter((_, index) => processes[index] === 1),
      ])
    },
    async close() {
      clearInterval(heartbeat)
      commands.off('ready', onReady)
      await attempt(async () => {
        for (const name of localNames) await removeName(name, processId)
        await commands.sRem(PROCESSES, processId)
        await commands.del([aliveKey(processId), namesKey(processId)])
      }, undefined)
    },
  }
}
