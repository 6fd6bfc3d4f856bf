import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import { getPushAccess, subscribeToPush, unsubscribeFromPush } from '@fettle/protocol/notifications/notifications'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { createPusher, type Pusher } from '../../platform/push/pusher.ts'
import { catalogue } from './catalogue.ts'
import type { FindRecipient } from './notifications.mails.ts'
import { toPush, type StoredNotification } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import * as push from './push.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export type PushDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'ids' | 'jobs' | 'log' | 'outbox' | 'secrets'>

const PUSH_JOB = 'notifications.push'
const PUSH_TO_DEVICE_JOB = 'notifications.push-to'
/** Browsers per provider: phone, tablet, computer and some forgotten ones. */
const MAX_DEVICES = 10
/** Pauses grow from a second to 45 minutes: about an hour and a half in total. */
const MAX_ATTEMPTS = 9

/** Enqueues a push for a notification. Preferences are checked when it is due. */
export async function enqueuePush(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  notification: StoredNotification & { hasDevice: boolean },
): Promise<void> {
  // Low severity is not pushed: it is in the daily summary.
  if (catalogue[notification.workflow].severity === 'LOW' || !notification.hasDevice) return
  await jobs.add(db, PUSH_JOB, { id: notification.id }, { key: `push ${notification.id}` })
}

interface PushSources {
  inbox: NotificationService
  findRecipient: FindRecipient
}

/** Handles push jobs: sends once, outside quiet hours, and not if the matter is resolved. */
export function handlePushes(deps: PushDeps, routers: Pick<Routers, 'account'>, sources: PushSources): void {
  const pusher = createPusher(deps.config, deps.secrets)
  registerPushRoutes(deps, routers, pusher)
  // Handled without keys too: jobs for browsers that subscribed while there were keys would wait for ever.
  deps.jobs.handle<{ id: string }>(PUSH_JOB, async ({ id }) => {
    if (pusher) await pushToAll(deps, sources, id)
  })
  deps.jobs.handle<{ id: string; to: string }>(PUSH_TO_DEVICE_JOB, async (which, { isRetry }) => {
    if (pusher) await pushToOne(deps, { pusher, findRecipient: sources.findRecipient, isRetry }, which)
  })
}

function registerPushRoutes(
  { clock, db, ids }: PushDeps,
  { account }: Pick<Routers, 'account'>,
  pusher?: Pusher,
): void {
  account.serve(getPushAccess, async () => ({ publicKey: pusher?.publicKey ?? null }))

  account.serve(subscribeToPush, async ({ actor, body: { endpoint, keys } }) => {
    if (!pusher) throw new AppError('NOT_FOUND', { thing: 'push service' })
    if (!pusher.accepts(endpoint)) throw fieldError(['endpoint'], 'INVALID_FORMAT', issueText('PUSH_ADDRESS_INVALID'))
    await db.transaction(async (tx) => {
      const subscription = { id: ids.next('psh'), providerId: actor.id, sessionId: actor.sessionId, endpoint, ...keys }
      await push.saveSubscription(tx, subscription, clock.now())
      await push.keepNewest(tx, actor.id, MAX_DEVICES)
    })
    return { endpoint }
  })

  account.serve(unsubscribeFromPush, async ({ actor, body: { endpoint } }) => ({
    removed: await push.deleteSubscription(db, actor.id, endpoint),
  }))
}

/**
 * Decides whether and when to push, then enqueues one job per browser, so that a failing one does not repeat the
 * others. Those of a provider run one after another: a browser names its push service, and silent ones would hold up
 * the push messages of everybody.
 */
async function pushToAll(deps: PushDeps, { inbox, findRecipient }: PushSources, id: string): Promise<void> {
  const { clock, config, db, jobs, outbox } = deps
  const notification = await store.find(db, id)
  const recipient = notification && (await findRecipient(notification.providerId))
  if (!recipient) return
  const from = await inbox.deliverableFrom(notification.providerId, notification.workflow, 'push', recipient.timeZone)
  if (!from) return
  if (from > clock.now()) return jobs.add(db, PUSH_JOB, { id }, { key: `push ${id} later`, runAt: from })
  await db.transaction(async (tx) => {
    if (!(await store.claim(tx, id, 'PUSH', clock.now()))) return
    const options = { maxAttempts: MAX_ATTEMPTS, queue: `push:${notification.providerId}` }
    for (const to of await push.listSubscriptionIds(tx, notification.providerId))
      await jobs.add(tx, PUSH_TO_DEVICE_JOB, { id, to }, { ...options, key: `push ${id} ${to}` })
    const { title, body, url } = toPush(notification, recipient.locale)
    // Shown at /dev/outbox beside mails and text messages.
    if (config.outbox)
      await outbox.send(tx, { channel: 'PUSH', to: recipient.email, subject: title, text: `${body}\n\n${url}` })
  })
}

async function pushToOne(
  { db, jobs, log }: PushDeps,
  { pusher, findRecipient, isRetry }: { pusher: Pusher; findRecipient: FindRecipient; isRetry: boolean },
  { id, to }: { id: string; to: string },
): Promise<void> {
  const [notification, browser] = await Promise.all([store.find(db, id), push.findSubscription(db, to)])
  if (!notification || notification.isResolved || !browser) return
  const recipient = await findRecipient(notification.providerId)
  if (!recipient) return
  const { urgency, topic, ...payload } = toPush(notification, recipient.locale)
  const service = { id: notification.providerId, isFailing: isRetry }
  const outcome = await jobs.withExternalServer(service, () => pusher.send(browser, payload, { urgency, topic }))
  if (outcome === 'GONE') await push.deleteById(db, to)
  if (outcome === 'REFUSED')
    log.warn({ subscription: to, workflow: notification.workflow }, 'push subscription was rejected')
}
