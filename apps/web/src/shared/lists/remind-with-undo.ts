import { t } from '@lingui/core/macro'
import { withUndo } from '../../ui/feedback/undo.ts'

/** Sends a reminder once it can no longer be undone, as after a swipe. `send` has to use `keepalive`. */
export const remindWithUndo = (
  { id, customerName }: { id: string; customerName: string },
  send: () => Promise<unknown>,
): Promise<unknown> =>
  withUndo(
    {
      subject: id,
      shown: 'REMINDED',
      title: t`Reminder sent to ${customerName}`,
      failed: t`We couldn't send the reminder.`,
    },
    send,
  )
