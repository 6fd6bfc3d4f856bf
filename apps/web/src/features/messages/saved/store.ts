import { createReminders, reminderOf, type RemindersSnapshot } from '@fettle/chat-client'
import type { Reminder } from '@fettle/protocol/chat/reminders'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../chat.ts'

/** What one wants to come back to; one list for all who show some of it. */
export const reminders = createReminders(chat)
onLogout(reminders.stop)

/** Loads the list once there is a line; from then on it hears of every change. */
export function useLoadReminders(connected: boolean): void {
  useEffect(() => {
    if (connected && !reminders.getSnapshot().isLoaded) reminders.load().catch(() => undefined)
  }, [connected])
}

export const useReminders = (): RemindersSnapshot => useSyncExternalStore(reminders.subscribe, reminders.getSnapshot)

/** What is kept of one message. */
export const useReminder = (cid: string, messageId: string): Reminder | undefined =>
  useSyncExternalStore(reminders.subscribe, () => reminderOf(reminders.getSnapshot(), cid, messageId))
