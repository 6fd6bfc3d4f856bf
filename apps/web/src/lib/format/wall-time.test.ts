import { describe, expect, it } from 'vitest'
import { addDays, instantAt, readDateTimeField, toDateTimeField, wallTime } from './wall-time.ts'

describe('local time in the browser', () => {
  it.each([
    ['2026-11-25', '09:00', 'Africa/Lagos', '2026-11-25T08:00:00.000Z'],
    ['2026-07-01', '09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-08', '09:00', 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-10-04', '09:00', 'Australia/Lord_Howe', '2026-10-03T22:00:00.000Z'],
    ['2026-04-05', '09:00', 'Australia/Lord_Howe', '2026-04-04T22:30:00.000Z'],
  ])('shows %s %s in %s at %s', (day, time, zone, instant) => {
    expect(instantAt(day, time, zone).toISOString()).toBe(instant)
    expect(wallTime(instant, zone)).toMatchObject({ day, time })
  })

  it('shifts times skipped in spring', () => {
    expect(instantAt('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })
})

describe('a date and time field', () => {
  it('is read and written in a time zone', () => {
    expect(readDateTimeField('2026-11-25T09:00', 'Africa/Lagos')?.toISOString()).toBe('2026-11-25T08:00:00.000Z')
    expect(toDateTimeField('2026-11-25T08:00:00.000Z', 'Africa/Lagos')).toBe('2026-11-25T09:00')
  })

  it.each(['', 'soon', '2026-11-25', '2026-13-45T99:99'])('is not read while it is incomplete: %j', (value) => {
    expect(readDateTimeField(value, 'Africa/Lagos')).toBeUndefined()
  })
})

it('adds calendar days', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31'])
})
