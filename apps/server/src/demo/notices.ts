import type { App } from '../app.ts'
import { DAY, type Event } from './moments.ts'
import { inInbox } from './visits.ts'

/** How many of what she has read Ada put away, and how many she wants to see again tomorrow. */
const PUT_AWAY = 12
const AGAIN = 2

interface Given {
  now: Date
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

/** What Ada did with what she was told: yesterday she tidied up. */
export function eventsOfNotices(app: App, { now, visit }: Given): Event[] {
  const tidy = (token: string) =>
    inInbox(app, token, async (send) => {
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
