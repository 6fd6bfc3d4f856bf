import type { SettingValues } from '@fettle/protocol/accounts/settings'
import type { Logger } from 'pino'
import type { Bus } from './redis/bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Files } from './files/files.ts'
import type { Ids } from './ids.ts'
import type { Jobs } from './jobs/jobs.types.ts'
import type { Metrics } from './observability/metrics.ts'
import type { MessageSender } from './mail/outgoing-messages.types.ts'
import type { Redis } from './redis/redis.ts'
import type { Secrets } from './secrets.ts'

/** Something worth telling open screens now; never kept. */
export interface Signal {
  type: 'resource.updated'
  resource: { type: string; id: string; version?: number; status?: string }
}

/** What operators set, as it holds now: `settings().autoConfirmHours`. Never older than a few seconds. */
export type ReadSettings = () => SettingValues

/** What `app.ts` puts together once and every module is handed. Tests override single parts. */
export interface Deps {
  config: Config
  secrets: Secrets
  log: Logger
  clock: Clock
  ids: Ids
  db: Db
  jobs: Jobs
  files: Files
  outbox: MessageSender
  bus: Bus
  /** Between processes, when there are several. */
  redis?: Redis | undefined
  metrics: Metrics
  settings: ReadSettings
  /** Tells every open screen of a user, best effort, over the chat connection. */
  signal(userId: string, signal: Signal): void
  /** What was recorded is published to partners soon; without it they hear within a minute. */
  wakeFeed?: (() => void) | undefined
}
