import type { NotificationService } from '@fettle/protocol/inbox'
import { getPushAccess, subscribeToPush, unsubscribeFromPush } from '@fettle/protocol/notifications'
import type { Routers } from '../../actors.ts'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { createPusher, type Pusher } from '../../platform/push.ts'
import { catalogue } from './catalogue.ts'
import type { FindRecipient } from './notifications.mails.ts'
import { toPush, type Notice } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import * as push from './push.store.ts'

export type PushDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'ids' | 'jobs' | 'log' | 'outbox' | 'secrets'>

const PUSH = 'notifications.push'
const PUSH_TO = 'notifications.push-to'
/** A phone, a tablet, a desk and what somebody forgot about. */
const MOST_DEVICES = 10
/** The pauses grow from a second to three quarters of an hour: about an hour and a half in all. */
const TRIES = 9

/** Asks for a notice to be pushed to whoever has a browser for it; whether it is wanted is decided when it is due. */
export async function askForPush(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  notice: Notice & { hasDevice: boolean },
): Promise<void> {
  // What is of low importance wakes no phone: it comes with the morning's summary.
  if (catalogue[notice.workflow].severity === 'LOW' || !notice.hasDevice) return
  await jobs.add(db, PUSH, { id: notice.id }, { key: `push ${notice.id}` })
}

interface Ways {
  inbox: NotificationService<Tx>
  findRecipient: FindRecipient
}

/** Pushes what a provider is told to the browsers they chose: once, by day, and not when the matter is settled. */
export function handlePushes(deps: PushDeps, routers: Pick<Routers, 'account'>, ways: Ways): void {
  const pusher = createPusher(deps.config, deps.secrets)
  servePush(deps, routers, pusher)
  if (!pusher) return
  deps.jobs.handle<{ id: string }>(PUSH, ({ id }) => pushToAll(deps, ways, id))
  deps.jobs.handle<{ id: string; to: string }>(PUSH_TO, (which) =>
    pushToOne(deps, { pusher, findRecipient: ways.findRecipient }, which),
  )
}

function servePush({ clock, db, ids }: PushDeps, { account }: Pick<Routers, 'account'>, pusher?: Pusher): void {
  account.serve(getPushAccess, async () => ({ publicKey: pusher?.publicKey ?? null }))

  account.serve(subscribeToPush, async ({ actor, body: { endpoint, keys } }) => {
    if (!pusher) throw new AppError('NOT_FOUND', { thing: 'push service' })
    if (!pusher.accepts(endpoint))
      throw fieldError(['endpoint'], 'INVALID_FORMAT', 'This is not an address of a push service.')
    await db.transaction(async (tx) => {
      const given = { id: ids.next('psh'), providerId: actor.id, sessionId: actor.sessionId, endpoint, ...keys }
      await push.saveSubscription(tx, given, clock.now())
      await push.keepNewest(tx, actor.id, MOST_DEVICES)
    })
    return { endpoint }
  })

  account.serve(unsubscribeFromPush, async ({ actor, body: { endpoint } }) => ({
    removed: await push.deleteSubscription(db, actor.id, endpoint),
  }))
}

/** Decides whether and when, then hands out one job for each browser: one that fails must not repeat the others. */
async function pushToAll(deps: PushDeps, { inbox, findRecipient }: Ways, id: string): Promise<void> {
  const { clock, config, db, jobs, outbox } = deps
  const notice = await store.find(db, id)
  const recipient = notice && (await findRecipient(notice.providerId))
  if (!recipient) return
  const from = await inbox.mayReach(notice.providerId, notice.workflow, 'push', recipient.timeZone)
  if (!from) return
  if (from > clock.now()) return jobs.add(db, PUSH, { id }, { key: `push ${id} later`, runAt: from })
  await db.transaction(async (tx) => {
    if (!(await push.takeForPush(tx, id, clock.now()))) return
    for (const to of await push.listSubscriptionIds(tx, notice.providerId))
      await jobs.add(tx, PUSH_TO, { id, to }, { key: `push ${id} ${to}`, maxAttempts: TRIES })
    const { title, body, url } = toPush(notice, recipient.locale)
    // Shown at /dev/outbox beside mails and text messages.
    if (config.outbox)
      await outbox.send(tx, { channel: 'PUSH', to: recipient.email, subject: title, text: `${body}\n\n${url}` })
  })
}

async function pushToOne(
  { db, log }: PushDeps,
  { pusher, findRecipient }: { pusher: Pusher; findRecipient: FindRecipient },
  { id, to }: { id: string; to: string },
): Promise<void> {
  const [notice, browser] = await Promise.all([store.find(db, id), push.findSubscription(db, to)])
  if (!notice || notice.isSettled || !browser) return
  const recipient = await findRecipient(notice.providerId)
  if (!recipient) return
  const { urgency, topic, ...payload } = toPush(notice, recipient.locale)
  const outcome = await pusher.send(browser, payload, { urgency, topic })
  if (outcome === 'GONE') await push.deleteById(db, to)
  if (outcome === 'REFUSED') log.warn({ subscription: to, workflow: notice.workflow }, 'a push was refused')
}
