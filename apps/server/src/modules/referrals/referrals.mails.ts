import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import type { Destination } from './referrals.rules.ts'
import { referralsMessages } from './referrals.messages.ts'

const textOf = createMessages('mail', referralsMessages)

/** Sends an invitation in the inviter's language, because the friend's is unknown. */
export async function sendInvitation(
  { outbox }: Pick<Deps, 'outbox'>,
  tx: Tx,
  { channel, destination }: Destination,
  { from, locale, link, isReminder }: { from: string; locale: Locale; link: string; isReminder: boolean },
): Promise<void> {
  const text = (code: keyof typeof referralsMessages) => textOf(locale, { code, params: { from } })
  if (channel === 'PHONE') {
    await outbox.send(tx, {
      channel: 'SMS',
      to: destination,
      subject: text('invitation.sms-subject'),
      text: `${text(isReminder ? 'invitation.reminder-sms' : 'invitation.sms')} ${link}`,
    })
    return
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: destination,
    ...renderMail({
      locale,
      subject: text(isReminder ? 'invitation.reminder-subject' : 'invitation.subject'),
      paragraphs: [text('invitation.text')],
      action: { label: text('invitation.button'), url: link },
      notes: [text('invitation.ignore')],
    }),
  })
}
