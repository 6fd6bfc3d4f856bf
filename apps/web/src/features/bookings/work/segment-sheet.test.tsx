import type { WorkSegment } from '@fettle/protocol/bookings/work-log'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { plainDateFields } from '../../../testing/plain-date-fields.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { SegmentSheet } from './segment-sheet.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const call = vi.fn(async (_operation: unknown, _input: { body: unknown }) => ({}))
replaceExports(apiModule, { call })
replaceExports(dateFieldModule, plainDateFields)

const { draw, field, button } = setUpScreen()

beforeEach(() => sessionStorage.clear())

it('leaves a time that was not changed as it is, to the second', async () => {
  // Started with the end of the travel, within the minute.
  const segment: WorkSegment = {
    id: 'wrk_1',
    kind: 'WORK',
    startedAt: '2026-11-25T10:00:45.000Z',
    endedAt: '2026-11-25T10:00:55.000Z',
    minutes: 0,
    editedReason: null,
  }
  const now = new Date('2026-11-25T12:00:00Z')
  await draw(<SegmentSheet booking={bookingFixture()} now={now} segment={segment} onClose={vi.fn()} />)
  await type(field('Why'), 'It was a break')
  await press(button('Save'))
  expect(call.mock.calls[0]?.[1].body).toEqual({ kind: 'WORK', reason: 'It was a break' })
})

it('keeps the day and times until they are saved, whatever ends the session', async () => {
  const open = (time: string) =>
    draw(<SegmentSheet key={time} booking={bookingFixture()} now={new Date(`2026-11-25T${time}Z`)} onClose={vi.fn()} />)
  await open('12:00:00')
  const until = field('Until').value
  await type(field('From'), '08:30')
  await open('15:00:00')
  expect([field('From').value, field('Until').value]).toEqual(['08:30', until])
})
