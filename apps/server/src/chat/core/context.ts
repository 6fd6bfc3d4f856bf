import type { Logger } from 'pino'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SafeFetch, SafeFetchRules } from '../../platform/safe-fetch/safe-fetch.ts'
import type { ChannelPolicies } from '../channels/channel-policy.ts'
import type { Connections } from '../connections/connections.ts'
import type { Writer } from '../messages/writer.ts'
import type { Presence } from '../presence/presence.ts'
import type { UnreadOverviews } from '../reading/unread-overviews.ts'
import type { Access } from '../users/access.ts'
import type { RateLimits } from './limiter.ts'
import type { Publisher } from './publisher.ts'
import type { SharedCache } from './shared-cache.ts'

/** Configuration of the app the chat serves. */
export interface ChatOptions {
  appKey: string
  secret: string
  /** Origins whose pages may open a socket, besides that under which the socket is reached. */
  origins?: readonly string[]
  /** Rate limits per user. False disables them. */
  rateLimits?: RateLimits | false
  /** Whether users may create groups with users linked to them. Default: no. */
  userGroups?: boolean
  /** Checks the answers of calls that are served as exact. Default: yes; production does not. */
  checkExactAnswers?: boolean
  /** Timeout of a call in milliseconds (code 23). */
  callTimeout?: number
  /** Polling interval in milliseconds while the bus between processes is down. */
  resyncIntervalMs?: number
  /** ClamAV daemon that scans every file before it is stored. */
  clamdUrl?: string | undefined
  /** Rules for addresses that users provide. Tests allow a local server. */
  safeFetch?: SafeFetchRules
  /** Called with messages that were written, in the order of each channel, after commit, best effort. */
  onMessages?: (messages: readonly Message[]) => void
  /** Called when a reminder is due, in the transaction that marks it as fired. */
  onReminder?: (tx: Tx, userId: string, reminder: Reminder) => Promise<void>
}

export type ChatDeps = Pick<Deps, 'clock' | 'ids' | 'db' | 'bus' | 'redis' | 'metrics' | 'jobs' | 'files'> & {
  log: Logger
}

/** Dependencies of every part of the chat service. */
export interface ChatContext extends ChatDeps {
  access: Access
  options: ChatOptions
  safeFetch: SafeFetch
  publisher: Publisher
  connections: Connections
  channelPolicies: ChannelPolicies
  /** Names and pictures, because every message carries its author's. */
  userCache: SharedCache<UserRef | undefined>
  presence: Presence
  unreadOverviews: UnreadOverviews
  writer: Writer
}
