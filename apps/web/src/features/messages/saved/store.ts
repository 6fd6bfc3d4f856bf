import { createReminders, reminderOf, type RemindersSnapshot } from '@fettle/chat-client'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../connection/chat.ts'

/** Reminders of this tab, shared by all views. */
export const reminders = createReminders(chat)
onLogout(reminders.stop)

/** Loads the reminders once connected; changes then arrive as events. */
export function useLoadReminders(connected: boolean): void {
  useEffect(() => {
    if (connected && !reminders.getSnapshot().isLoaded) reminders.load().catch(() => undefined)
  }, [connected])
}

export const useReminders = (): RemindersSnapshot => useSyncExternalStore(reminders.subscribe, reminders.getSnapshot)

/** Reminder of a message. */
export const useReminder = (cid: string, messageId: string): Reminder | undefined =>
  useSyncExternalStore(reminders.subscribe, () => reminderOf(reminders.getSnapshot(), cid, messageId))
