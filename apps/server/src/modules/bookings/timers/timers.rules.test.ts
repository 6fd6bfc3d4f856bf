import { bookingStatuses } from '@fettle/protocol/bookings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmedBooking, hoursFrom, now, requestedBooking } from '../../../../testing/fixtures/booking.fixture.ts'
import type { Booking } from '../booking.types.ts'
import { LOOK_AHEAD_MS, respondByOf } from '../creation/respond-by.rules.ts'
import { bookingTimers, timerKinds, timersOf } from '../booking.timers.ts'

const { due: dueTimer, markFired } = bookingTimers

const at = (minutes: number) => hoursFrom(now, minutes / 60)

describe('the time to answer a request', () => {
  /** Weekdays from eight to six, UTC. The test starts on a Monday. */
  const weekdays = Array.from({ length: 21 }, (_, day) => day)
    .filter((day) => day % 7 < 5)
    .map((day) => ({ startAt: hoursFrom(now, day * 24), endAt: hoursFrom(now, day * 24 + 10) }))

  it('is a day of working time: two working days and the rest of the third', () => {
    expect(respondByOf(now, hoursFrom(now, 400), weekdays, DAY_MS)).toEqual(hoursFrom(now, 2 * 24 + 4))
    const fridayEvening = hoursFrom(now, 4 * 24 + 10)
    expect(respondByOf(fridayEvening, hoursFrom(now, 500), weekdays, DAY_MS)).toEqual(hoursFrom(now, 9 * 24 + 4))
  })

  it('is a calendar day without working hours or with few', () => {
    expect(respondByOf(now, at(10 * 24 * 60), null, DAY_MS)).toEqual(at(24 * 60))
    expect(respondByOf(now, at(10 * 24 * 60), [], DAY_MS)).toEqual(at(24 * 60))
    expect(LOOK_AHEAD_MS).toBeGreaterThan(24 * 3_600_000)
  })

  it('is at least four working hours', () => {
    expect(respondByOf(now, hoursFrom(now, 400), weekdays, 3_600_000)).toEqual(hoursFrom(now, 4))
  })

  it('ends an hour before an earlier start, but lasts half an hour on the same day', () => {
    expect(respondByOf(now, at(5 * 60), null, DAY_MS)).toEqual(at(4 * 60))
    expect(respondByOf(now, at(80), null, DAY_MS)).toEqual(at(30))
  })

  it('never exceeds the start', () => {
    expect(respondByOf(now, at(20), null, DAY_MS)).toEqual(at(20))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.boolean(), (minutes, hasHours) => {
        const respondBy = respondByOf(now, at(minutes), hasHours ? weekdays : null, DAY_MS)
        expect(respondBy > now).toBe(true)
        expect(respondBy <= at(minutes)).toBe(true)
      }),
    )
  })
})

describe('the timers of a booking', () => {
  const kindsOf = (booking: Booking) => timersOf(booking).map(({ kind, dueAt }) => [kind, dueAt.toISOString()])

  it('of a request remind at half and nine tenths of the time, and expire it', () => {
    expect(kindsOf(requestedBooking)).toEqual([
      ['request-half', '2026-11-23T20:00:00.000Z'],
      ['request-last', '2026-11-24T05:36:00.000Z'],
      ['expire', '2026-11-24T08:00:00.000Z'],
    ])
  })

  it('of a job remind a day and two hours before, if it was confirmed earlier', () => {
    expect(kindsOf(confirmedBooking)).toEqual([
      ['reminder-24h', '2026-11-24T09:00:00.000Z'],
      ['reminder-2h', '2026-11-25T07:00:00.000Z'],
    ])
    expect(kindsOf({ ...confirmedBooking, confirmedAt: hoursFrom(confirmedBooking.startAt, -3) })).toHaveLength(1)
    expect(kindsOf({ ...confirmedBooking, confirmedAt: hoursFrom(confirmedBooking.startAt, -1) })).toEqual([])
  })

  it('ask about running work two hours after its end, and auto-confirm completed work', () => {
    expect(kindsOf({ ...confirmedBooking, status: 'IN_PROGRESS' })).toEqual([['stale', '2026-11-25T13:00:00.000Z']])
    const completedBooking: Booking = {
      ...confirmedBooking,
      status: 'AWAITING_CONFIRMATION',
      autoConfirmAt: hoursFrom(now, 72),
    }
    expect(kindsOf(completedBooking)).toEqual([['auto-confirm', '2026-11-26T08:00:00.000Z']])
  })

  it('are none for a final booking', () => {
    for (const status of ['DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW', 'COMPLETED', 'DISPUTED', 'PAUSED'] as const) {
      expect(kindsOf({ ...confirmedBooking, status })).toEqual([])
    }
  })

  it('fire once, when due and current, and never for a changed booking', () => {
    for (const status of bookingStatuses) {
      for (const kind of timerKinds) {
        const base: Booking = {
          ...requestedBooking,
          status,
          confirmedAt: hoursFrom(now, -1),
          autoConfirmAt: hoursFrom(now, 72),
        }
        const timer = timersOf(base).find((one) => one.kind === kind)
        if (!timer) {
          for (const hours of [0, 24, 48, 1000]) expect(dueTimer(base, kind, hoursFrom(now, hours))).toBeUndefined()
          continue
        }
        expect(dueTimer(base, kind, new Date(+timer.dueAt - 1))).toBeUndefined()
        expect(dueTimer(base, kind, timer.dueAt)).toEqual(timer)
        expect(dueTimer(markFired(base, timer), kind, timer.dueAt)).toBeUndefined()
        if (timer.until) expect(dueTimer(base, kind, timer.until)).toBeUndefined()
      }
    }
  })

  it('fire again at the new time of a rescheduled job', () => {
    const [first] = timersOf(confirmedBooking)
    if (!first) throw new Error('There is no timer')
    const moved: Booking = { ...markFired(confirmedBooking, first), startAt: hoursFrom(confirmedBooking.startAt, 48) }
    expect(dueTimer(moved, 'reminder-24h', first.dueAt)).toBeUndefined()
    expect(dueTimer(moved, 'reminder-24h', hoursFrom(first.dueAt, 48))).toBeDefined()
  })
})
