import type { SettingValues } from '@fettle/protocol/accounts/settings'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from './redis/bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Files } from './files/files.ts'
import type { Ids } from './ids.ts'
import type { Jobs } from './jobs/jobs.types.ts'
import type { MessageSender } from './mail/outgoing-messages.types.ts'
import type { Redis } from './redis/redis.ts'
import type { Secrets } from './secrets.ts'

/** A signal to open screens; never stored. */
export interface Signal {
  type: 'resource.updated'
  resource: { type: string; id: string; version?: number; status?: string }
}

/** Effective settings: `settings().autoConfirmHours`. At most a few seconds old. */
export type ReadSettings = () => SettingValues

/** Dependencies of every module, created once by `app.ts`. Tests override single ones. */
export interface Deps {
  config: Config
  secrets: Secrets
  log: Logger
  clock: Clock
  ids: Ids
  /** Identifies this process to others: whether it runs is known by its lock. */
  processId: string
  db: Db
  jobs: Jobs
  files: Files
  outbox: MessageSender
  bus: Bus
  /** Present with several processes. */
  redis?: Redis | undefined
  metrics: Registry
  settings: ReadSettings
  /** Sends a signal to every open screen of a user, best effort, over the chat connection. */
  signal(userId: string, signal: Signal): void
  /** Publishes new events soon. Without it they are published within a minute. */
  wakeFeed?: (() => void) | undefined
}
