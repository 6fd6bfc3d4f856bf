import { t } from '@lingui/core/macro'
import { AlarmClock, Bookmark } from 'lucide-react'
import { useReminder } from './store.ts'

/** Whether a message has a reminder or is saved without a time; undefined for neither. */
export type SavedState = 'reminder' | 'saved' | undefined

export function useSavedState(cid: string, messageId: string): SavedState {
  const reminder = useReminder(cid, messageId)
  if (!reminder) return undefined
  return reminder.remindAt !== null && reminder.firedAt === null ? 'reminder' : 'saved'
}

/** Icon on saved messages. */
export function SavedMark({ savedState }: { savedState: SavedState }) {
  if (savedState === 'reminder') return <AlarmClock size={12} aria-label={t`With a reminder`} />
  return savedState === 'saved' ? <Bookmark size={12} aria-label={t`Saved for later`} /> : null
}
