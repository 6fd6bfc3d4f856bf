import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { textIn } from '../../platform/locale/messages.ts'
import { addMinutes, localDate } from '../../platform/locale/zoned-time.ts'
import {
  findConflicts,
  freeSlots,
  assertBookable,
  suggestSlots,
  travelMinutes,
  warningsOf,
  type ProviderSchedule,
  type ScheduleEntry,
} from './schedule.rules.ts'
import { isWorked } from './hours.rules.ts'
import { defaultAvailability, type AvailabilityRecord } from './availability-settings.ts'

const now = new Date('2026-03-02T11:00:00.000Z')
const at = (minutes: number) => addMinutes(now, minutes)
const slot = (from: number, to: number) => ({ startAt: at(from), endAt: at(to) })

const week = (['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({
  day,
  intervals: [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '18:00' },
  ],
}))
const settings: AvailabilityRecord = { ...defaultAvailability('Africa/Lagos'), weekly: week, isSet: true }
const bare: AvailabilityRecord = { ...settings, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }

const entry = (from: number, to: number, change: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  kind: 'BOOKING',
  id: `bkg_${from}`,
  reference: 'BK-2026-000123',
  title: 'Blocked drain',
  customerName: 'Ngozi Eze',
  bookingId: `bkg_${from}`,
  timeZone: 'Africa/Lagos',
  location: null,
  lateEndAt: null,
  ...slot(from, to),
  ...change,
})
const schedule = (entries: ScheduleEntry[], change: Partial<AvailabilityRecord> = {}): ProviderSchedule => ({
  settings: { ...settings, ...change },
  entries,
  holidayOn: (day) => (day === '2026-10-01' ? { code: 'holiday.independence-day' } : undefined),
})

function refusal(act: () => unknown): AppError {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was not refused')
}

describe('a conflict', () => {
  it('is half-open, with both buffers between two jobs', () => {
    const inTheWay = (from: number, of: AvailabilityRecord) =>
      findConflicts(slot(from, from + 60), { settings: of, entries: [entry(0, 60)] }).length
    expect([inTheWay(60, bare), inTheWay(59, bare), inTheWay(-60, bare)]).toEqual([0, 1, 0])
    const buffers = { ...settings, bufferBeforeMinutes: 10, bufferAfterMinutes: 20 }
    expect([inTheWay(90, buffers), inTheWay(89, buffers), inTheWay(-90, buffers), inTheWay(-89, buffers)]).toEqual([
      0, 1, 0, 1,
    ])
  })

  it("with time off or another calendar needs the job's own buffer only", () => {
    for (const kind of ['TIME_OFF', 'EXTERNAL'] as const) {
      const inTheWay = (from: number) =>
        findConflicts(slot(from, from + 60), { settings, entries: [entry(0, 60, { kind })] }).length
      expect([inTheWay(75), inTheWay(74)]).toEqual([0, 1])
    }
  })
})

describe('claiming a slot', () => {
  const verdict = (conflicts: ScheduleEntry[], warnings: { code: 'DAILY_MAX'; message: string }[] = []) => ({
    conflicts,
    warnings: warnings.map((warning) => ({ ...warning, bookingId: null })),
  })

  it('is refused with the conflicts and free alternatives', () => {
    const error = refusal(() =>
      assertBookable(verdict([entry(60, 120)]), { role: 'PROVIDER', suggestions: [slot(200, 260)] }),
    )
    expect(error).toMatchObject({
      code: 'SLOT_CONFLICT',
      message: 'This overlaps Blocked drain, Ngozi Eze (Mon 2 Mar, 13:00–14:00).',
      details: {
        conflicts: [{ kind: 'BOOKING', reference: 'BK-2026-000123', startAt: '2026-03-02T12:00:00.000Z' }],
        suggestions: [{ startAt: '2026-03-02T14:20:00.000Z', endAt: '2026-03-02T15:20:00.000Z' }],
      },
    })
  })

  it('tells a customer that there is a conflict, without details', () => {
    const error = refusal(() =>
      assertBookable(verdict([entry(60, 120)]), { role: 'CUSTOMER', consent: { allowOverlap: true } }),
    )
    expect(error.message).toBe('This overlaps another appointment (Mon 2 Mar, 13:00–14:00).')
    expect(JSON.stringify(error.details)).not.toContain('BK-2026-000123')
  })

  it("names time off and events of other calendars, which may have no title, in the reader's language", () => {
    const inTheWay = (kind: 'TIME_OFF' | 'EXTERNAL', title: string) => {
      const conflict = entry(60, 120, { kind, title, reference: '', customerName: null })
      const error = refusal(() => assertBookable(verdict([conflict]), { role: 'PROVIDER' }))
      return [error.message, textIn('fr', error.text).replace(/\(.*/, '')]
    }
    expect([inTheWay('EXTERNAL', 'Choir'), inTheWay('EXTERNAL', ''), inTheWay('TIME_OFF', '')]).toEqual([
      ['This overlaps Choir (Mon 2 Mar, 13:00–14:00).', expect.stringContaining('Choir')],
      [
        'This overlaps an event in your calendar (Mon 2 Mar, 13:00–14:00).',
        expect.stringContaining('un événement de votre agenda'),
      ],
      ['This overlaps your time off (Mon 2 Mar, 13:00–14:00).', expect.stringContaining('vos congés')],
    ])
  })

  it('may overlap for a provider with a reason, except over time off', () => {
    const why = { allowOverlap: true, overlapReason: 'My apprentice goes' }
    expect(assertBookable(verdict([entry(0, 60)]), { role: 'PROVIDER', consent: why })).toBe('My apprentice goes')
    expect(assertBookable(verdict([entry(0, 60, { kind: 'EXTERNAL' })]), { role: 'PROVIDER', consent: why })).toBe(
      'My apprentice goes',
    )
    expect(
      refusal(() => assertBookable(verdict([entry(0, 60)]), { role: 'PROVIDER', consent: { allowOverlap: true } }))
        .issues,
    ).toEqual([expect.objectContaining({ field: 'overlapReason', code: 'REQUIRED' })])
    const off = verdict([entry(0, 60, { kind: 'TIME_OFF' })])
    expect(refusal(() => assertBookable(off, { role: 'PROVIDER', consent: why })).code).toBe('SLOT_CONFLICT')
    expect(refusal(() => assertBookable(verdict([entry(0, 60)]), { role: 'CUSTOMER', consent: why })).code).toBe(
      'SLOT_CONFLICT',
    )
    // A customer may accept an overlap the provider proposed with a reason.
    expect(assertBookable(verdict([entry(0, 60)]), { role: 'CUSTOMER', agreedReason: 'My apprentice goes' })).toBe(
      'My apprentice goes',
    )
    expect(assertBookable(verdict([]), { role: 'PROVIDER', consent: why, agreedReason: 'an old reason' })).toBeNull()
  })

  it('needs each warning to be confirmed by the provider', () => {
    const full = verdict([], [{ code: 'DAILY_MAX', message: 'You already have 3 bookings on this day.' }])
    expect(refusal(() => assertBookable(full, { role: 'PROVIDER' }))).toMatchObject({
      code: 'ACKNOWLEDGE_REQUIRED',
      status: 409,
      details: { warnings: [{ code: 'DAILY_MAX' }] },
    })
    expect(assertBookable(full, { role: 'PROVIDER', consent: { acknowledge: ['DAILY_MAX'] } })).toBeNull()
    expect(assertBookable(full, { role: 'CUSTOMER' })).toBeNull()
  })

  it('that overlaps and has warnings needs both, the overlap first', () => {
    const twoWarnings = verdict(
      [entry(0, 60)],
      [{ code: 'DAILY_MAX', message: 'You already have 3 bookings on this day.' }],
    )
    const why = { allowOverlap: true, overlapReason: 'My apprentice goes' }
    const acknowledge = ['DAILY_MAX' as const]
    expect(refusal(() => assertBookable(twoWarnings, { role: 'PROVIDER', consent: { acknowledge } })).code).toBe(
      'SLOT_CONFLICT',
    )
    expect(refusal(() => assertBookable(twoWarnings, { role: 'PROVIDER', consent: why })).code).toBe(
      'ACKNOWLEDGE_REQUIRED',
    )
    expect(assertBookable(twoWarnings, { role: 'PROVIDER', consent: { ...why, acknowledge } })).toBe(
      'My apprentice goes',
    )
  })
})

describe('a schedule warning', () => {
  const codes = (candidate: Parameters<typeof warningsOf>[0], of: ProviderSchedule) =>
    warningsOf(candidate, of, now).map(({ code }) => code)
  const home = { lat: 6.5, lng: 3.35 }
  const far = { lat: 6.6, lng: 3.5 }

  it('is given for each violated preference only', () => {
    // Tuesday, 9:00 to 10:00 in Lagos.
    const tuesday = { ...slot(21 * 60, 22 * 60), location: home }
    expect(codes(tuesday, schedule([]))).toEqual([])
    expect(codes(slot(18 * 60, 19 * 60), schedule([]))).toEqual(['OUTSIDE_WORKING_HOURS'])
    expect(codes(slot(60, 120), schedule([]))).toEqual(['SHORT_NOTICE'])
    expect(codes(tuesday, schedule([entry(25 * 60, 26 * 60)], { maxBookingsPerDay: 1 }))).toEqual(['DAILY_MAX'])
    expect(codes(tuesday, schedule([entry(1, 60)], { maxBookingsPerDay: 1 }))).toEqual([])
    expect(codes({ ...tuesday, location: far }, schedule([], { base: home, serviceRadiusKm: 10 }))).toEqual([
      'OUT_OF_RADIUS',
    ])
    expect(codes({ ...tuesday, location: far }, schedule([], { base: home, serviceRadiusKm: 30 }))).toEqual([])
    const holiday = { startAt: new Date('2026-10-01T09:00:00Z'), endAt: new Date('2026-10-01T10:00:00Z') }
    expect(codes(holiday, schedule([]))).toEqual(['HOLIDAY'])
  })

  it('reports insufficient travel time', () => {
    const tuesday = { ...slot(21 * 60, 22 * 60), location: home }
    expect(Math.round(travelMinutes(home, far))).toBe(53)
    const after = (gap: number) => schedule([entry(22 * 60 + gap, 24 * 60, { location: far })])
    expect([codes(tuesday, after(52)), codes(tuesday, after(54))]).toEqual([['TRAVEL_TOO_TIGHT'], []])
    const before = schedule([entry(20 * 60, 21 * 60 - 30, { location: far })])
    expect(codes(tuesday, before)).toEqual(['TRAVEL_TOO_TIGHT'])
  })

  it('names the job before that runs late, and only the one that runs into the slot', () => {
    const tuesday = slot(21 * 60, 22 * 60)
    const lateBy = (minutes: number) => entry(19 * 60, 20 * 60, { lateEndAt: slot(0, 20 * 60 + minutes).endAt })
    expect(codes(tuesday, schedule([lateBy(60)]))).toEqual([])
    expect(warningsOf(tuesday, schedule([lateBy(61)]), now)).toMatchObject([
      { code: 'PREVIOUS_JOB_RUNS_LATE', bookingId: lateBy(61).bookingId },
    ])
  })

  it('is not given without a preference', () => {
    expect(codes(slot(18 * 60, 19 * 60), { ...schedule([]), settings: defaultAvailability('Africa/Lagos') })).toEqual(
      [],
    )
  })
})

const someEntry = fc
  .record({
    from: fc.integer({ min: -600, max: 12_000 }),
    length: fc.integer({ min: 15, max: 600 }),
    kind: fc.constantFrom<ScheduleEntry['kind']>('BOOKING', 'TIME_OFF', 'EXTERNAL', 'PROPOSAL', 'REQUEST', 'SERIES'),
  })
  .map(({ from, length, kind }) => entry(from, from + length, { kind }))
const someSettings = fc.record({
  bufferBeforeMinutes: fc.integer({ min: 0, max: 60 }),
  bufferAfterMinutes: fc.integer({ min: 0, max: 60 }),
  minNoticeMinutes: fc.integer({ min: 0, max: 600 }),
  slotIntervalMinutes: fc.constantFrom<15 | 30 | 60>(15, 30, 60),
  maxBookingsPerDay: fc.option(fc.integer({ min: 1, max: 4 })),
  timeZone: fc.constantFrom('Africa/Lagos', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
})

describe('free slots', () => {
  const query = { from: now, to: at(7 * 1440), durationMinutes: 60, now, limit: Infinity }

  it('are exactly those within working hours, free, far enough ahead and within daily limits', () => {
    fc.assert(
      fc.property(fc.array(someEntry, { maxLength: 30 }), someSettings, (entries, change) => {
        const generated = schedule(entries, change)
        const found = freeSlots(generated, query)
        for (const free of found) {
          expect(findConflicts(free, generated)).toEqual([])
          expect(isWorked(generated.settings, free)).toBe(true)
          expect(+free.startAt).toBeGreaterThanOrEqual(+addMinutes(now, change.minNoticeMinutes))
          const day = localDate(free.startAt, change.timeZone)
          const booked = entries.filter(
            ({ kind, startAt }) => kind === 'BOOKING' && localDate(startAt, change.timeZone) === day,
          )
          expect(booked.length).toBeLessThan(change.maxBookingsPerDay ?? Infinity)
        }
        // None is missing: without conflicts, every absent slot has a reason.
        const all = freeSlots(schedule([], { ...change, maxBookingsPerDay: null }), query)
        const starts = new Set(found.map(({ startAt }) => +startAt))
        for (const candidate of all) {
          if (starts.has(+candidate.startAt)) continue
          const day = localDate(candidate.startAt, change.timeZone)
          const isFull =
            entries.filter(({ kind, startAt }) => kind === 'BOOKING' && localDate(startAt, change.timeZone) === day)
              .length >= (change.maxBookingsPerDay ?? Infinity)
          expect(isFull || findConflicts(candidate, generated).length > 0).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('start on the grid of working hours and after breaks', () => {
    const [first] = freeSlots(schedule([]), { ...query, from: at(20 * 60 + 1) })
    expect(first?.startAt.toISOString()).toBe('2026-03-03T07:30:00.000Z')
    const [later] = freeSlots(schedule([], { pausedUntil: new Date('2026-03-05T00:00:00Z') }), query)
    expect(later?.startAt.toISOString()).toBe('2026-03-05T07:00:00.000Z')
    expect(freeSlots(schedule([], { maxHorizonDays: 1 }), { ...query, from: at(2 * 1440) })).toEqual([])
  })
})

describe('suggested slots', () => {
  it('are at most three, free, not overlapping and nearest to the requested time', () => {
    const taken = schedule([entry(21 * 60, 22 * 60)])
    const found = suggestSlots(taken, slot(21 * 60, 22 * 60), now)
    expect(found.map(({ startAt }) => startAt.toISOString().slice(5, 16))).toEqual([
      '03-03T09:30',
      '03-03T12:00',
      '03-03T13:00',
    ])
    for (const free of found) expect(findConflicts(free, taken)).toEqual([])
  })

  it('use default days without working hours', () => {
    expect(
      suggestSlots({ ...schedule([]), settings: defaultAvailability('Africa/Lagos') }, slot(21 * 60, 22 * 60), now),
    ).toHaveLength(3)
  })
})
