import { useState } from 'react'
import { RemindDialog, type ReminderTarget } from './remind-dialog.tsx'

/** The reminder dialog, once it has been asked for. */
export function RemindSlot({ message, onClose }: { message: ReminderTarget | undefined; onClose: () => void }) {
  const [wanted, setWanted] = useState(false)
  if (message && !wanted) setWanted(true)
  return wanted && <RemindDialog message={message} onClose={onClose} />
}
