import { t } from '@lingui/core/macro'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { withUndo } from '../../ui/feedback/undo.ts'

/** Sends a reminder once it can no longer be undone, as after a swipe. `send` has to use `keepalive`. */
export async function remindWithUndo(
  { id, customerName }: { id: string; customerName: string },
  send: () => Promise<unknown>,
): Promise<void> {
  try {
    await withUndo({ subject: id, shown: 'REMINDED', title: t`Reminder sent to ${customerName}` }, send)
  } catch (error) {
    toast.error(t`We couldn't send the reminder.`, { body: errorText(error, t`Try again in a moment.`) })
  }
}
