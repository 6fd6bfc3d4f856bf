import type { Deps } from '../platform/deps.ts'
import type { InboxKey, Login } from './identity.ts'
import type { Workflows } from './workflows.ts'

/** Dependencies of the inbox on the platform. */
export type InboxDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'ids' | 'jobs' | 'log' | 'metrics'>

/** The product's login sessions. An inbox session ends with the login session it was opened from. */
export interface LoginSessions {
  /** Whether a login session is open, and nothing since has invalidated what was issued before. */
  isOpen(subscriberId: string, login: Login): Promise<boolean>
  /** Calls back when sessions may have ended; without a subscriber, for all. Returns the unsubscribe function. */
  onChange(listener: (subscriberId?: string) => void): () => void
}

export interface InboxOptions {
  /** Public identifier of this inbox. */
  applicationIdentifier: string
  /** Key of subscriber hashes and session tokens. */
  secret: string
  logins: LoginSessions
}

/** Shared dependencies of the inbox. */
export interface InboxContext extends InboxDeps, InboxOptions {
  workflows: Workflows
}

/** Bus message after a commit: this inbox changed, optionally with the new notification. */
export interface InboxFrame {
  context: string
  message?: object
}

/** Bus topic of a subscriber's inboxes. */
export const topicOf = (subscriberId: string) => `inbox:${subscriberId}`

/**
 * Announces a change to every process with sockets of this subscriber. Call after commit only, because clients read at
 * once.
 */
export function announce({ bus }: Pick<InboxContext, 'bus'>, inbox: InboxKey, message?: object): void {
  bus.publish(topicOf(inbox.subscriberId), {
    context: inbox.context,
    ...(message ? { message } : {}),
  } satisfies InboxFrame)
}
