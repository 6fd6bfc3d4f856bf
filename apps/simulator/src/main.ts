import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createControl } from './control.ts'
import { createMarketplaceClient } from '@fettle/marketplace'
import { createSimulator } from './simulator.ts'
import { systemTime } from './time.ts'

/**
 * The demo's simulated customers, as a separate process. `npm start` runs it in demo mode; manually:
 * `SIMULATOR_ORIGIN=http://127.0.0.1:4310 node apps/simulator/dist/main.js`.
 */
async function main(): Promise<void> {
  const { SIMULATOR_ORIGIN, SIMULATOR_KEY, SIMULATOR_SEED, SIMULATOR_SPEED, SIMULATOR_VERBOSE } = process.env
  const stop = new AbortController()
  const end = () => stop.abort()
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // A parent that exited cannot send a signal any more.
  process.on('disconnect', end)

  const wait = (milliseconds: number, signal: AbortSignal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const log = (line: string) => {
    if (SIMULATOR_VERBOSE) console.log(`simulator: ${line}`)
  }
  const marketplace = createMarketplaceClient({
    origin: SIMULATOR_ORIGIN ?? 'http://127.0.0.1:4310',
    apiKey: SIMULATOR_KEY ?? 'mk_test_demo',
    wait: (milliseconds) => wait(milliseconds, stop.signal),
  })
  const simulator = createSimulator({
    marketplace,
    time: systemTime,
    // A new seed per start; `simulate status` shows it for repetition.
    seed: SIMULATOR_SEED ?? `demo ${new Date().toISOString().slice(0, 16)}`,
    speed: Number(SIMULATOR_SPEED ?? 1),
    onAction: ({ storyId, who, what, detail }) => log(`${storyId} ${who} ${what}${detail ? `: ${detail}` : ''}`),
  })
  try {
    // Running work need not finish: writes are idempotent, and reads have no effect.
    const stopped = once(stop.signal, 'abort')
    await Promise.race([createControl(simulator, marketplace, { wait, log }).run(stop.signal), stopped])
  } catch (error) {
    // The product has stopped or is no demo.
    if (!stop.signal.aborted) {
      console.error(`The simulator has stopped: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
  process.exit()
}

await main()
