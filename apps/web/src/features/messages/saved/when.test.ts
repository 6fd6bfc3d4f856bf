import { describe, expect, it } from 'vitest'
import { offsets, offsetText, readField, toField, tomorrowMorning } from './when.ts'

const now = new Date(2026, 10, 21, 16, 40)

describe('the time of a reminder', () => {
  it('offers the specified offsets', () => {
    expect(offsets.map((offset) => offsetText(offset, 'a day'))).toEqual([
      '2 min',
      '30 min',
      '1 h',
      '2 h',
      'a day',
      'a day',
    ])
  })

  it('defaults to tomorrow morning', () => {
    expect(toField(tomorrowMorning(now))).toBe('2026-11-22T08:00')
  })

  it('must be in the future', () => {
    expect(readField('2026-11-21T16:41', now)).toEqual(new Date(2026, 10, 21, 16, 41))
    expect(readField('2026-11-21T16:40', now)).toBe('past')
    expect(readField('', now)).toBe('missing')
    expect(readField('soon', now)).toBe('missing')
  })
})
