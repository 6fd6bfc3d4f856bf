import { describe, expect, it } from 'vitest'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { MAX_LEAD_MS, presetTimes, readSendTime, MIN_LEAD_MS } from './send-time.ts'

const LAGOS = 'Africa/Lagos'
const at = (now: string, zone = LAGOS) =>
  presetTimes(new Date(now), zone).map(({ name, at: when }) => `${name} ${when.toISOString().slice(0, 16)}`)

describe('preset times', () => {
  it('use the time zone', () => {
    // A Tuesday, ten o'clock in Lagos.
    expect(at('2026-03-03T09:00:00.000Z')).toEqual([
      'hour 2026-03-03T10:00',
      'evening 2026-03-03T17:00',
      'morning 2026-03-04T08:00',
      'monday 2026-03-09T08:00',
    ])
    expect(at('2026-03-03T09:00:00.000Z', 'America/New_York')).toEqual([
      'hour 2026-03-03T10:00',
      'evening 2026-03-03T23:00',
      'morning 2026-03-04T14:00',
      // Daylight saving time has started there by then.
      'monday 2026-03-09T13:00',
    ])
  })

  it('omit past ones, and Monday when it is tomorrow', () => {
    expect(at('2026-03-08T17:30:00.000Z')).toEqual(['hour 2026-03-08T18:30', 'morning 2026-03-09T08:00'])
    expect(at('2026-03-09T08:00:00.000Z').at(-1)).toBe('monday 2026-03-16T08:00')
  })
})

describe('a custom time', () => {
  const now = new Date('2026-03-03T09:00:00.000Z')
  const read = (value: string, zone = LAGOS) => readSendTime({ value, timeZone: zone }, now)

  it('is parsed and formatted in the time zone', () => {
    expect(read('2026-03-04T09:30')).toEqual({ at: new Date('2026-03-04T08:30:00.000Z') })
    expect(read('2026-03-04T09:30', 'UTC')).toEqual({ at: new Date('2026-03-04T09:30:00.000Z') })
    expect(toDateTimeField('2026-03-04T08:30:00.000Z', LAGOS)).toBe('2026-03-04T09:30')
  })

  it('is between two minutes and thirty days ahead', () => {
    const inZone = (away: number) => read(toDateTimeField(new Date(now.getTime() + away), 'UTC'), 'UTC')
    for (const tooSoon of [MIN_LEAD_MS - 60_000, 0, -1])
      expect(inZone(tooSoon)).toEqual({ problem: 'Choose a time at least 2 minutes from now.' })
    expect(inZone(MIN_LEAD_MS).at).toBeInstanceOf(Date)
    expect(inZone(MAX_LEAD_MS).at).toBeInstanceOf(Date)
    expect(inZone(MAX_LEAD_MS + 60_000)).toEqual({ problem: 'Choose a time within 30 days.' })
    for (const missing of ['', '2026-03-04', '2026-13-45T99:99'])
      expect(read(missing)).toEqual({ problem: 'Choose a day and a time.' })
  })
})
