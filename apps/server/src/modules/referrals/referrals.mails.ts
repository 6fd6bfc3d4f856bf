import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import type { Destination } from './referrals.rules.ts'
import { invitation } from './referrals.messages.ts'

/** Sends an invitation in the inviter's language, because the friend's is unknown. */
export async function sendInvitation(
  { outbox }: Pick<Deps, 'outbox'>,
  tx: Tx,
  { channel, destination }: Destination,
  { from, locale, link, isReminder }: { from: string; locale: Locale; link: string; isReminder: boolean },
): Promise<void> {
  const words = invitation[locale]
  if (channel === 'PHONE') {
    const text = `${words.text(from, isReminder)} ${link}`
    await outbox.send(tx, { channel: 'SMS', to: destination, subject: words.name, text })
    return
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: destination,
    ...renderMail({
      locale,
      subject: isReminder ? words.waits(from) : words.invites(from),
      paragraphs: [words.why(from)],
      action: { label: words.button, url: link },
      notes: [words.ignore(from)],
    }),
  })
}
