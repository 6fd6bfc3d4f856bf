import type { NotificationObject, NotificationService } from '@fettle/protocol/notifications/inbox'
import { locales } from '@fettle/protocol/common/locales'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueMail, type FindRecipient } from './notifications.mails.ts'
import { enqueuePush } from './notifications.push.ts'
import type { Params, NotificationSubject, WorkflowId } from './catalogue.ts'
import { toTrigger } from './notifications.rules.ts'
import * as store from './notifications.store.ts'

/** One of the catalogue's kinds with what it needs to be put into words. */
export type NotificationRequest = {
  [W in WorkflowId]: {
    workflow: W
    providerId: string
    params: Params[W]
    /** What it is about. */
    data: NotificationSubject
  }
}[WorkflowId]

const DELIVER_JOB = 'notifications.deliver'
const COMPLETE_JOB = 'notifications.complete'

// One after another for each provider: what is settled must not overtake what is told.
const queueOf = (providerId: string) => `notifications:${providerId}`

/** Tells a provider something, once the transaction is committed. */
export async function notify(
  tx: Queryable,
  { clock, ids, jobs }: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  { workflow, providerId, params, data }: NotificationRequest,
): Promise<void> {
  const id = ids.next('ntc')
  await store.insert(tx, { id, providerId, workflow, params, subject: data }, clock.now())
  await jobs.add(tx, DELIVER_JOB, { id, providerId }, { queue: queueOf(providerId) })
}

/**
 * Call it in the transaction in which an object moves on: what these workflows said about it is then shown as done
 * instead of asking for what can no longer be answered.
 */
export async function resolveFor(
  tx: Queryable,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  subject: NotificationSubject,
  ...workflows: readonly WorkflowId[]
): Promise<void> {
  for (const { providerId, workflow, transactionIds } of await store.markResolved(
    tx,
    subject,
    workflows,
    clock.now(),
  )) {
    const about: NotificationObject = { workflow, ...subject, transactionIds }
    await jobs.add(tx, COMPLETE_JOB, { providerId, about }, { queue: queueOf(providerId) })
  }
}

export function handleJobs(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  inbox: NotificationService<Tx>,
  findRecipient: FindRecipient,
): void {
  const { db, jobs } = deps
  jobs.handle<{ id: string; providerId: string }>(DELIVER_JOB, async ({ id, providerId }) => {
    const [notification, recipient] = await Promise.all([store.find(db, id), findRecipient(providerId)])
    if (!notification) return
    // The words are those of the moment it is told: what lies in the inbox stays as it was read.
    await inbox.trigger(undefined, toTrigger(notification, recipient?.locale ?? locales[0]))
    await enqueueMail(deps, recipient, notification)
    await enqueuePush(deps, notification)
  })
  jobs.handle<{ providerId: string; about: NotificationObject }>(COMPLETE_JOB, async ({ providerId, about }) =>
    inbox.complete(providerId, about),
  )
}
