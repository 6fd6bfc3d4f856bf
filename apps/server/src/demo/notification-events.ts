import type { App } from '../app.ts'
import { DAY_MS, type DemoEvent } from './schedule.ts'
import { inInbox, type WithSession } from './sessions.ts'
import type { SignedInProvider } from './calls.ts'

/** Numbers of notifications Ada archived and snoozed. */
const ARCHIVED_COUNT = 12
const SNOOZED_COUNT = 2

interface NotificationDemoContext {
  now: Date
  visit: WithSession
}

/** Ada's reading, archiving and snoozing of notifications. */
export function eventsOfNotifications(app: App, { now, visit }: NotificationDemoContext): DemoEvent[] {
  const archiveOld = (visitor: SignedInProvider) =>
    inInbox(app, visitor, async (send) => {
      const { data } = (await send('GET', '?limit=60')) as { data: { id: string; isRead: boolean }[] }
      const read = data.filter(({ isRead }) => isRead).slice(-ARCHIVED_COUNT - SNOOZED_COUNT)
      const snoozeUntil = new Date(now.getTime() + DAY_MS / 2).toISOString()
      for (const [index, { id }] of read.entries()) {
        if (index < SNOOZED_COUNT) await send('PATCH', `/${id}/snooze`, { snoozeUntil })
        else await send('PATCH', `/${id}/archive`, {})
      }
    })
  return [{ at: now.getTime() - 20 * 3_600_000, happens: () => visit(archiveOld) }]
}
