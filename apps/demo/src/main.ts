import {
  createDiskStore,
  createFiles,
  createLog,
  createS3Store,
  loadConfig,
  loadSecrets,
  readEnvironment,
  systemClock,
} from '@fettle/server'
import { fillDemo } from './fill.ts'

/** Fills the demo data of the server that starts this program, and tells it the progress. */
async function main(): Promise<void> {
  const stop = () => process.exit(1)
  // The terminal sends this one to the server too, which stops us.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  // A parent that exited cannot send a signal any more.
  process.on('disconnect', stop)

  const env = readEnvironment()
  const config = loadConfig(env)
  const secrets = loadSecrets(config, env)
  const log = createLog(config)
  const files = createFiles(config.s3 ? createS3Store(config.s3) : createDiskStore(config), {
    key: secrets.fileUrlKey,
    clock: systemClock,
  })
  let sent = -1
  const onProgress = (part: number) => {
    const percent = Math.floor(part * 100)
    if (percent > sent) process.send?.({ percent })
    sent = percent
  }
  try {
    await fillDemo({ config, secrets, log, files }, { now: systemClock.now(), onProgress })
    process.exit(0)
  } catch (error) {
    log.error({ err: error }, 'filling the demo data failed')
    process.exit(1)
  }
}

await main()
