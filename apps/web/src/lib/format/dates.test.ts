import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clockText,
  agoText,
  clockName,
  dayName,
  daysAway,
  durationText,
  foreignClock,
  formatter,
  longDay,
  momentText,
  momentWithin,
  ownTimeZone,
  regionalLocale,
  remainingText,
  shortMoment,
  slotText,
  timeIn,
  timeSpan,
} from './dates.ts'
import { moneyText } from './money.ts'

const lagos = 'Africa/Lagos'
const now = new Date('2026-11-23T08:00:00Z')

beforeEach(() => void vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']))

describe('formatting a day', () => {
  it('depends on its distance, in its time zone', () => {
    expect(dayName('2026-11-23T20:00:00Z', lagos, now)).toBe('Today')
    // Half past midnight in Lagos.
    expect(dayName('2026-11-23T23:30:00Z', lagos, now)).toBe('Tomorrow')
    expect(dayName('2026-11-22T10:00:00Z', lagos, now)).toBe('Yesterday')
    expect(dayName('2026-11-25T10:00:00Z', lagos, now)).toBe('Wed 25 Nov')
    expect(dayName('2027-01-04T10:00:00Z', lagos, now)).toMatch(/Mon,? 4 Jan 2027/)
  })

  it('counts calendar days, across daylight saving changes', () => {
    const beforeChange = new Date('2026-10-24T22:30:00Z')
    expect(daysAway('2026-10-25T23:30:00Z', 'Europe/London', beforeChange)).toBe(1)
    expect(daysAway('2026-10-26T00:30:00Z', 'Europe/London', beforeChange)).toBe(2)
  })

  it('follows the region', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'en-US'])
    expect(regionalLocale()).toBe('en-US')
    expect(dayName('2026-11-25T10:00:00Z', lagos, now)).toBe('Wed, Nov 25')
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
    expect(regionalLocale()).toBe('en-GB')
  })

  it.each(['ar-EG', 'ar-SA'])(
    'has the digits and the calendar of texts and date fields, for example in %s',
    (region) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region])
      i18n.load('ar', {})
      i18n.activate('ar')
      try {
        expect(longDay('2026-11-25T10:05:00Z', lagos)).toMatch(/25 نوفمبر 2026/)
        expect(timeIn('2026-11-25T10:05:00Z', lagos)).toContain('11:05')
        expect(formatter().number(1_234.5)).toBe('1,234.5')
      } finally {
        i18n.activate('en')
      }
    },
  )
})

describe('formatting a time', () => {
  it("uses the site's time zone", () => {
    expect(timeSpan('2026-11-25T09:00:00Z', '2026-11-25T11:30:00Z', lagos)).toBe('10:00–12:30')
    expect(timeSpan('2026-11-25T21:00:00Z', '2026-11-26T01:00:00Z', lagos)).toBe('22:00–Thu 26 Nov, 02:00')
    const slot = { startAt: '2026-11-24T09:00:00Z', endAt: '2026-11-24T11:00:00Z', timeZone: lagos }
    expect(slotText(slot, now)).toBe('Tomorrow, 10:00–12:00')
    expect(momentText('2026-11-23T07:03:00Z', lagos, now)).toBe('Today, 08:03')
    expect(momentWithin('2026-11-24T07:03:00Z', lagos, now)).toBe('tomorrow, 08:03')
    expect(momentWithin('2026-11-25T07:03:00Z', lagos, now)).toBe('Wed 25 Nov, 08:03')
  })

  it('shows whole days as days', () => {
    const day = (date: number) => `2026-11-${date}T23:00:00Z`
    expect(timeSpan(day(23), day(24), lagos)).toBe('All day')
    expect(timeSpan(day(23), day(26), lagos)).toBe('All day, until Thu 26 Nov')
    expect(slotText({ startAt: day(23), endAt: day(24), timeZone: lagos }, now)).toBe('Tomorrow')
    expect(slotText({ startAt: day(23), endAt: day(26), timeZone: lagos }, now)).toBe('Tomorrow to Thu 26 Nov')
    expect(timeSpan(day(23), '2026-11-24T11:00:00Z', lagos)).toBe('00:00–12:00')
  })

  it("names the time zone when it differs from the reader's", () => {
    expect(foreignClock('2026-11-25T09:00:00Z', lagos, 'Europe/London')).toBe('Lagos time (GMT+1)')
    expect(foreignClock('2026-11-25T09:00:00Z', lagos, lagos)).toBeUndefined()
    // London's summer time equals Lagos time.
    expect(foreignClock('2026-07-25T09:00:00Z', lagos, 'Europe/London')).toBeUndefined()
    expect(clockName('2026-11-25T09:00:00Z', 'Asia/Kolkata')).toBe('Kolkata time (GMT+05:30)')
    expect(clockName('2026-11-25T09:00:00Z', 'America/New_York')).toBe('New York time (GMT-5)')
  })

  it('of a message is as short as possible', () => {
    expect(shortMoment('2026-11-23T07:30:00Z', lagos, now)).toBe('08:30')
    expect(shortMoment('2026-11-22T07:30:00Z', lagos, now)).toBe('Yesterday')
    expect(shortMoment('2026-11-19T07:30:00Z', lagos, now)).toBe('Thu')
    expect(shortMoment('2026-11-16T07:30:00Z', lagos, now)).toBe('16 Nov')
    expect(shortMoment('2025-11-16T07:30:00Z', lagos, now)).toBe('16 Nov 25')
  })
})

it.each([
  ['en-GB', '07:45', '07:00', '00:00'],
  ['en-US', '7:45 AM', '7 AM', '12 AM'],
])('formats minutes of a day briefly in %s', (region, minutes, hour, midnight) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region])
  expect([465, 420, 1440].map((each) => clockText(each).replace('\u202f', ' '))).toEqual([minutes, hour, midnight])
})

describe('formatting a duration', () => {
  it.each([
    [30, '30 min'],
    [60, '1 h'],
    [150, '2 h 30 min'],
  ])('of %i minutes is %s', (minutes, expected) => expect(durationText(minutes)).toBe(expected))

  it.each([
    [-5, '0 s'],
    [45_000, '45 s'],
    [12 * 60_000 + 59_000, '12 min'],
    [3 * 3_600_000 + 20 * 60_000, '3 h 20 min'],
    [28 * 3_600_000, '1 day 4 h'],
    [49 * 3_600_000, '2 days 1 h'],
    [48 * 3_600_000 + 59 * 60_000, '2 days'],
    [24 * 3_600_000, '1 day'],
    [15 * 24 * 3_600_000 + 3_600_000, '15 days'],
  ])('of %i ms is %s', (left, expected) => expect(remainingText(left)).toBe(expected))

  it('has seconds where it counts down', () => {
    const withSeconds = (left: number) => remainingText(left, { withSeconds: true })
    expect([9 * 60_000 + 5_000, 9 * 60_000, 59_000, 3_600_000].map(withSeconds)).toEqual([
      '9 min 05 s',
      '9 min 00 s',
      '59 s',
      '1 h 0 min',
    ])
  })

  it.each([
    ['2026-11-23T07:59:30Z', 'just now'],
    ['2026-11-23T08:00:30Z', 'just now'],
    ['2026-11-23T07:55:00Z', '5 minutes ago'],
    ['2026-11-23T05:55:00Z', '2 hours ago'],
    ['2026-11-20T05:55:00Z', '3 days ago'],
  ])('since %s is %s', (at, expected) => expect(agoText(at, now)).toBe(expected))
})

it.each([
  [1_500_000, 'NGN', '₦15,000'],
  [1_500_050, 'NGN', '₦15,000.50'],
  [999, 'GBP', '£9.99'],
  [1500, 'JPY', '¥1,500'],
])('%i %s is %s', (amount, currency, expected) => expect(moneyText({ amount, currency })).toBe(expected))

describe('the time zone of the browser', () => {
  it('is read again after a minute, because people travel', () => {
    const resolved = new Intl.DateTimeFormat().resolvedOptions()
    const read = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    const zoneAt = (ms: number, timeZone: string) => {
      vi.spyOn(performance, 'now').mockReturnValue(ms)
      read.mockReturnValue({ ...resolved, timeZone })
      return ownTimeZone()
    }
    const start = Math.ceil(performance.now()) + 60_000
    expect(zoneAt(start, lagos)).toBe(lagos)
    expect(zoneAt(start + 59_999, 'Europe/Paris')).toBe(lagos)
    expect(zoneAt(start + 60_000, 'Europe/Paris')).toBe('Europe/Paris')
    // Forgotten again, for other tests.
    expect(zoneAt(start + 120_000, resolved.timeZone)).toBe(resolved.timeZone)
  })
})
