import type { FastifyInstance } from 'fastify'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import type { InboxContext } from './context.ts'
import { serveHttp } from './http.ts'
import { subscriberHash } from './identity.ts'
import { completeAbout, handleWakeUps, trigger, type Trigger } from './notifications/notifications.service.ts'
import { serveSockets } from './realtime/realtime.ts'
import type { Workflow } from './workflows.ts'

export type { Trigger } from './notifications/notifications.service.ts'
export type { Workflow } from './workflows.ts'

export interface InboxOptions {
  /** Names this inbox; public. */
  applicationIdentifier: string
  /** Key of subscriber hashes and session tokens. */
  secret: string
}

/** The notification service, to the rest of the server. */
export interface Inbox {
  readonly applicationIdentifier: string
  /** Proves to the service that a subscriber was sent by the product. Always asked for. */
  subscriberHash(subscriberId: string): string
  /** Declares kinds of notifications, before the first is sent. */
  declare(workflows: readonly Workflow[]): void
  /** Stores a notification and announces it once committed; answers its id, or undefined when it is not wanted. */
  trigger(tx: Tx | undefined, notification: Trigger): Promise<string | undefined>
  /** Shows as done what a workflow said about an object: `data` names it by type and id. Safe to run twice. */
  complete(subscriberId: string, about: { workflow: string; type: string; id: string }): Promise<void>
  close(): Promise<void>
}

/**
 * Serves Novu's inbox protocol, so that the official clients work unchanged: HTTP under `/inbox/v1`, a socket.io at
 * the origin under `/inbox/socket.io`.
 */
export function registerInbox(app: FastifyInstance, deps: Deps, options: InboxOptions): Inbox {
  const { bus, clock, db, ids, jobs, log, metrics } = deps
  const workflows = new Map<string, Workflow>()
  const context: InboxContext = {
    bus,
    clock,
    db,
    ids,
    jobs,
    log: log.child({ part: 'inbox' }),
    metrics,
    workflows,
    ...options,
  }
  handleWakeUps(context)
  app.register((api) => serveHttp(api, context), { prefix: '/inbox/v1' })
  const sockets = serveSockets(app.server, context)
  app.addHook('preClose', async () => sockets.close())
  return {
    applicationIdentifier: options.applicationIdentifier,
    subscriberHash: (subscriberId) => subscriberHash(options.secret, subscriberId),
    declare(declared) {
      for (const workflow of declared) workflows.set(workflow.identifier, workflow)
    },
    trigger: (tx, notification) => trigger(context, tx, notification),
    complete: (subscriberId, about) => completeAbout(context, subscriberId, about),
    close: async () => sockets.close(),
  }
}
