import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Weekday } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import type { RecurrenceRule } from '@fettle/protocol/bookings/series'
import { localDate, localTime, weekdayOf } from '../../platform/locale/zoned-time.ts'
import { datesOf, visitsOf, type SeriesTiming } from './recurrence.rules.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
const timing = (change: Partial<SeriesTiming> & { rule: RecurrenceRule }): SeriesTiming => ({
  startsOn: '2026-03-22',
  localStart: '09:00',
  durationMinutes: 120,
  timeZone: 'Africa/Lagos',
  ...change,
})
const weekly = (count: number, byDay: Weekday[] = [], interval = 1): RecurrenceRule => ({
  freq: 'WEEKLY',
  interval,
  byDay,
  count,
})

describe('the dates of a recurrence rule', () => {
  it('repeat by days, weekdays or months', () => {
    expect(datesOf({ rule: { freq: 'DAILY', interval: 3, byDay: [], count: 3 }, startsOn: '2026-02-27' })).toEqual([
      '2026-02-27',
      '2026-03-02',
      '2026-03-05',
    ])
    // Starting on a Wednesday: the Monday of that week is in the past.
    expect(datesOf({ rule: weekly(4, ['FRI', 'MON'], 2), startsOn: '2026-03-04' })).toEqual([
      '2026-03-06',
      '2026-03-16',
      '2026-03-20',
      '2026-03-30',
    ])
    expect(
      datesOf({ rule: { freq: 'MONTHLY', interval: 1, byDay: [], until: '2026-06-01' }, startsOn: '2026-01-31' }),
    ).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  it('are as many as requested, in order, on the requested days', () => {
    const rule = fc.record({
      freq: fc.constantFrom<RecurrenceRule['freq']>('DAILY', 'WEEKLY', 'MONTHLY'),
      interval: fc.integer({ min: 1, max: 12 }),
      count: fc.integer({ min: 2, max: 52 }),
      days: fc.subarray([...weekdays], { minLength: 1 }),
    })
    const start = fc
      .integer({ min: 0, max: 1000 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(rule, start, ({ days, ...generated }, startsOn) => {
        const byDay = generated.freq === 'WEEKLY' ? days : []
        const dates = datesOf({ rule: { ...generated, byDay }, startsOn })
        expect(dates.length).toBeLessThanOrEqual(generated.count)
        expect(dates).toEqual([...new Set(dates)].sort())
        for (const date of dates) {
          expect(date >= startsOn).toBe(true)
          const day = weekdays[weekdayOf(date)]
          if (generated.freq === 'WEEKLY') expect(byDay).toContain(day)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a visit of a series', () => {
  it.each([
    ['Africa/Lagos', '2026-03-22', ['08:00', '08:00', '08:00']],
    ['Europe/Berlin', '2026-03-22', ['08:00', '07:00', '07:00']],
    ['Europe/Berlin', '2026-10-18', ['07:00', '08:00', '08:00']],
    ['America/New_York', '2026-03-01', ['14:00', '13:00', '13:00']],
    ['America/New_York', '2026-10-25', ['13:00', '14:00', '14:00']],
    ['Australia/Lord_Howe', '2026-03-29', ['22:00', '22:30', '22:30']],
    ['Australia/Lord_Howe', '2026-09-27', ['22:30', '22:00', '22:00']],
  ])('stays at nine in local time in %s from %s on', (timeZone, startsOn, inUtc) => {
    const visits = visitsOf(timing({ rule: weekly(3), timeZone, startsOn }), now)
    expect(visits.map(({ startAt }) => startAt.toISOString().slice(11, 16))).toEqual(inUtc)
    for (const { date, startAt, endAt } of visits) {
      expect([localDate(startAt, timeZone), localTime(startAt, timeZone)]).toEqual([date, '09:00'])
      expect(+endAt - +startAt).toBe(2 * 3_600_000)
    }
  })
})

describe('the limits of a series', () => {
  const refused = (seriesTiming: SeriesTiming) => {
    try {
      visitsOf(seriesTiming, now)
    } catch (error) {
      return (error as { issues: { field: string }[] }).issues.map(({ field }) => field)
    }
    return []
  }

  it('are a year by date, five by count, and at least two visits, none in the past', () => {
    const until = (date: string) => timing({ rule: { freq: 'WEEKLY', interval: 1, byDay: [], until: date } })
    expect(refused(until('2027-03-22'))).toEqual([])
    expect(refused(until('2027-03-23'))).toEqual(['until'])
    expect(refused(until('2026-03-28'))).toEqual(['until'])
    expect(refused(timing({ rule: { freq: 'MONTHLY', interval: 12, byDay: [], count: 7 } }))).toEqual(['count'])
    expect(refused(timing({ rule: weekly(2), startsOn: '2025-12-31' }))).toEqual(['startsOn'])
  })
})
