import { expect, it } from 'vitest'
import { daysOf, firstWeekdayIn, monthOf, nameOfDay, rangeOf } from './calendar-days.ts'

it('a day of the calendar is today by its time zone', () => {
  const afterMidnightInLagos = new Date('2026-11-21T23:27:00Z')
  expect(nameOfDay('2026-11-22', 'Africa/Lagos', afterMidnightInLagos)).toBe('Today')
  const eveningInLosAngeles = new Date('2026-11-22T02:00:00Z')
  expect(nameOfDay('2026-11-21', 'America/Los_Angeles', eveningInLosAngeles)).toBe('Today')
  expect(nameOfDay('2026-11-22', 'America/Los_Angeles', eveningInLosAngeles)).toBe('Tomorrow')
})

it('a week starts with its first shown day, so that a Sunday shows what is ahead', () => {
  expect(daysOf('week', '2026-03-29')).toEqual(expect.arrayContaining(['2026-03-29', '2026-04-04']))
  expect(daysOf('week', '2026-03-29')).toHaveLength(7)
})

it('a month shows its whole weeks from the first day of the week', () => {
  const november = daysOf('month', '2026-11-24')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  const american = daysOf('month', '2026-11-24', 7)
  expect([american[0], american.at(-1), american.length]).toEqual(['2026-11-01', '2026-12-05', 35])
  expect([monthOf('2026-12-31', 1), monthOf('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
  expect([firstWeekdayIn('fr'), firstWeekdayIn('en-US')]).toEqual([1, 7])
})

it("a day has the length of its time zone's day", () => {
  expect(daysOf('day', '2026-03-29')).toEqual(['2026-03-29'])
  const { from, to } = rangeOf(['2026-03-29'], 'Europe/Berlin')
  expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(23)
})
