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
  { after, wait, hungUp }: { after: number; wait: number; hungUp: AbortSignal },
): Promise<Awaited<ReturnType<typeof store.listAfter>>> {
  await store.recordSeen(db, clock.now())
  // Subscribes before reading, so that no command is missed in between.
  const message = listen(bus, wait * 1000, hungUp)
  try {
    const found = await store.listAfter(db, after)
    if (found.length > 0 || wait === 0) return found
    await message.heard
    return hungUp.aborted ? [] : await store.listAfter(db, after)
  } finally {
    message.stop()
  }
}

function listen(bus: Bus, patience: number, hungUp: AbortSignal): { heard: Promise<void>; stop: () => void } {
  let stop: () => void = () => undefined
  const heard = new Promise<void>((resolve) => {
    const unsubscribe = bus.subscribe(TOPIC, () => stop())
    const timer = setTimeout(() => stop(), patience)
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
      hungUp.removeEventListener('abort', stop)
      resolve()
    }
    hungUp.addEventListener('abort', stop)
    if (hungUp.aborted) stop()
  })
  return { heard, stop }
}

export async function report({ db, clock }: SimulatorDeps, received: SimulatorReport): Promise<void> {
  await store.saveReport(db, received, clock.now())
}
