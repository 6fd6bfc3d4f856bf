import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { lazy, Suspense, useState } from 'react'

const Loaded = lazy(async () => ({
  default: (await import('./remind-dialog.tsx')).RemindDialog,
}))

/** Target of a reminder: a message or a saved entry. */
export type ToRemind = Pick<Reminder, 'cid'> & { id: string; text: string }

/** Lazy reminder dialog. */
export function RemindSlot({ message, onClose }: { message: ToRemind | undefined; onClose: () => void }) {
  const [wanted, setWanted] = useState(false)
  if (message && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense fallback={null}>
        <Loaded message={message} onClose={onClose} />
      </Suspense>
    )
  )
}
