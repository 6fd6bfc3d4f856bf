import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { plainDateFields } from '../../../testing/plain-date-fields.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { clearDrafts } from '../../../lib/forms/form-drafts.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { settle, setUpScreen, type } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { CalendarsCard } from './calendars-card.tsx'
import { CalendarLinkCard } from './calendar-link-card.tsx'
import { TimeOffCard } from './time-off-card.tsx'

const calendar = {
  id: 'cal_1',
  name: 'Family',
  address: 'calendar.example.com',
  lastSyncedAt: '2026-11-25T08:00:00Z',
  lastError: null as string | null,
  busyCount: 0,
}
const link = { isActive: true, createdAt: '2026-11-25T08:00:00Z', url: null }
const timeOff = { id: 'off_1', startAt: '2026-12-24T00:00:00Z', endAt: '2026-12-25T00:00:00Z', reason: null }
const server = { refreshed: calendar, isAway: false }
const keys: unknown[] = []
replaceExports(apiModule, {
  call: async (
    { method, path }: { method: string; path: string },
    _: unknown,
    options: { idempotencyKey?: string },
  ) => {
    if (method === 'POST') keys.push(options?.idempotencyKey)
    if (method === 'POST' && server.isAway) throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
    if (path.includes('time-off')) return [timeOff]
    if (path.includes('feed')) return link
    if (path.endsWith('/refresh')) return server.refreshed
    return method === 'GET' ? [calendar] : calendar
  },
})
replaceExports(dateFieldModule, plainDateFields)

const { draw, field, press } = setUpScreen()

beforeEach(() => {
  clearDrafts()
  server.refreshed = calendar
  server.isAway = false
  keys.length = 0
})

const steps: { button: string; card: ReactNode; said: string }[] = [
  { button: 'Sync Family now', card: <CalendarsCard />, said: 'Calendar synced' },
  { button: 'Remove Family', card: <CalendarsCard />, said: 'Family removed' },
  { button: 'Create new link', card: <CalendarLinkCard />, said: 'Calendar link created' },
  { button: 'Turn off calendar link', card: <CalendarLinkCard />, said: 'Calendar link turned off' },
  { button: 'Remove time off: Thursday, December 24, 2026', card: <TimeOffCard timeZone="UTC" />, said: 'Removed' },
]

it.each(steps)('$button is confirmed', async ({ button, card, said }) => {
  await draw(card)
  await settle()
  await press(button)
  await settle()
  expect(toasts()).toEqual([['success', said]])
})

it('adding a calendar is confirmed', async () => {
  await draw(<CalendarsCard />)
  await settle()
  await type(field('iCal address'), 'https://calendar.example.com/a.ics')
  await press('Add calendar')
  await settle()
  expect(toasts()).toEqual([['success', 'Calendar added']])
})

it('a calendar that could not be read is not called synced', async () => {
  server.refreshed = { ...calendar, lastError: "We couldn't read this calendar." }
  await draw(<CalendarsCard />)
  await settle()
  await press('Sync Family now')
  await settle()
  expect(toasts()).toEqual([])
})

it('a calendar is added once, although the answer was lost', async () => {
  server.isAway = true
  await draw(<CalendarsCard />)
  await settle()
  await type(field('iCal address'), 'https://calendar.example.com/b.ics')
  await press('Add calendar')
  await settle()
  await press('Add calendar')
  await settle()
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('time off is added once, although the answer was lost', async () => {
  server.isAway = true
  await draw(<TimeOffCard timeZone="UTC" />)
  await settle()
  await press('Add time off')
  await type(field('From'), '2026-12-24')
  await press('Save')
  await settle()
  await press('Save')
  await settle()
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('time off that is not saved yet outlives the page', async () => {
  server.isAway = true
  await draw(<TimeOffCard key="first" timeZone="UTC" />)
  await settle()
  await press('Add time off')
  await type(field('From'), '2026-12-24')
  await type(field('Reason'), 'Family')
  await press('Save')
  await settle()
  await draw(<TimeOffCard key="after a reload" timeZone="UTC" />)
  await settle()
  await press('Add time off')
  expect([field('From').value, field('Reason').value]).toEqual(['2026-12-24', 'Family'])
  server.isAway = false
  await press('Save')
  await settle()
  await press('Add time off')
  expect(field('From').value).toBe('')
})
