import { describe, expect, it } from 'vitest'
import { offsets, offsetText, tomorrowMorning } from './reminder-times.ts'

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
    expect(tomorrowMorning(now)).toEqual(new Date(2026, 10, 22, 8, 0))
  })
})
