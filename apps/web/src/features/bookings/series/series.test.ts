import type { BookingSeries, Occurrence, PreviewedOccurrence } from '@fettle/protocol/bookings/series'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import { seriesHistoryEntryOf } from './series-labels.ts'
import { outlookOf, visitsIn } from './model.ts'
import { daysOf, isCompleteSeries, repeatFormOf, timingOf, weekdayOf } from './repeat-model.ts'

const now = new Date('2026-11-24T09:00:00Z')
const visit = (index: number, overrides: Partial<Occurrence> = {}): Occurrence => ({
  index,
  startAt: new Date(now.getTime() + (index - 1) * 7 * 86_400_000 + 3_600_000).toISOString(),
  endAt: new Date(now.getTime() + (index - 1) * 7 * 86_400_000 + 7_200_000).toISOString(),
  status: 'BOOKED',
  detached: false,
  bookingId: null,
  ...overrides,
})
const series = (occurrences: Occurrence[]) => ({ occurrences }) as unknown as BookingSeries
const indexes = (visits: readonly Occurrence[]) => visits.map(({ index }) => index)

describe('the visits in scope of a change', () => {
  const all = series([visit(0), visit(1), visit(2, { detached: true }), visit(3, { status: 'SKIPPED' }), visit(4)])

  it('are one, this and following, or all upcoming', () => {
    expect(indexes(visitsIn(all, 'THIS', 1, now))).toEqual([1])
    expect(indexes(visitsIn(all, 'THIS_AND_FUTURE', 4, now))).toEqual([4])
    expect(indexes(visitsIn(all, 'ALL', 4, now))).toEqual([1, 4])
    expect(indexes(visitsIn(all, 'ALL', undefined, now))).toEqual([1, 4])
  })

  it('exclude past, rescheduled and skipped ones', () => {
    for (const index of [0, 2, 3]) expect(visitsIn(all, 'THIS', index, now)).toEqual([])
  })
})

describe('the preview of a series', () => {
  const slot = { startAt: now.toISOString(), endAt: now.toISOString() }
  const seen = (status: PreviewedOccurrence['status'], suggestion: PreviewedOccurrence['suggestion'] = null) => ({
    ...slot,
    index: 0,
    status,
    suggestion,
  })
  const visits = [seen('FREE'), seen('OFF_HOURS'), seen('CONFLICT', slot), seen('CONFLICT')]

  it('contains free visits, and moved ones where requested', () => {
    expect(outlookOf(visits, { conflictPolicy: 'MOVE_TO_SUGGESTION' })).toEqual({
      coming: 3,
      moved: 1,
      leftOut: 1,
      offHours: 1,
    })
    for (const conflictPolicy of ['SKIP', 'FAIL'] as const) {
      expect(outlookOf(visits, { conflictPolicy })).toMatchObject({ coming: 2, moved: 0, leftOut: 2 })
    }
  })
})

describe('the history of a series', () => {
  const entry = (event: string, type: 'PROVIDER' | 'CUSTOMER') =>
    ({ event, actor: { type, id: 'x', name: 'Chidi' }, data: { occurrences: [1, 2] } }) as unknown as TimelineEntry

  it('says who changed it and how many visits', () => {
    expect(seriesHistoryEntryOf(entry('series.changed', 'PROVIDER'))).toEqual({
      title: 'You changed the series',
      detail: '2 visits',
    })
  })

  it('counts the visits that were booked apart from those that were skipped', () => {
    const booked = (bookingIds: string[]) => {
      const { data, ...due } = entry('series.materialised', 'PROVIDER')
      return seriesHistoryEntryOf({ ...due, data: { ...data, bookingIds } })
    }
    expect(booked(['bkg_1'])).toEqual({ title: 'Visits booked', detail: '1 visit' })
    expect(booked([])).toEqual({ title: 'Skipped', detail: '2 visits' })
  })
})

describe('the form of a series', () => {
  const form = repeatFormOf({ day: '2026-11-27', time: '07:00', minutes: 30 }, '2026-11-24')

  it('starts a week later on the same weekday', () => {
    expect(form).toMatchObject({ startsOn: '2026-12-04', freq: 'WEEKLY', count: 4 })
    expect(timingOf(form, 'Africa/Lagos')).toEqual({
      rule: { freq: 'WEEKLY', interval: 1, byDay: ['FRI'], count: 4 },
      startsOn: '2026-12-04',
      localStart: '07:00',
      durationMinutes: 30,
      timeZone: 'Africa/Lagos',
    })
  })

  it("keeps weekdays in order, including the first visit's", () => {
    expect(weekdayOf('2026-11-29')).toBe('SUN')
    expect(daysOf({ ...form, days: ['SAT', 'MON'] })).toEqual(['MON', 'FRI', 'SAT'])
  })

  it('sends weekdays for weekly series only, and a count or end date', () => {
    const { rule } = timingOf({ ...form, freq: 'MONTHLY', ends: 'until', until: '2027-06-30' }, 'Africa/Lagos')
    expect(rule).toEqual({ freq: 'MONTHLY', interval: 1, until: '2027-06-30' })
  })

  it('is complete with first day, time and a later end', () => {
    expect(isCompleteSeries(form)).toBe(true)
    expect(isCompleteSeries({ ...form, time: '' })).toBe(false)
    expect(isCompleteSeries({ ...form, startsOn: '' })).toBe(false)
    expect(isCompleteSeries({ ...form, ends: 'until', until: form.startsOn })).toBe(false)
  })
})
