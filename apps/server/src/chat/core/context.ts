import type { Logger } from 'pino'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SafeFetch, SafeFetchRules } from '../../platform/safe-fetch/safe-fetch.ts'
import type { ChannelPolicies } from '../channels/channel-policy.ts'
import type { Connections } from '../connections/connections.ts'
import type { Writer } from '../messages/writer.ts'
import type { Presence } from '../presence/presence.ts'
import type { Access } from '../users/access.ts'
import type { UserCache } from '../users/user-cache.ts'
import type { RateLimits } from './limiter.ts'
import type { Publisher } from './publisher.ts'

/** The app the chat serves, and how much it lets through. */
export interface ChatOptions {
  appKey: string
  secret: string
  /** Calls per user; false switches the limits off. */
  rateLimits?: RateLimits | false
  /** Whether users may create groups and bring people into them, among those the app has linked them with. Off unless given. */
  userGroups?: boolean
  /** Milliseconds a call may take before it is refused with 23. */
  callTimeout?: number
  /** Milliseconds between two looks for what was not told while processes do not hear each other. */
  resyncIntervalMs?: number
  /** Looks at every file before it is kept: ClamAV's daemon. */
  clamdUrl?: string | undefined
  /** How addresses that users name are reached: tests let them reach a server of their own. */
  safeFetch?: SafeFetchRules
  /** Messages were written to these channels; told after they are durable, best effort. */
  onMessages?: (cids: ReadonlySet<string>) => void
  /** Somebody's reminder is due: what the app does about it is written in the transaction that marks it as told. */
  onReminder?: (tx: Tx, userId: string, reminder: Reminder) => Promise<void>
}

export type ChatDeps = Pick<Deps, 'clock' | 'ids' | 'db' | 'bus' | 'redis' | 'metrics' | 'jobs' | 'files'> & {
  log: Logger
}

/** What every part of the chat service is handed. */
export interface ChatContext extends ChatDeps {
  access: Access
  options: ChatOptions
  safeFetch: SafeFetch
  publisher: Publisher
  connections: Connections
  channelPolicies: ChannelPolicies
  userCache: UserCache
  presence: Presence
  writer: Writer
}
