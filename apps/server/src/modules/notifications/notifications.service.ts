import type { NotificationObject, NotificationService } from '@fettle/protocol/notifications/inbox'
import { locales, type Locale } from '@fettle/i18n/locales'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueMail, type FindRecipient } from './notifications.mails.ts'
import { enqueuePush } from './notifications.push.ts'
import type { Params, NotificationSubject, WorkflowId } from './catalogue.ts'
import { toTrigger } from './notifications.rules.ts'
import { renderTexts } from './notifications.texts.ts'
import * as store from './notifications.store.ts'

/** A kind of the catalogue with its params. */
export type NotificationRequest = {
  [W in WorkflowId]: {
    id?: string
    workflow: W
    providerId: string
    params: Params[W]
    /** The record it is about: `data` of the inbox's notification. */
    data: NotificationSubject
  }
}[WorkflowId]

/** A notification of this age is purged. Until then it can be resolved, translated and exported. */
const RETENTION_MS = 365 * DAY_MS
export const PURGE_INTERVAL_MS = DAY_MS

const DELIVER_JOB = 'notifications.deliver'
const COMPLETE_JOB = 'notifications.complete'
const TRANSLATE_JOB = 'notifications.translate'
/** Notifications translated at a time. */
const TRANSLATED_AT_ONCE = 50

// In order per provider, so that a resolution cannot overtake its notification.
const queueOf = (providerId: string) => `notifications:${providerId}`

/** Notifies a provider after commit. Repeating it with the same id changes nothing. */
export async function notify(
  { clock, ids, jobs }: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  tx: Queryable,
  { id = ids.next('ntc'), workflow, providerId, params, data }: NotificationRequest,
): Promise<void> {
  await store.insert(tx, { id, providerId, workflow, params, subject: data }, clock.now())
  await jobs.add(tx, DELIVER_JOB, { id, providerId }, { queue: queueOf(providerId), key: `deliver ${id}` })
}

/**
 * Resolves notifications of these workflows about an object. Call it in the transaction in which the object moves on,
 * so that they no longer ask for what is done.
 */
export async function resolveFor(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Queryable,
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

/** All notifications of a provider in a language, newest first, for the data export. */
export async function listAllNotifications(db: Queryable, providerId: string, locale: Locale) {
  const rows = await store.listBefore(db, providerId, undefined, null)
  return rows.map(({ workflow, params, subject: about, position: { at } }) => ({
    at,
    kind: workflow,
    about,
    ...renderTexts(locale, workflow, params),
  }))
}

/** Translates the notifications in a provider's inbox into the account's new language, after commit. */
export async function translateInbox({ jobs }: Pick<Deps, 'jobs'>, tx: Queryable, providerId: string): Promise<void> {
  await jobs.add(tx, TRANSLATE_JOB, { providerId }, { queue: queueOf(providerId) })
}

/** Removes a deleted customer's name from notifications and, after commit, from the inboxes that show them. */
export async function redactNotifications(deps: Pick<Deps, 'jobs'>, tx: Queryable, customerId: string): Promise<void> {
  for (const providerId of await store.redactCustomer(tx, customerId)) await translateInbox(deps, tx, providerId)
}

/** Deletes notifications that were delivered long ago. What the inbox shows stays. */
export const purgeNotifications = ({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> =>
  store.deleteOlder(db, new Date(clock.now().getTime() - RETENTION_MS))

/** Registers the jobs that deliver, complete and translate notifications. */
export function handleJobs(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  inbox: NotificationService,
  findRecipient: FindRecipient,
): void {
  const { db, jobs } = deps
  jobs.handle<{ id: string; providerId: string }>(DELIVER_JOB, async ({ id, providerId }) => {
    const [notification, recipient] = await Promise.all([store.find(db, id), findRecipient(providerId)])
    if (!notification) return
    await inbox.trigger(toTrigger(notification, recipient?.locale ?? locales[0]))
    await enqueueMail(deps, recipient, notification)
    await enqueuePush(deps, notification)
  })
  jobs.handle<{ providerId: string; about: NotificationObject }>(COMPLETE_JOB, async ({ providerId, about }) =>
    inbox.complete(providerId, about),
  )
  // The newest first, because they are read first.
  jobs.handle<{ providerId: string; before?: store.Position }>(TRANSLATE_JOB, async ({ providerId, before }) => {
    const [notifications, recipient] = await Promise.all([
      store.listBefore(db, providerId, before, TRANSLATED_AT_ONCE),
      findRecipient(providerId),
    ])
    const locale = recipient?.locale ?? locales[0]
    await inbox.translate(
      providerId,
      notifications.map((notification) => toTrigger(notification, locale)),
    )
    const last = notifications.at(-1)
    if (last && notifications.length === TRANSLATED_AT_ONCE)
      await jobs.add(db, TRANSLATE_JOB, { providerId, before: last.position }, { queue: queueOf(providerId) })
  })
}
