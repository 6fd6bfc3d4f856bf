import type { Logger } from 'pino'
import type { Deps } from '../../platform/deps.ts'
import type { Facts } from '../channels/facts.ts'
import type { Connections } from '../connections/connections.ts'
import type { Writer } from '../messages/writer.ts'
import type { Presence } from '../presence/presence.ts'
import type { Access } from '../users/access.ts'
import type { People } from '../users/people.ts'
import type { RateLimits } from './limiter.ts'
import type { Publisher } from './publisher.ts'

/** The app the chat serves, and how much it lets through. */
export interface ChatOptions {
  appKey: string
  secret: string
  /** Calls per user; false switches the limits off. */
  rateLimits?: RateLimits | false
  /** Milliseconds a call may take before it is refused with 23. */
  callTimeout?: number
  /** Milliseconds between two looks for what was not told while processes do not hear each other. */
  healEvery?: number
}

export type ChatDeps = Pick<Deps, 'clock' | 'ids' | 'db' | 'bus' | 'redis' | 'metrics' | 'jobs'> & { log: Logger }

/** What every part of the chat service is handed. */
export interface ChatContext extends ChatDeps {
  access: Access
  options: ChatOptions
  publisher: Publisher
  connections: Connections
  facts: Facts
  people: People
  presence: Presence
  writer: Writer
}
