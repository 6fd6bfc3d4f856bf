import { useState } from 'react'
import { RemindDialog, type ReminderTarget } from './remind-dialog.tsx'

/** The reminder dialog, which is mounted when it is first opened. */
export function OnDemandRemindDialog({
  message,
  onClose,
}: {
  message: ReminderTarget | undefined
  onClose: () => void
}) {
  const [wasOpened, setWasOpened] = useState(false)
  if (message && !wasOpened) setWasOpened(true)
  return wasOpened && <RemindDialog message={message} onClose={onClose} />
}
