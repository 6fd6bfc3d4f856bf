import { timeZoneOf } from '@fettle/protocol/time-zones'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { write } from '../../platform/mail/letter.ts'
import { notify } from '../notifications/index.ts'
import type { ProfileRow } from './profile.store.ts'

/** Tells the owner that payouts go elsewhere from now on: by mail, and in the inbox. */
export async function tellBankChanged(deps: Deps, tx: Tx, profile: ProfileRow): Promise<void> {
  const { outbox, config, settings, clock } = deps
  const bankName = profile.bankName ?? ''
  const lastDigits = profile.accountNumberLast4 ?? ''
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: profile.email,
    ...write({
      subject: 'Your bank details on Fettle were changed',
      firstName: profile.firstName,
      paragraphs: [
        `Payouts now go to ${bankName}, account ending in ${lastDigits}. For your safety there are no payouts during the next 72 hours.`,
        "If this wasn't you, sign other devices out and change your password at once.",
      ],
      action: { label: "This wasn't me", url: `${config.origin}/profile?section=security` },
    }),
  })
  await notify(tx, deps, {
    workflow: 'bank-details-changed',
    providerId: profile.id,
    params: {
      bankName,
      lastDigits,
      at: clock.now().toISOString(),
      timeZone: timeZoneOf(profile.country ?? settings().defaultCountry),
    },
    data: { type: 'profile', id: profile.id },
  })
}
