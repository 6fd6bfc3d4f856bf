import { splitCid } from '@fettle/protocol/chat/core/values'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notify } from '../notifications/index.ts'
import { findPublicIdentity } from '../profile/index.ts'

export interface DueReminder {
  /** Id of the notification, so that a repeated job notifies once. */
  id: string
  userId: string
  reminder: Pick<Reminder, 'cid' | 'messageId' | 'excerpt' | 'author'>
}

/** Notifies a provider of a due reminder. Customers' reminders are skipped. */
export async function notifyReminder(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'files' | 'config'>,
  tx: Tx,
  { id, userId, reminder: { cid, messageId, excerpt, author } }: DueReminder,
): Promise<void> {
  if (!(await findPublicIdentity(deps, userId))) return
  await notify(deps, tx, {
    id,
    workflow: 'message-reminder',
    providerId: userId,
    params: { authorName: author?.name || null, excerpt, channelId: splitCid(cid).id },
    data: { type: 'message', id: messageId },
  })
}
