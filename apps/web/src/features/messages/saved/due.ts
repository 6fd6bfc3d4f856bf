import type { RemindersSnapshot } from '@fettle/chat-client'
import type { Reminder } from '@fettle/protocol/chat/reminders'

const isDue = ({ remindAt, firedAt }: Reminder, now: Date): boolean =>
  firedAt !== null || (remindAt !== null && Date.parse(remindAt) <= now.getTime())

/** How many wait to be looked at now. */
export const countDue = ({ reminders }: RemindersSnapshot, now: Date): number =>
  Object.values(reminders).filter((reminder) => isDue(reminder, now)).length

export interface SavedGroups {
  /** It is time: the latest first. */
  due: Reminder[]
  /** Soonest first. */
  upcoming: Reminder[]
  /** At no time in particular: the last saved first. */
  untimed: Reminder[]
}

/** What one wants to come back to, by when. */
export function groupSaved(all: readonly Reminder[], now: Date): SavedGroups {
  const at = (reminder: Reminder) => reminder.remindAt ?? reminder.createdAt
  const latestFirst = (one: Reminder, other: Reminder) => (at(one) < at(other) ? 1 : -1)
  const due = all.filter((reminder) => isDue(reminder, now))
  const open = all.filter((reminder) => !isDue(reminder, now))
  return {
    due: due.sort(latestFirst),
    upcoming: open.filter(({ remindAt }) => remindAt !== null).sort((one, other) => latestFirst(other, one)),
    untimed: open.filter(({ remindAt }) => remindAt === null).sort(latestFirst),
  }
}
