import { useState } from 'react'
import { RemindDialog, type ReminderTarget } from './remind-dialog.tsx'

/** The reminder dialog, once it has been asked for. */
export function RemindSlot({ message, onClose }: { message: ReminderTarget | undefined; onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(false)
  if (message && !wasOpened) setWasOpened(true)
  return wasOpened && <RemindDialog message={message} onClose={onClose} />
}
