import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { expect, it } from 'vitest'
import { entriesOf } from './calendar-entries.ts'

it('a booking in the calendar is moved if the server allows another time to be proposed', () => {
  const booking = { id: 'bkg_1', status: 'CONFIRMED', startAt: '2026-11-25T08:00:00Z', endAt: '2026-11-25T09:00:00Z' }
  const isMovable = (canMove: boolean) =>
    entriesOf({
      bookings: [{ ...booking, canMove }],
      occurrences: [],
      holds: [],
      timeOff: [],
      external: [],
    } as unknown as CalendarView)[0]?.movable
  expect([isMovable(true), isMovable(false)]).toEqual([true, false])
})
