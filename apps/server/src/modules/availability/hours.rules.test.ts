import { intervalsAreApart, type Interval } from '@fettle/protocol/availability/availability'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, localDate, localTime, toInstant } from '../../platform/locale/zoned-time.ts'
import { hoursOn, isWorked, workedMinutes, workingHours, type WorkingHours } from './hours.rules.ts'

const everyDay = (timeZone: string, ...intervals: Interval[]): WorkingHours => ({
  timeZone,
  weekly: (['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const).map((day) => ({ day, intervals })),
  overrides: [],
})

const iso = (slots: { startAt: Date; endAt: Date }[]) =>
  slots.map(({ startAt, endAt }) => [startAt.toISOString().slice(0, 16), endAt.toISOString().slice(0, 16)])

/** The clock changes of each zone, and the length of those days. */
const changes = [
  { zone: 'Africa/Lagos', date: '2026-03-29', hours: 24 },
  { zone: 'Africa/Lagos', date: '2026-10-25', hours: 24 },
  { zone: 'Europe/Berlin', date: '2026-03-29', hours: 23 },
  { zone: 'Europe/Berlin', date: '2026-10-25', hours: 25 },
  { zone: 'America/New_York', date: '2026-03-08', hours: 23 },
  { zone: 'America/New_York', date: '2026-11-01', hours: 25 },
  { zone: 'Australia/Lord_Howe', date: '2026-04-05', hours: 24.5 },
  { zone: 'Australia/Lord_Howe', date: '2026-10-04', hours: 23.5 },
]

describe('working hours', () => {
  it.each(changes)('of the whole of $date in $zone are $hours', ({ zone, date, hours }) => {
    const whole = everyDay(zone, { from: '00:00', to: '24:00' })
    const [from, to] = [toInstant(date, '00:00', zone), toInstant(date, '24:00', zone)]
    expect(workedMinutes(whole, from, to)).toBe(hours * 60)
    expect(isWorked(whole, { startAt: from, endAt: to })).toBe(true)
  })

  it.each(changes)('from nine to five stay nine to five on $date in $zone', ({ zone, date }) => {
    const hours = everyDay(zone, { from: '09:00', to: '17:00' })
    const [day] = workingHours(hours, toInstant(date, '00:00', zone), toInstant(date, '24:00', zone))
    expect(day && [localTime(day.startAt, zone), localTime(day.endAt, zone)]).toEqual(['09:00', '17:00'])
    expect(day && +day.endAt - +day.startAt).toBe(8 * 3_600_000)
  })

  it('skipped by daylight saving are not worked, and repeated ones are worked twice', () => {
    const nights = everyDay('Europe/Berlin', { from: '02:00', to: '03:00' })
    const on = (date: string) =>
      workedMinutes(nights, toInstant(date, '00:00', 'Europe/Berlin'), toInstant(date, '24:00', 'Europe/Berlin'))
    expect([on('2026-03-29'), on('2026-10-25'), on('2026-10-26')]).toEqual([0, 120, 60])
  })

  it("of a date override its weekday's, open or closed", () => {
    const hours: WorkingHours = {
      ...everyDay('Africa/Lagos', { from: '08:00', to: '18:00' }),
      overrides: [
        { date: '2026-12-24', intervals: [{ from: '08:00', to: '12:00' }] },
        { date: '2026-12-25', closed: true, note: 'Christmas' },
      ],
    }
    expect(hoursOn(hours, '2026-12-24')).toEqual([{ from: '08:00', to: '12:00' }])
    expect(hoursOn(hours, '2026-12-25')).toEqual([])
    expect(hoursOn(hours, '2026-12-26')).toEqual([{ from: '08:00', to: '18:00' }])
  })

  it('continue where intervals meet, also over midnight', () => {
    const shifts = everyDay('Africa/Lagos', { from: '00:00', to: '06:00' }, { from: '22:00', to: '24:00' })
    const slots = workingHours(shifts, new Date('2026-03-02T12:00:00Z'), new Date('2026-03-03T12:00:00Z'))
    expect(iso(slots)).toEqual([['2026-03-02T21:00', '2026-03-03T05:00']])
  })

  it('contain exactly the slots within one interval', () => {
    const hours = everyDay('Africa/Lagos', { from: '08:00', to: '12:00' }, { from: '13:00', to: '17:00' })
    const at = (time: string) => toInstant('2026-03-03', time, 'Africa/Lagos')
    const worked = (from: string, to: string) => isWorked(hours, { startAt: at(from), endAt: at(to) })
    expect([worked('08:00', '12:00'), worked('13:00', '15:00')]).toEqual([true, true])
    expect([worked('07:59', '09:00'), worked('11:00', '14:00'), worked('16:30', '17:01')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the hours of a day', () => {
  it.each([
    [[{ from: '08:00', to: '12:00' }], true],
    [
      [
        { from: '13:00', to: '17:00' },
        { from: '08:00', to: '13:00' },
      ],
      true,
    ],
    [
      [
        { from: '08:00', to: '12:00' },
        { from: '11:59', to: '13:00' },
      ],
      false,
    ],
    [[{ from: '22:00', to: '06:00' }], false],
    [[{ from: '08:00', to: '08:00' }], false],
    [[{ from: '22:00', to: '24:00' }], true],
  ] as [Interval[], boolean][])('%j are stored as %s', (intervals, apart) => {
    expect(intervalsAreApart(intervals)).toBe(apart)
  })
})

describe('local time', () => {
  it('is the inverse of an instant, except for skipped times', () => {
    const zone = fc.constantFrom('Africa/Lagos', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
    const day = fc
      .integer({ min: 0, max: 730 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(zone, day, fc.integer({ min: 4, max: 23 }), (timeZone, date, hour) => {
        const time = `${String(hour).padStart(2, '0')}:30`
        const at = toInstant(date, time, timeZone)
        expect([localDate(at, timeZone), localTime(at, timeZone)]).toEqual([date, time])
      }),
    )
  })

  it('that is skipped is shifted forward, and that repeats is the first', () => {
    expect(toInstant('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(toInstant('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(toInstant('2026-10-04', '02:15', 'Australia/Lord_Howe').toISOString()).toBe('2026-10-03T15:45:00.000Z')
    expect(toInstant('2026-04-05', '01:45', 'Australia/Lord_Howe').toISOString()).toBe('2026-04-04T14:45:00.000Z')
  })

  it('of a missing day is that of the previous one', () => {
    expect(addMonths('2026-01-31', 1, 31)).toBe('2026-02-28')
    expect(addMonths('2026-01-31', 2, 31)).toBe('2026-03-31')
    expect(addMonths('2027-12-31', 2, 31)).toBe('2028-02-29')
  })
})
