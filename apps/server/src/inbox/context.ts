import type { Deps } from '../platform/deps.ts'
import type { Box, Login } from './identity.ts'
import type { Workflows } from './workflows.ts'

/** What the service needs of the platform. */
export type InboxDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'ids' | 'jobs' | 'log' | 'metrics'>

/** The product's login sessions: an inbox session ends with the one it was opened from. */
export interface LoginSessions {
  /** Whether this session of theirs still lives, and nothing happened since that ended what it was given before. */
  isOpen(subscriberId: string, login: Login): Promise<boolean>
  /** Calls back when sessions may have ended, of everybody when no subscriber is named; the returned function stops. */
  onChange(listener: (subscriberId?: string) => void): () => void
}

/** What the parts of the service share. */
export interface InboxContext extends InboxDeps {
  /** Names this inbox: public. */
  applicationIdentifier: string
  /** Key of subscriber hashes and of session tokens. */
  secret: string
  logins: LoginSessions
  workflows: Workflows
}

/** What processes tell each other after a commit: this box changed, perhaps by a new notification. */
export interface InboxFrame {
  context: string
  message?: object
}

export const topicOf = (subscriberId: string) => `inbox:${subscriberId}`

/** Tells every process with sockets of this subscriber. Only what is committed may be announced: clients ask at once. */
export function announce({ bus }: Pick<InboxContext, 'bus'>, box: Box, message?: object): void {
  bus.publish(topicOf(box.subscriberId), { context: box.context, ...(message ? { message } : {}) } satisfies InboxFrame)
}
