import { describe, expect, it } from 'vitest'
import { nextAllowedAt } from './quiet-hours.ts'

const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`)
const from = (...args: Parameters<typeof nextAllowedAt>) => nextAllowedAt(...args)?.toISOString()
// A Monday; Lagos is one hour ahead of UTC all year.
const LAGOS = 'Africa/Lagos'
const open = (day: string, start: string, end: string) => ({
  isEnabled: true,
  weeklySchedule: { [day]: { isEnabled: true, hours: [{ start, end }] } },
})

describe('quiet hours', () => {
  it('are from nine in the evening to seven in local time by default', () => {
    expect(from(undefined, at('11:00'), LAGOS)).toBe('2026-03-02T11:00:00.000Z')
    expect(from(undefined, at('19:59'), LAGOS)).toBe('2026-03-02T19:59:00.000Z')
    expect(from(undefined, at('20:00'), LAGOS)).toBe('2026-03-03T06:00:00.000Z')
    expect(from(undefined, at('02:00'), LAGOS)).toBe('2026-03-02T06:00:00.000Z')
  })

  it('are the same where a schedule names no hours', () => {
    expect(from({ isEnabled: true }, at('19:59'), LAGOS)).toBe('2026-03-02T19:59:00.000Z')
    expect(from({ isEnabled: true }, at('20:00'), LAGOS)).toBe('2026-03-03T06:00:00.000Z')
  })

  it('can be switched off', () => {
    expect(from({ isEnabled: false }, at('23:30'), LAGOS)).toBe('2026-03-02T23:30:00.000Z')
  })

  it('end on the next open day, up to a week later', () => {
    expect(from(open('friday', '09:00 AM', '12:30 PM'), at('11:00'), LAGOS)).toBe('2026-03-06T08:00:00.000Z')
    expect(from(open('monday', '09:00 AM', '11:00 AM'), at('11:00'), LAGOS)).toBe('2026-03-09T08:00:00.000Z')
    expect(from(open('monday', '11:00 PM', '11:59 PM'), at('22:59'), LAGOS)).toBe('2026-03-02T22:59:00.000Z')
    expect(from({ isEnabled: true, weeklySchedule: {} }, at('11:00'), LAGOS)).toBeUndefined()
  })

  it('leave open what begins on one day and ends on the next', () => {
    const night = open('monday', '10:00 PM', '6:00 AM')
    expect(from(night, at('11:00'), LAGOS)).toBe('2026-03-02T21:00:00.000Z')
    expect(from(night, at('22:30'), LAGOS)).toBe('2026-03-02T22:30:00.000Z')
    const tuesday = (time: string) => new Date(`2026-03-03T${time}:00.000Z`)
    expect(from(night, tuesday('04:59'), LAGOS)).toBe('2026-03-03T04:59:00.000Z')
    expect(from(night, tuesday('05:00'), LAGOS)).toBe('2026-03-09T21:00:00.000Z')
    expect(from(open('monday', '9:00 AM', '9:00 PM'), at('11:00'), LAGOS)).toBe('2026-03-02T11:00:00.000Z')
  })

  it('follow daylight saving time', () => {
    const night = new Date('2026-03-28T23:00:00.000Z')
    expect(from(undefined, night, 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z')
  })
})
