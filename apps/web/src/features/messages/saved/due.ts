import type { RemindersSnapshot } from '@fettle/chat-client'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'

const isDue = ({ remindAt, firedAt }: Reminder, now: Date): boolean =>
  firedAt !== null || (remindAt !== null && Date.parse(remindAt) <= now.getTime())

/** Number of due reminders. */
export const countDue = ({ reminders }: RemindersSnapshot, now: Date): number =>
  Object.values(reminders).filter((reminder) => isDue(reminder, now)).length

export interface SavedGroups {
  /** Due, latest first. */
  due: Reminder[]
  /** Soonest first. */
  upcoming: Reminder[]
  /** Without a time, latest saved first. */
  untimed: Reminder[]
}

/** Groups saved messages by due time. */
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
