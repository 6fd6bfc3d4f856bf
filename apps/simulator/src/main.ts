import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createControl } from './control.ts'
import { createMarketplace } from './marketplace.ts'
import { createSimulator } from './simulator.ts'
import { systemTime } from './time.ts'

/**
 * The demo's customers, as a process beside the product. `npm start` brings it in demo mode; by hand:
 * `SIMULATOR_ORIGIN=http://127.0.0.1:4310 node apps/simulator/dist/main.js`.
 */
async function main(): Promise<void> {
  const { SIMULATOR_ORIGIN, SIMULATOR_KEY, SIMULATOR_SEED, SIMULATOR_SPEED, SIMULATOR_VERBOSE } = process.env
  const stop = new AbortController()
  const end = () => stop.abort()
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // Whoever started us by `fork` and is gone cannot tell us any more.
  process.on('disconnect', end)

  const wait = (milliseconds: number, signal: AbortSignal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const log = (line: string) => {
    if (SIMULATOR_VERBOSE) console.log(`simulator: ${line}`)
  }
  const marketplace = createMarketplace({
    origin: SIMULATOR_ORIGIN ?? 'http://127.0.0.1:4310',
    apiKey: SIMULATOR_KEY ?? 'mk_test_demo',
    session: randomUUID(),
    wait: (milliseconds) => wait(milliseconds, stop.signal),
  })
  const simulator = createSimulator({
    marketplace,
    time: systemTime,
    // Every start has its own; `simulate status` tells it, for who wants the same again.
    seed: SIMULATOR_SEED ?? `demo ${new Date().toISOString().slice(0, 16)}`,
    speed: Number(SIMULATOR_SPEED ?? 1),
    onAction: ({ act, who, what, detail }) => log(`${act} ${who} ${what}${detail ? `: ${detail}` : ''}`),
  })
  try {
    // What is under way when it is told to stop needs no end: every write is repeatable, and nobody waits for a read.
    const stopped = once(stop.signal, 'abort')
    await Promise.race([createControl(simulator, marketplace, { wait, log }).run(stop.signal), stopped])
  } catch (error) {
    // The product has gone, or is no demo: there is nobody to be a customer of.
    if (!stop.signal.aborted) {
      console.error(`The demo's customers have gone: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
  process.exit()
}

await main()
