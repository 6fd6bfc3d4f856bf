import type { NotificationService } from '@fettle/protocol/inbox'
import type { Locale } from '@fettle/protocol/locales'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Written } from '../../platform/mail/letter.ts'
import { addDays, localDate, toInstant } from '../../platform/wall-time.ts'
import { catalogue } from './catalogue.ts'
import { toDigest, toMail, type MailWays, type Notice } from './notifications.rules.ts'
import * as store from './notifications.store.ts'
import { stopLink, type About } from './unsubscribe.rules.ts'

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

const MAIL = 'notifications.mail'
const DIGEST = 'notifications.digest'
/** What is of low importance is gathered until then (domain §12), by the provider's clock. */
const DIGEST_AT = '08:00'
/** What was missed for longer is no news any more. */
const DIGEST_BACK = 48 * 60 * 60 * 1000

/**
 * Asks for a notice to be mailed as well; whether it is wanted is decided when it is due. What is of low importance goes
 * with the next morning's summary.
 */
export async function askForMail(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  recipient: Recipient | undefined,
  { id, workflow, providerId }: Notice,
): Promise<void> {
  const { hasOwnMail, severity } = catalogue[workflow]
  if (hasOwnMail) return
  if (severity !== 'LOW') return jobs.add(db, MAIL, { id }, { key: `mail ${id}` })
  if (!recipient) return
  const { timeZone } = recipient
  const today = localDate(clock.now(), timeZone)
  const date = clock.now() < toInstant(today, DIGEST_AT, timeZone) ? today : addDays(today, 1)
  const runAt = toInstant(date, DIGEST_AT, timeZone)
  // One for each morning, however many there are to tell.
  await jobs.add(db, DIGEST, { providerId }, { key: `digest ${providerId} ${date}`, runAt })
}

/** Mails what a provider is told to those who want it: once, by day, and not when the matter is settled. */
export function handleMails(deps: MailDeps, inbox: NotificationService<Tx>, findRecipient: FindRecipient): void {
  const { clock, db, jobs } = deps
  jobs.handle<{ id: string }>(MAIL, async ({ id }) => {
    const notice = await store.find(db, id)
    const recipient = notice && (await findRecipient(notice.providerId))
    if (!recipient) return
    const from = await inbox.mayReach(notice.providerId, notice.workflow, 'email', recipient.timeZone)
    if (!from) return
    if (from > clock.now()) return jobs.add(db, MAIL, { id }, { key: `mail ${id} later`, runAt: from })
    await db.transaction(async (tx) => {
      if (!(await store.takeForMail(tx, id, clock.now()))) return
      const { severity, tags } = catalogue[notice.workflow]
      // What is critical cannot be stopped, so nothing offers to.
      const [group] = tags
      const about: About | undefined = severity === 'CRITICAL' || !group ? undefined : { group }
      await send(deps, tx, { providerId: notice.providerId, recipient, about }, (ways) => toMail(notice, ways))
    })
  })
  jobs.handle<{ providerId: string }>(DIGEST, ({ providerId }) => sendDigest(deps, inbox, findRecipient, providerId))
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
  const waiting = await store.listUnmailed(db, providerId, new Date(now.getTime() - DIGEST_BACK))
  const wanted: Notice[] = []
  const opening = new Map<string, Date | undefined>()
  for (const notice of waiting.filter(({ workflow }) => catalogue[workflow].severity === 'LOW')) {
    const { workflow } = notice
    if (!opening.has(workflow))
      opening.set(workflow, await inbox.mayReach(providerId, workflow, 'email', recipient.timeZone))
    const from = opening.get(workflow)
    if (from && from > now)
      return jobs.add(db, DIGEST, { providerId }, { key: `digest ${providerId} later`, runAt: from })
    if (from) wanted.push(notice)
  }
  await db.transaction(async (tx) => {
    const taken: Notice[] = []
    for (const notice of wanted) if (await store.takeForMail(tx, notice.id, now)) taken.push(notice)
    if (taken.length === 0) return
    await send(deps, tx, { providerId, recipient, about: { group: 'digest' } }, (ways) => toDigest(taken, ways))
  })
}

/** With the way out in the letter and in its head, where mail programs look for it (RFC 8058). */
async function send(
  { outbox, config, secrets }: MailDeps,
  tx: Tx,
  { providerId, recipient, about }: { providerId: string; recipient: Recipient; about: About | undefined },
  toLetter: (ways: MailWays) => Written,
): Promise<void> {
  const { email, firstName, locale } = recipient
  const url = about && stopLink(config.origin, secrets.mailLinkKey, { providerId, ...about })
  const ways = {
    firstName,
    locale,
    origin: config.origin,
    ...(about && url ? { stop: { group: about.group, url } } : {}),
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...toLetter(ways),
    ...(url ? { unsubscribe: url } : {}),
  })
}
