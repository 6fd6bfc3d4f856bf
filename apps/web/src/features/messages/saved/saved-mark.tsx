import { t } from '@lingui/core/macro'
import { AlarmClock, Bookmark } from 'lucide-react'
import { useReminder } from './store.ts'

/** How a message is kept: with a time to come, or at no time in particular; undefined: it is not. */
export type SavedState = 'reminder' | 'saved' | undefined

export function useSavedState(cid: string, messageId: string): SavedState {
  const reminder = useReminder(cid, messageId)
  if (!reminder) return undefined
  return reminder.remindAt !== null && reminder.firedAt === null ? 'reminder' : 'saved'
}

/** A small sign on a message one wants to come back to. */
export function SavedMark({ kept }: { kept: SavedState }) {
  if (kept === 'reminder') return <AlarmClock size={12} aria-label={t`With a reminder`} />
  return kept === 'saved' ? <Bookmark size={12} aria-label={t`Saved for later`} /> : null
}
