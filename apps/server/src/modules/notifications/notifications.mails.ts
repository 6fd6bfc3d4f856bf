import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { Locale } from '@fettle/protocol/common/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RenderedMail } from '../../platform/mail/template.ts'
import { addDays, localDate, toInstant } from '../../platform/locale/zoned-time.ts'
import { catalogue } from './catalogue.ts'
import { toDigest, toMail, type MailLinks, type StoredNotification } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import { unsubscribeLink, type UnsubscribeScope } from './unsubscribe.rules.ts'

/** Whom a notice goes to, and by whose clock they are left alone at night. */
export interface Recipient {
  email: string
  firstName: string
  /** The language they read. */
  locale: Locale
  timeZone: string
}

/** The provider, or undefined once they have left. Whoever joins the modules knows them. */
export type FindRecipient = (providerId: string) => Promise<Recipient | undefined>

export type MailDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs' | 'outbox' | 'secrets'>

const MAIL_JOB = 'notifications.mail'
const DIGEST_JOB = 'notifications.digest'
/** What is of low importance is gathered until then, by the provider's clock. */
const DIGEST_AT = '08:00'
/** What was missed for longer is no news any more. */
const DIGEST_WINDOW_MS = 48 * 60 * 60 * 1000

/**
 * Asks for a notice to be mailed as well; whether it is wanted is decided when it is due. What is of low importance goes
 * with the next morning's summary.
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
  // One for each morning, however many there are to tell.
  await jobs.add(db, DIGEST_JOB, { providerId }, { key: `digest ${providerId} ${date}`, runAt })
}

/** Mails what a provider is told to those who want it: once, by day, and not when the matter is settled. */
export function handleMails(deps: MailDeps, inbox: NotificationService<Tx>, findRecipient: FindRecipient): void {
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
      if (!(await store.claimForMail(tx, id, clock.now()))) return
      const { severity, tags } = catalogue[notification.workflow]
      // What is critical cannot be stopped, so nothing offers to.
      const [group] = tags
      const about: UnsubscribeScope | undefined = severity === 'CRITICAL' || !group ? undefined : { group }
      await send(deps, tx, { providerId: notification.providerId, recipient, about }, (ways) =>
        toMail(notification, ways),
      )
    })
  })
  jobs.handle<{ providerId: string }>(DIGEST_JOB, ({ providerId }) =>
    sendDigest(deps, inbox, findRecipient, providerId),
  )
}

async function sendDigest(
  deps: MailDeps,
  inbox: NotificationService<Tx>,
  findRecipient: FindRecipient,
  providerId: string,
): Promise<void> {
  const { clock, db, jobs } = deps
  const now = clock.now()
  const recipient = await findRecipient(providerId)
  if (!recipient) return
  const waiting = await store.listUnmailed(db, providerId, new Date(now.getTime() - DIGEST_WINDOW_MS))
  const wanted: StoredNotification[] = []
  const opening = new Map<string, Date | undefined>()
  for (const notification of waiting.filter(({ workflow }) => catalogue[workflow].severity === 'LOW')) {
    const { workflow } = notification
    if (!opening.has(workflow))
      opening.set(workflow, await inbox.deliverableFrom(providerId, workflow, 'email', recipient.timeZone))
    const from = opening.get(workflow)
    if (from && from > now)
      return jobs.add(db, DIGEST_JOB, { providerId }, { key: `digest ${providerId} later`, runAt: from })
    if (from) wanted.push(notification)
  }
  await db.transaction(async (tx) => {
    const taken: StoredNotification[] = []
    for (const notification of wanted) if (await store.claimForMail(tx, notification.id, now)) taken.push(notification)
    if (taken.length === 0) return
    await send(deps, tx, { providerId, recipient, about: { group: 'digest' } }, (ways) => toDigest(taken, ways))
  })
}

/** With the way out in the letter and in its head, where mail programs look for it (RFC 8058). */
async function send(
  { outbox, config, secrets }: MailDeps,
  tx: Tx,
  { providerId, recipient, about }: { providerId: string; recipient: Recipient; about: UnsubscribeScope | undefined },
  toMailContent: (ways: MailLinks) => RenderedMail,
): Promise<void> {
  const { email, firstName, locale } = recipient
  const url = about && unsubscribeLink(config.origin, secrets.mailLinkKey, { providerId, ...about })
  const ways = {
    firstName,
    locale,
    origin: config.origin,
    ...(about && url ? { stop: { group: about.group, url } } : {}),
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...toMailContent(ways),
    ...(url ? { unsubscribe: url } : {}),
  })
}
