import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { write } from '../../platform/mail/letter.ts'
import type { Destination } from './referrals.rules.ts'

/** What a friend reads. */
export async function sendInvitation(
  { outbox }: Pick<Deps, 'outbox'>,
  tx: Tx,
  { channel, destination }: Destination,
  { from, link, isReminder }: { from: string; link: string; isReminder: boolean },
): Promise<void> {
  if (channel === 'PHONE') {
    const text = `${from} ${isReminder ? 'is still waiting for you on' : 'invites you to'} Fettle, where jobs near you come in: ${link}`
    await outbox.send(tx, { channel: 'SMS', to: destination, subject: 'An invitation to Fettle', text })
    return
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: destination,
    ...write({
      subject: isReminder ? `${from} is still waiting for you on Fettle` : `${from} invites you to Fettle`,
      paragraphs: [
        `${from} works with Fettle and thinks you should too: customers near you ask for jobs, you answer, and everything about a job is in one place.`,
      ],
      action: { label: 'Start here', url: link },
      notes: [`If you don't know ${from}, you can ignore this message.`],
    }),
  })
}
