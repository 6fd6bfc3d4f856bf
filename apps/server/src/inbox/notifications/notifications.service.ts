import { DAY_MS } from '@fettle/protocol/core/durations'
import type { NotificationObject, NotificationAction, NotificationTrigger } from '@fettle/protocol/notifications/inbox'
import { decodeTime } from 'ulid'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { announce, type InboxContext } from '../context.ts'
import { InboxError, invalidInput, notFound } from '../errors.ts'
import { inboxKeyOf, type InboxKey } from '../identity.ts'
import { inAppAllowed } from '../preferences/preferences.service.ts'
import { ensureSubscriber, findSubscriber, updateSubscriber } from '../sessions/subscribers.store.ts'
import { isNotificationId, type Criteria, type ListQuery } from './filters.ts'
import * as rules from './notifications.rules.ts'
import type { NotificationRow } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import { inboxTasks } from '../../platform/jobs/service-tasks.ts'

/**
 * Stores a notification and announces it after commit, in the caller's transaction or its own. Returns its id, or
 * undefined when preferences suppress it.
 */
export async function trigger(context: InboxContext, sent: NotificationTrigger): Promise<string | undefined> {
  // Each step alone is one idempotent statement, so no transaction is needed.
  const stored = await storeNotification(context, sent)
  if (!stored) return undefined
  const { id, inbox, message } = stored
  // Stored before: the earlier attempt may have stopped before announcing, so counts are announced again.
  announce(context, inbox, message)
  return id
}

async function storeNotification(context: InboxContext, sent: NotificationTrigger) {
  const { clock, db, ids, workflows } = context
  const inbox = inboxKeyOf(sent.subscriberId, sent.contextKeys)
  const workflow = sent.workflow === undefined ? undefined : workflows.get(sent.workflow)
  if (workflow && !(await inAppAllowed(db, inbox, workflow))) return undefined
  const now = clock.now()
  const about = {
    transaction_id: sent.transactionId ?? ids.next('txn'),
    workflow: sent.workflow ?? null,
    data: sent.data ?? {},
  }
  const merges = sent.mergeWithin !== undefined && about.workflow !== null
  const since = new Date(now.getTime() - (sent.mergeWithin ?? 0))
  const [existing, same] = await db.parallel(
    () => ensureSubscriber(db, inbox.subscriberId, ids.next('sub'), now),
    async () => (merges ? store.findMergeCandidate(db, inbox, about, since) : undefined),
  )
  const subscriber = { ...existing, locale: sent.locale ?? existing.locale }
  if (subscriber.locale !== existing.locale)
    await updateSubscriber(db, inbox.subscriberId, { locale: sent.locale }, now)
  const notification: store.NewNotification = {
    id: ids.next('ntf'),
    ...about,
    subject: sent.subject ?? null,
    body: sent.body,
    avatar: sent.avatar ?? null,
    tags: sent.tags ?? workflow?.tags ?? [],
    severity: sent.severity ?? workflow?.severity ?? 'none',
    redirect: sent.redirect ? rules.toRedirect(sent.redirect) : null,
    primary_action: toAction(sent.primaryAction),
    secondary_action: toAction(sent.secondaryAction),
    completed_action: sent.isCompleted && sent.primaryAction ? 'primary' : null,
    created_at: now,
  }
  const { id, row } = await insertOrMerge(db, inbox, notification, { same, since })
  return { id, inbox, message: row && rules.toMessage(row, subscriber, workflows) }
}

/** Inserts a notification or merges it. No row if its transaction was stored before. */
async function insertOrMerge(
  tx: Queryable,
  inbox: InboxKey,
  notification: store.NewNotification,
  { same, since }: { same: store.MergeCandidate | undefined; since: Date },
): Promise<{ id: string; row?: NotificationRow }> {
  if (same?.isTaken) return { id: same.id }
  const merged = same?.isOpen ? await store.merge(tx, inbox, notification, since) : undefined
  const row = merged ?? (await store.insert(tx, inbox, notification))
  return row
    ? { id: row.id, row }
    : { id: await store.findByTransaction(tx, inbox.subscriberId, notification.transaction_id) }
}

const toAction = (action: NotificationAction | undefined): NotificationAction | null =>
  action ? { label: action.label, ...(action.redirect ? { redirect: rules.toRedirect(action.redirect) } : {}) } : null

/** Marks a workflow's notifications about an object as done. Idempotent. */
export async function resolveSubject(
  context: InboxContext,
  subscriberId: string,
  about: NotificationObject,
): Promise<void> {
  const contexts = await store.resolveSubject(context.db, subscriberId, about, context.clock.now())
  for (const keys of contexts) announce(context, inboxKeyOf(subscriberId, keys ? keys.split(',') : []))
}

/** A page of notifications, newest first, in the format of the protocol. */
export async function listNotifications(context: InboxContext, inbox: InboxKey, query: ListQuery) {
  const { db, workflows } = context
  const { criteria, limit, offset, after, echo } = query
  const cursor = after === undefined ? {} : { after: { id: after, createdAt: await positionOf(context, inbox, after) } }
  const [rows, subscriber] = await Promise.all([
    store.list(db, inbox, criteria, { limit, offset: after === undefined ? offset : 0, ...cursor }),
    findSubscriber(db, inbox.subscriberId),
  ])
  return {
    data: rows.slice(0, limit).map((row) => rules.toView(row, subscriber, workflows)),
    hasMore: rows.length > limit,
    filter: echo,
  }
}

/** Where the previous page ended. Also works for an item deleted meanwhile, because its id contains its time. */
async function positionOf({ db }: InboxContext, inbox: InboxKey, id: string): Promise<Date> {
  return (await store.find(db, inbox, id))?.created_at ?? new Date(decodeTime(id.replace('ntf_', '')))
}

/** The number of notifications that match each filter, at most 100 each. */
export async function countNotifications(
  { db }: InboxContext,
  inbox: InboxKey,
  filters: { criteria: Criteria; echo: unknown }[],
) {
  const counts = await Promise.all(filters.map(({ criteria }) => store.count(db, inbox, criteria)))
  return { data: filters.map(({ echo }, index) => ({ count: counts[index] ?? 0, filter: echo })) }
}

type SimpleChange = 'read' | 'unread' | 'archive' | 'unarchive'

/** Applies one of the protocol's simple changes. */
export async function changeNotification(context: InboxContext, inbox: InboxKey, id: string, operation: SimpleChange) {
  const row = await store.change(context.db, inbox, id, store.changes[operation](context.clock.now()))
  return changed(context, inbox, row)
}

/** Hides a notification until a time. Throws an InboxError for an unknown one or an invalid time. */
export async function snoozeNotification(context: InboxContext, inbox: InboxKey, id: string, snoozeUntil: unknown) {
  const now = context.clock.now()
  const until = rules.snoozeUntil(snoozeUntil, now)
  const row = await context.db.transaction(async (tx) => {
    const snoozed = await store.change(tx, inbox, id, store.changes.snooze(now, until))
    if (snoozed) await planWakeUp(context, tx, snoozed, until)
    return snoozed
  })
  return changed(context, inbox, row)
}

/** Ends a snooze. Throws an InboxError for an unknown notification, or one that is not snoozed. */
export async function unsnoozeNotification(context: InboxContext, inbox: InboxKey, id: string) {
  const row = await store.unsnooze(context.db, inbox, id, context.clock.now())
  if (row) {
    await cancelWakeUp(context, id)
    return changed(context, inbox, row)
  }
  await getNotification(context, inbox, id)
  throw new InboxError(404, 'This notification is not snoozed.')
}

/** Marks the action of a button as done, or takes that back. Throws an InboxError without such a button. */
export async function actOnNotification(
  context: InboxContext,
  inbox: InboxKey,
  id: string,
  operation: 'complete' | 'revert',
  actionType: unknown,
) {
  const now = context.clock.now()
  const action = rules.openAction(await getNotification(context, inbox, id), actionType)
  const change = operation === 'complete' ? store.changes.complete(now, action) : store.changes.revert(now)
  return changed(context, inbox, await store.change(context.db, inbox, id, change))
}

/** Deletes a notification. Throws an InboxError for an unknown one. */
export async function deleteNotification(context: InboxContext, inbox: InboxKey, id: string): Promise<void> {
  const row = await store.remove(context.db, inbox, id)
  if (!row) throw notFound()
  if (row.snoozed_until) await cancelWakeUp(context, id)
  announce(context, inbox)
}

/** Changes every notification that matches. */
export async function changeAll(
  context: InboxContext,
  inbox: InboxKey,
  operation: 'read' | 'archive' | 'seen',
  criteria: Criteria,
): Promise<void> {
  const changedCount = await store.changeAll(context.db, inbox, criteria, operation, context.clock.now())
  if (changedCount > 0) announce(context, inbox)
}

/** Deletes every notification that matches. */
export async function deleteAll(context: InboxContext, inbox: InboxKey, criteria: Criteria): Promise<void> {
  if ((await store.removeAll(context.db, inbox, criteria)) > 0) announce(context, inbox)
}

/** Marks notifications as seen. Unknown ids are ignored. */
export async function markSeen(context: InboxContext, inbox: InboxKey, ids: unknown): Promise<void> {
  if (!Array.isArray(ids) || !ids.every(isNotificationId))
    throw invalidInput('notificationIds must be ids of notifications.')
  if (ids.length === 0) return
  if ((await store.markSeen(context.db, inbox, ids, context.clock.now())) > 0) announce(context, inbox)
}

/** Longer than the notifications of the product are stored, because people look here for what happened. */
const RETENTION_MS = 2 * 365 * DAY_MS

/** Registers the job that deletes old notifications. */
export function purgeDaily({ clock, db, jobs }: InboxContext): void {
  jobs.repeat(inboxTasks.purgeOld, DAY_MS, () => store.deleteOlder(db, new Date(clock.now().getTime() - RETENTION_MS)))
}

const WAKE_JOB = inboxTasks.wake

interface WakeUpJob {
  subscriberId: string
  id: string
  until: string
}

async function planWakeUp({ jobs }: InboxContext, tx: Tx, row: NotificationRow, until: Date): Promise<void> {
  const payload: WakeUpJob = { subscriberId: row.subscriber_id, id: row.id, until: until.toISOString() }
  await jobs.add(tx, WAKE_JOB, payload, { runAt: until, key: wakeUpKey(row.id) })
}

/** Optional: an outdated job does nothing. */
const cancelWakeUp = ({ db, jobs }: InboxContext, id: string) => jobs.cancel(db, wakeUpKey(id))
const wakeUpKey = (id: string) => `${WAKE_JOB}:${id}`

/** Registers the job that ends snoozes. It ignores notifications snoozed again or deleted meanwhile. */
export function handleWakeUps(context: InboxContext): void {
  context.jobs.handle<WakeUpJob>(WAKE_JOB, async ({ subscriberId, id, until }) => {
    const { clock, db, workflows } = context
    const row = await store.wake(db, { subscriberId, id, until: new Date(until) }, clock.now())
    if (!row) return
    const subscriber = await findSubscriber(db, subscriberId)
    const inbox = inboxKeyOf(subscriberId, row.context ? row.context.split(',') : [])
    announce(context, inbox, row.archived_at ? undefined : rules.toMessage(row, subscriber, workflows))
  })
}

async function getNotification({ db }: InboxContext, inbox: InboxKey, id: string): Promise<NotificationRow> {
  const row = await store.find(db, inbox, id)
  if (!row) throw notFound()
  return row
}

async function changed(context: InboxContext, inbox: InboxKey, row: NotificationRow | undefined) {
  if (!row) throw notFound()
  announce(context, inbox)
  return rules.toView(row, await findSubscriber(context.db, inbox.subscriberId), context.workflows)
}
