import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RenderedMail } from '../../platform/mail/template.ts'
import { addDays, localDate, toInstant } from '../../platform/locale/zoned-time.ts'
import { catalogue, workflowIds, type WorkflowId } from './catalogue.ts'
import { toDigest, toMail, type MailLinks, type StoredNotification } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import { unsubscribeLink, type UnsubscribeScope } from './unsubscribe.rules.ts'

/** The recipient, with the time zone of their quiet hours. */
export interface Recipient {
  email: string
  firstName: string
  /** The recipient's language. */
  locale: Locale
  timeZone: string
}

/**
 * Finds the recipient. Undefined for a closed account. Injected, because the profile module depends on notifications.
 */
export type FindRecipient = (providerId: string) => Promise<Recipient | undefined>

export type MailDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs' | 'outbox' | 'secrets'>

const MAIL_JOB = 'notifications.mail'
const DIGEST_JOB = 'notifications.digest'
/** Time of the daily summary, in the provider's time zone. */
const DIGEST_AT = '08:00'
/** Older notifications are left out of the summary. Quiet hours delay it by up to a week. */
const DIGEST_WINDOW_MS = 9 * 24 * 60 * 60 * 1000
/** A summary of more is sent in several mails. */
const MAX_DIGEST_ITEMS = 200
const DIGEST_WORKFLOWS = workflowIds.filter((workflow) => catalogue[workflow].severity === 'LOW')

/**
 * Enqueues a mail for a notification. Preferences are checked when it is due. Low severity goes into the next summary.
 */
export async function enqueueMail(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  recipient: Recipient | undefined,
  { id, workflow, providerId }: StoredNotification,
): Promise<void> {
  const { hasOwnMail, severity } = catalogue[workflow]
  if (hasOwnMail) return
  if (severity !== 'LOW') return jobs.add(db, MAIL_JOB, { id }, { key: `mail ${id}` })
  if (!recipient) return
  const { timeZone } = recipient
  const today = localDate(clock.now(), timeZone)
  const date = clock.now() < toInstant(today, DIGEST_AT, timeZone) ? today : addDays(today, 1)
  const runAt = toInstant(date, DIGEST_AT, timeZone)
  // One job per morning, for any number of notifications.
  await jobs.add(db, DIGEST_JOB, { providerId }, { key: `digest ${providerId} ${date}`, runAt })
}

/** Handles mail jobs: sends once, outside quiet hours, and not if the matter is resolved. */
export function handleMails(deps: MailDeps, inbox: NotificationService, findRecipient: FindRecipient): void {
  const { clock, db, jobs } = deps
  jobs.handle<{ id: string }>(MAIL_JOB, async ({ id }) => {
    const notification = await store.find(db, id)
    const recipient = notification && (await findRecipient(notification.providerId))
    if (!recipient) return
    const from = await inbox.deliverableFrom(
      notification.providerId,
      notification.workflow,
      'email',
      recipient.timeZone,
    )
    if (!from) return
    if (from > clock.now()) return jobs.add(db, MAIL_JOB, { id }, { key: `mail ${id} later`, runAt: from })
    await db.transaction(async (tx) => {
      if (!(await store.claim(tx, id, 'MAIL', clock.now()))) return
      const { severity, tags } = catalogue[notification.workflow]
      // Critical notifications cannot be stopped, so no link is added.
      const [group] = tags
      const about: UnsubscribeScope | undefined = severity === 'CRITICAL' || !group ? undefined : { group }
      await send(deps, tx, { providerId: notification.providerId, recipient, about }, (links) =>
        toMail(notification, links),
      )
    })
  })
  jobs.handle<{ providerId: string }>(DIGEST_JOB, ({ providerId }) =>
    sendDigest(deps, inbox, findRecipient, providerId),
  )
}

async function sendDigest(
  deps: MailDeps,
  inbox: NotificationService,
  findRecipient: FindRecipient,
  providerId: string,
): Promise<void> {
  const { clock, db, jobs } = deps
  const now = clock.now()
  const recipient = await findRecipient(providerId)
  if (!recipient) return
  const workflows: WorkflowId[] = []
  for (const workflow of DIGEST_WORKFLOWS) {
    const from = await inbox.deliverableFrom(providerId, workflow, 'email', recipient.timeZone)
    if (from && from > now)
      return jobs.add(db, DIGEST_JOB, { providerId }, { key: `digest ${providerId} later`, runAt: from })
    if (from) workflows.push(workflow)
  }
  const since = new Date(now.getTime() - DIGEST_WINDOW_MS)
  // Only what may be mailed, because the rest would take the places of later ones.
  const waiting = await store.listUnmailed(db, providerId, { workflows, since, limit: MAX_DIGEST_ITEMS })
  await db.transaction(async (tx) => {
    const claimed: StoredNotification[] = []
    for (const notification of waiting)
      if (await store.claim(tx, notification.id, 'MAIL', now)) claimed.push(notification)
    if (waiting.length === MAX_DIGEST_ITEMS)
      await jobs.add(tx, DIGEST_JOB, { providerId }, { key: `digest ${providerId} later` })
    if (claimed.length === 0) return
    await send(deps, tx, { providerId, recipient, about: { group: 'digest' } }, (links) => toDigest(claimed, links))
  })
}

/** Sends a mail with an unsubscribe link in text and header (RFC 8058). */
async function send(
  { outbox, config, secrets }: MailDeps,
  tx: Tx,
  { providerId, recipient, about }: { providerId: string; recipient: Recipient; about: UnsubscribeScope | undefined },
  toMailContent: (links: MailLinks) => RenderedMail,
): Promise<void> {
  const { email, firstName, locale } = recipient
  const url = about && unsubscribeLink(config.origin, secrets.mailLinkKey, { providerId, ...about })
  const links = {
    firstName,
    locale,
    origin: config.origin,
    ...(about && url ? { stop: { group: about.group, url } } : {}),
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...toMailContent(links),
    ...(url ? { unsubscribe: url } : {}),
  })
}
