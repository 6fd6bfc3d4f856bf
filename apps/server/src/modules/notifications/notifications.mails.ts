import type { NotificationService } from '@fettle/protocol/inbox'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { catalogue } from './catalogue.ts'
import { toMail, type Notice } from './notifications.rules.ts'
import * as store from './notifications.store.ts'

/** Whom a notice goes to, and by whose clock they are left alone at night. */
export interface Recipient {
  email: string
  firstName: string
  timeZone: string
}

/** The provider, or undefined once they have left. Whoever joins the modules knows them. */
export type FindRecipient = (providerId: string) => Promise<Recipient | undefined>

export type MailDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs' | 'outbox'>

const MAIL = 'notifications.mail'

/** Asks for a notice to be mailed as well; whether it is wanted is decided when it is due. */
export async function askForMail({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, { id, workflow }: Notice): Promise<void> {
  if (!catalogue[workflow].hasOwnMail) await jobs.add(db, MAIL, { id }, { key: `mail ${id}` })
}

/** Mails what a provider is told to those who want it: once, by day, and not when the matter is settled. */
export function handleMails(deps: MailDeps, inbox: NotificationService<Tx>, findRecipient: FindRecipient): void {
  const { clock, config, db, jobs, outbox } = deps
  jobs.handle<{ id: string }>(MAIL, async ({ id }) => {
    const notice = await store.find(db, id)
    const recipient = notice && (await findRecipient(notice.providerId))
    if (!recipient) return
    const from = await inbox.mayReach(notice.providerId, notice.workflow, 'email', recipient.timeZone)
    if (!from) return
    if (from > clock.now()) return jobs.add(db, MAIL, { id }, { key: `mail ${id} later`, runAt: from })
    await db.transaction(async (tx) => {
      if (!(await store.takeForMail(tx, id, clock.now()))) return
      const { email, firstName } = recipient
      await outbox.send(tx, { channel: 'EMAIL', to: email, ...toMail(notice, { firstName, origin: config.origin }) })
    })
  })
}
