import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Files } from './files.ts'
import type { Ids } from './ids.ts'
import type { Jobs } from './jobs.ts'
import type { Metrics } from './metrics.ts'

/** What `app.ts` puts together once and every module is handed. Tests override single parts. */
export interface Deps {
  config: Config
  log: Logger
  clock: Clock
  ids: Ids
  db: Db
  jobs: Jobs
  files: Files
  bus: Bus
  metrics: Metrics
}
