import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { DemoContext } from './context.ts'
import { event, type DemoEvent } from './schedule.ts'

/** Numbers of notifications Ada archived and snoozed. */
const ARCHIVED_COUNT = 12
const SNOOZED_COUNT = 2

/** Ada's archiving and snoozing of notifications. */
export function eventsOfNotifications({ now, inInbox }: DemoContext): DemoEvent[] {
  const archiveOld = () =>
    inInbox(async (send) => {
      const { data } = (await send('GET', '?limit=60')) as { data: { id: string; isRead: boolean }[] }
      const read = data.filter(({ isRead }) => isRead).slice(-ARCHIVED_COUNT - SNOOZED_COUNT)
      const snoozeUntil = new Date(now.getTime() + DAY_MS / 2).toISOString()
      for (const [index, { id }] of read.entries()) {
        if (index < SNOOZED_COUNT) await send('PATCH', `/${id}/snooze`, { snoozeUntil })
        else await send('PATCH', `/${id}/archive`, {})
      }
    })
  return [event(now.getTime() - 20 * HOUR_MS, archiveOld)]
}
