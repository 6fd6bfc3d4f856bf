import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DEMO_KEY } from './modules/marketplace/index.ts'
import { rootDir, type Config } from './platform/config.ts'

/** How long it may take to shut down. */
const STOP_TIMEOUT_MS = 2_000

/**
 * Starts the simulator: a separate process that knows only our address and the demo key, like any marketplace. It exits
 * with this process, however that ends.
 */
export function startSimulator({ port, host }: Config, log: Logger): { stop(): Promise<void> } {
  const program = join(rootDir, 'apps/simulator/dist/main.js')
  if (!existsSync(program)) {
    log.info('simulator is not built: no customers will be simulated')
    return { stop: async () => undefined }
  }
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const child = fork(program, [], {
    env: { ...process.env, SIMULATOR_ORIGIN: `http://${address}:${port}`, SIMULATOR_KEY: DEMO_KEY },
    execArgv: ['--max-old-space-size=96'],
  })
  child.on('error', (error) => log.warn({ err: error }, 'starting the simulator failed'))
  child.on('exit', (code) => {
    if (code) log.warn({ code }, 'simulator ended')
  })
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}
