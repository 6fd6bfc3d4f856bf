import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { act, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { openMenus, press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { BookingActions } from '../detail/booking-actions.tsx'
import { SeriesSheet } from './series-sheet.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const server = { getSeries: (): unknown => undefined }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    const visits = { occurrences: [], keptOccurrences: [] }
    return name === 'series.get' ? server.getSeries() : { ...visits, series: visits, changed: visits }
  },
})

const { draw, leave, button, field, text } = setUpScreen()
const after = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const now = new Date('2026-11-25T12:00:00Z')
const seriesWith = (allowedActions: BookingSeries['allowedActions']) =>
  ({
    id: 'ser_1',
    title: 'Clean the gutters',
    durationMinutes: 60,
    timeZone: 'Africa/Lagos',
    occurrences: [],
    allowedActions,
  }) as unknown as BookingSeries

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => void vi.useRealTimers())

it.each([['edit', 'cancel'], []] as const)(
  'is offered for a visit only while the series can be edited: %s',
  async (...allowed) => {
    server.getSeries = () => seriesWith([...allowed])
    const props = {
      booking: bookingFixture({ status: 'CONFIRMED', seriesId: 'ser_1', allowedActions: [] }),
      now,
      answer: { isPending: false },
      offline: {},
      placement: 'bar',
    } as unknown as ComponentProps<typeof BookingActions>
    await draw(<BookingActions {...props} />)
    await after(100)
    await openMenus()
    expect(text().includes('Edit series')).toBe(allowed.length > 0)
  },
)

it('says that the series could not be loaded, and tries again', async () => {
  server.getSeries = () => {
    throw new Error('Away')
  }
  await draw(<SeriesSheet seriesId="ser_1" now={now} onClose={vi.fn()} />)
  // After repeating the request by itself.
  await after(10_000)
  server.getSeries = () => seriesWith(['edit', 'cancel'])
  await press(button('Try again'))
  await after(100)
  expect(text()).toContain('New start')
})

it('offers no reason to cancel that needs a photo of each visit', async () => {
  server.getSeries = () => seriesWith(['edit', 'cancel'])
  await draw(<SeriesSheet seriesId="ser_1" now={now} onClose={vi.fn()} />)
  await after(100)
  await press(document.querySelector<HTMLInputElement>('input[value="cancel"]') as HTMLInputElement)
  const reasons = [...document.querySelectorAll('option')].map(({ value }) => value)
  expect(reasons).toContain('PROVIDER_UNAVAILABLE')
  expect(reasons).not.toContain('UNSAFE_SITE')
})

it('what is written survives the end of the session, until the visits are changed', async () => {
  server.getSeries = () => seriesWith(['edit', 'cancel'])
  const open = async () => {
    await leave()
    await draw(<SeriesSheet seriesId="ser_1" now={now} onClose={vi.fn()} />)
    await after(100)
  }
  await open()
  await press(document.querySelector<HTMLInputElement>('input[value="cancel"]') as HTMLInputElement)
  await type(field('Note'), 'Moving abroad in May.')
  await press(document.querySelector<HTMLInputElement>('input[value="edit"]') as HTMLInputElement)
  await type(field('New title'), 'Clean the roof')
  await open()
  expect(field('New title').value).toBe('Clean the roof')
  await press(button('Change visits'))
  await after(100)
  await open()
  expect(field('New title').value).toBe('')
})
