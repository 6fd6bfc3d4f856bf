import type { SimulatorCommand, SimulatorReport, SimulatorStatus } from '@fettle/protocol/simulator'
import type { Bus } from '../../platform/redis/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { SimulatorRow } from './simulator.store.ts'
import * as store from './simulator.store.ts'

interface SimulatorDeps {
  db: Db
  clock: Clock
}

/** A simulator polls every few seconds; after this silence it counts as away. */
const AWAY_AFTER_MS = 30_000
const TOPIC = 'simulator.commands'

/** The simulator's state. */
export async function readStatus({ db, clock }: SimulatorDeps): Promise<SimulatorStatus> {
  return toStatus(await store.read(db), clock.now())
}

function toStatus({ commands, report, seenAt }: SimulatorRow, now: Date): SimulatorStatus {
  const isConnected = seenAt !== null && now.getTime() - seenAt.getTime() <= AWAY_AFTER_MS
  return {
    state: isConnected ? (report?.playing ? 'PLAYING' : 'STOPPED') : 'AWAY',
    seenAt: seenAt?.toISOString() ?? null,
    report,
    commands,
  }
}

/** Sends a command. Throws while there is no simulator. `bus` wakes a waiting one at once. */
export async function sendCommand(
  { db, clock, bus }: SimulatorDeps & { bus?: Bus },
  command: SimulatorCommand,
): Promise<SimulatorStatus> {
  const status = await readStatus({ db, clock })
  if (status.state === 'AWAY') throw new AppError('SIMULATOR_AWAY')
  await db.transaction(async (tx) => {
    tx.afterCommit(() => bus?.publish(TOPIC, {}))
    await store.append(tx, command, clock.now())
  })
  return { ...status, commands: status.commands + 1 }
}

/** Commands after a cursor. Without any, waits up to a number of seconds or until the caller disconnects. */
export async function listCommands(
  { db, clock, bus }: SimulatorDeps & { bus: Bus },
  { after, wait, disconnected }: { after: number; wait: number; disconnected: AbortSignal },
): Promise<Awaited<ReturnType<typeof store.listAfter>>> {
  await store.recordSeen(db, clock.now())
  // Subscribes before reading, so that no command is missed in between.
  const message = listen(bus, wait * 1000, disconnected)
  try {
    const found = await store.listAfter(db, after)
    if (found.length > 0 || wait === 0) return found
    await message.received
    return disconnected.aborted ? [] : await store.listAfter(db, after)
  } finally {
    message.stop()
  }
}

function listen(bus: Bus, timeoutMs: number, disconnected: AbortSignal): { received: Promise<void>; stop: () => void } {
  let stop: () => void = () => undefined
  const received = new Promise<void>((resolve) => {
    const unsubscribe = bus.subscribe(TOPIC, () => stop())
    const timer = setTimeout(() => stop(), timeoutMs)
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
      disconnected.removeEventListener('abort', stop)
      resolve()
    }
    disconnected.addEventListener('abort', stop)
    if (disconnected.aborted) stop()
  })
  return { received, stop }
}

export async function report({ db, clock }: SimulatorDeps, received: SimulatorReport): Promise<void> {
  await store.saveReport(db, received, clock.now())
}
