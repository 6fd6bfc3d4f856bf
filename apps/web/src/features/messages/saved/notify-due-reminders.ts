import { t } from '@lingui/core/macro'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { reminders } from './store.ts'
import { personName } from '../message/person-name.ts'

/** Long enough to notice while working. */
const TOAST_DURATION_MS = 20_000

/** Shows a toast on any screen when a reminder is due, with a link. The inbox keeps the notification. */
export function notifyDueReminders(go: (path: string) => void): () => void {
  return reminders.onDue(({ cid, messageId, excerpt, author }) => {
    toast.info(author ? t`Reminder: message from ${personName(author)}` : t`Message reminder`, {
      id: `reminder ${messageId}`,
      duration: TOAST_DURATION_MS,
      ...(excerpt && { body: plainText(excerpt) }),
      action: { label: t`Open`, run: () => go(conversationPath(cid, { message: messageId })) },
    })
  })
}
