import type { App } from '../app.ts'
import { DAY, type Event } from './moments.ts'
import { inInbox, type Visit } from './visits.ts'
import type { Visitor } from './calls.ts'

/** How many of what she has read Ada put away, and how many she wants to see again tomorrow. */
const PUT_AWAY = 12
const AGAIN = 2

interface Given {
  now: Date
  visit: Visit
}

/** What Ada did with what she was told: yesterday she tidied up. */
export function eventsOfNotices(app: App, { now, visit }: Given): Event[] {
  const tidy = (visitor: Visitor) =>
    inInbox(app, visitor, async (send) => {
      const { data } = (await send('GET', '?limit=60')) as { data: { id: string; isRead: boolean }[] }
      const read = data.filter(({ isRead }) => isRead).slice(-PUT_AWAY - AGAIN)
      const snoozeUntil = new Date(now.getTime() + DAY / 2).toISOString()
      for (const [place, { id }] of read.entries()) {
        if (place < AGAIN) await send('PATCH', `/${id}/snooze`, { snoozeUntil })
        else await send('PATCH', `/${id}/archive`, {})
      }
    })
  return [{ at: now.getTime() - 20 * 3_600_000, happens: () => visit(tidy) }]
}
