import type { Deps } from '../platform/deps.ts'
import type { Box } from './identity.ts'
import type { Workflows } from './workflows.ts'

/** What the service needs of the platform. */
export type InboxDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'ids' | 'jobs' | 'log' | 'metrics'>

/** What the parts of the service share. */
export interface InboxContext extends InboxDeps {
  /** Names this inbox: public. */
  applicationIdentifier: string
  /** Key of subscriber hashes and of session tokens. */
  secret: string
  workflows: Workflows
}

/** What processes tell each other after a commit: this box changed, perhaps by a new notification. */
export interface Frame {
  context: string
  message?: object
}

export const topicOf = (subscriberId: string) => `inbox:${subscriberId}`

/** Tells every process with sockets of this subscriber. Only what is committed may be announced: clients ask at once. */
export function announce({ bus }: Pick<InboxContext, 'bus'>, box: Box, message?: object): void {
  bus.publish(topicOf(box.subscriberId), { context: box.context, ...(message ? { message } : {}) } satisfies Frame)
}
