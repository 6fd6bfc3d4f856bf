import { createMessages } from '@fettle/i18n/catalogue'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import { findTimeZone } from '../auth/index.ts'
import { notify } from '../notifications/index.ts'
import type { ProfileRow } from './profile.store.ts'
import { profileMessages } from './profile.messages.ts'

const textOf = createMessages('mail', profileMessages)

/** Notifies the owner of changed bank details, by mail and in the inbox. */
export async function notifyBankChanged(deps: Deps, tx: Tx, profile: ProfileRow): Promise<void> {
  const { outbox, config, settings, clock } = deps
  const bankName = profile.bankName ?? ''
  const lastDigits = profile.accountNumberLast4 ?? ''
  const text = (part: 'subject' | 'text' | 'advice' | 'button') =>
    textOf(profile.locale, { code: `profile.bank-changed.${part}`, params: { bankName, lastDigits } })
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: profile.email,
    ...renderMail({
      locale: profile.locale,
      subject: text('subject'),
      firstName: profile.firstName,
      paragraphs: [text('text'), text('advice')],
      action: { label: text('button'), url: `${config.origin}/profile?section=security` },
    }),
  })
  await notify(deps, tx, {
    workflow: 'bank-details-changed',
    providerId: profile.id,
    params: {
      bankName,
      lastDigits,
      at: clock.now().toISOString(),
      timeZone: await findTimeZone({ settings }, tx, profile.id),
    },
    data: { type: 'profile', id: profile.id },
  })
}
