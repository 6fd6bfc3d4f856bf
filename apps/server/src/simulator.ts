import type { Logger } from 'pino'
import { loopbackUrl, startChildProgram } from './child-program.ts'
import { DEMO_KEY } from './modules/marketplace/index.ts'
import type { Config } from './platform/config.ts'

/**
 * Starts the simulator: a separate process that knows only our address and the demo key, like any marketplace. It exits
 * with this process, however that ends.
 */
export function startSimulator(config: Config, log: Logger): { stop(): Promise<void> } {
  const program = startChildProgram(
    'apps/simulator',
    { SIMULATOR_ORIGIN: loopbackUrl(config), SIMULATOR_KEY: DEMO_KEY },
    ['--max-old-space-size=96'],
  )
  if (!program) {
    log.info('simulator is not built: no customers will be simulated')
    return { stop: async () => undefined }
  }
  program.child.on('error', (error) => log.warn({ err: error }, 'starting the simulator failed'))
  program.child.on('exit', (code) => {
    if (code) log.warn({ exitCode: code }, 'simulator ended')
  })
  return program
}
