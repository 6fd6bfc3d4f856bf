import type { CalendarBooking, CalendarView } from '@fettle/protocol/availability/calendar'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { settle, setUpScreen } from '../../../testing/screen.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import * as useOfflineActionsModule from '../offline/use-offline-actions.ts'
import { sendPendingActions, withUndo } from '../../../ui/feedback/undo.ts'
import { Calendar } from './calendar.tsx'
import { heightOf } from './calendar-block.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const call = vi.fn<(operation: { name: string }, input: object) => Promise<unknown>>()
replaceExports(apiModule, { call })
replaceExports(profileModule, { useProfile: () => ({ country: 'NG' }) })
replaceExports(useOfflineActionsModule, { useOfflineActions: () => ({ run: vi.fn() }) })

const { draw, text } = setUpScreen({ queries: { retry: false } })
const booking = bookingFixture({ status: 'CONFIRMED', timeZone: 'Europe/London', allowedActions: ['reschedule'] })
const listParams = {
  view: 'day',
  day: '2026-11-25',
  href: (id: string) => `/bookings/${id}`,
  viewHref: () => '/bookings',
  chooseDay: vi.fn(),
} as unknown as ListSearchParams

const free = { conflicts: [], warnings: [], suggestions: [] }

/** Answers the calendar with hours in a time zone, and the check of a time. */
function answerIn(timeZone: string, checked: object = free, days: CalendarView['days'] = []) {
  const { id, title, status, startAt, endAt } = booking
  const shown = {
    id,
    title,
    status,
    startAt,
    endAt,
    customerName: 'Chidi',
    customerAvatar: null,
    canAccept: false,
    canMove: true,
  }
  const view = {
    timeZone,
    base: null,
    bookings: [{ ...shown, travelMinutes: null, isTight: false } as CalendarBooking],
    occurrences: [],
    holds: [],
    timeOff: [],
    external: [],
    days,
    unscheduled: [],
  } satisfies CalendarView
  call.mockImplementation(async ({ name }) => {
    if (name === 'calendar.get') return view
    return name === 'bookings.get' ? booking : checked
  })
}
/** Values of a query field that an operation was asked with, in order. */
const requestedValues = (operation: string, field: string) =>
  call.mock.calls
    .filter(([{ name }]) => name === operation)
    .map(([, input]) => (input as { query: Record<string, unknown> }).query[field])

beforeEach(() => {
  call.mockReset()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})
afterEach(() => void vi.useRealTimers())

it('proposes the time a job is moved to, also if its site has another time zone than the calendar', async () => {
  answerIn('Africa/Lagos')
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const block = document.querySelector<HTMLElement>(`a[href="/bookings/${booking.id}"]`)
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    await act(async () => block?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await settle()
  // An hour later than nine in London, which is ten in Lagos.
  expect(requestedValues('availability.check', 'startAt')).toEqual(['2026-11-25T10:00:00.000Z'])
})

it('keeps the time a job is moved to when it is taken, beside those that are free', async () => {
  const other = { startAt: '2026-11-25T10:30:00.000Z', endAt: '2026-11-25T11:30:00.000Z' }
  const conflict = { kind: 'BOOKING', id: 'bkg_2', title: 'Fit a water meter', customerName: 'Chidi', ...other }
  const suggestion = { startAt: '2026-11-25T06:00:00.000Z', endAt: '2026-11-25T08:00:00.000Z' }
  answerIn('Africa/Lagos', { conflicts: [conflict], warnings: [], suggestions: [suggestion] })
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const block = document.querySelector<HTMLElement>(`a[href="/bookings/${booking.id}"]`)
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    await act(async () => block?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await settle()
  await settle()
  expect(requestedValues('availability.check', 'startAt')).toEqual(['2026-11-25T10:00:00.000Z'])
})

it('shows the answer to a request while it can still be undone', async () => {
  answerIn('Africa/Lagos')
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const block = () => document.querySelector(`a[href="/bookings/${booking.id}"]`)?.textContent
  expect(block()).toContain('Confirmed')
  const answer = { subject: booking.id, shown: 'DECLINED', title: 'Request declined', failed: 'Not declined' }
  await act(async () => void withUndo(answer, async () => undefined))
  expect(block()).toContain('Declined')
  await act(async () => sendPendingActions())
})

it('shades a day that is closed', async () => {
  answerIn('Africa/Lagos', free, [{ date: '2026-11-25', loadMinutes: 0, workingMinutes: 0, hours: [] }])
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const shaded = [...document.querySelectorAll<HTMLElement>('[data-closed]')]
  expect(shaded.map(({ style }) => style.top)).toEqual(['0px'])
  expect(document.body.textContent).toContain('Closed')
})

it('shows whole days of the hours, also if their time zone is not that of this browser', async () => {
  const timeZone = ownTimeZone() === 'Pacific/Kiritimati' ? 'Pacific/Niue' : 'Pacific/Kiritimati'
  answerIn(timeZone)
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const midnight = timeZone === 'Pacific/Kiritimati' ? '2026-11-24T10:00:00.000Z' : '2026-11-25T11:00:00.000Z'
  expect(requestedValues('calendar.get', 'from').at(-1)).toBe(midnight)
})

it('scrolls to the first opening hour of the day that was turned to, once its hours are known', async () => {
  const dayFrom = (date: string, startAt: string) => [
    { date, loadMinutes: 0, workingMinutes: 60, hours: [{ startAt, endAt: `${date}T15:00:00Z` }] },
  ]
  const top = () => document.querySelector('[aria-label=Hours]')?.scrollTop ?? 0
  answerIn('Africa/Lagos', free, dayFrom('2026-11-24', '2026-11-24T08:00:00Z'))
  await draw(<Calendar listParams={{ ...listParams, day: '2026-11-24' }} />)
  await settle()
  const before = top()
  answerIn('Africa/Lagos', free, dayFrom('2026-11-25', '2026-11-25T04:00:00Z'))
  await draw(<Calendar listParams={listParams} />)
  await settle()
  // Four hours earlier on the clock.
  expect(before - top()).toBe(heightOf(240))
})

it('says when the job that was moved cannot be loaded', async () => {
  answerIn('Africa/Lagos')
  const answer = call.getMockImplementation()
  call.mockImplementation(async (operation, input) => {
    if (operation.name === 'bookings.get') throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Gone' })
    return answer?.(operation, input)
  })
  await draw(<Calendar listParams={listParams} />)
  await settle()
  const block = document.querySelector<HTMLElement>(`a[href="/bookings/${booking.id}"]`)
  for (const key of ['m', 'ArrowDown', 'Enter'])
    await act(async () => block?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await settle()
  expect(document.querySelector('dialog')?.textContent).toContain('Try again')
})

it.each(['week', 'map'] as const)('does not call days empty that are still loading: %s', async (view) => {
  answerIn('Africa/Lagos')
  await draw(<Calendar listParams={{ ...listParams, view }} />)
  await settle()
  call.mockReturnValue(new Promise(() => undefined))
  await draw(<Calendar listParams={{ ...listParams, view, day: '2026-12-09' }} />)
  await settle()
  expect(text()).toContain('December')
  expect(text()).not.toContain('Nothing planned')
  expect(text()).not.toContain('No jobs on this day')
})

it('shows today when the address names a day that does not exist', async () => {
  answerIn(ownTimeZone())
  await draw(<Calendar listParams={{ ...listParams, day: '2026-13-45' }} />)
  await settle()
  expect(text()).toContain(String(new Date().getFullYear()))
})
