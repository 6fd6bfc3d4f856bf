import { describe, expect, it } from 'vitest'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { MAX_LEAD_MS, presetTimes, readSendTime, MIN_LEAD_MS } from './schedule-panel.tsx'

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
  const read = (value: string, zone = LAGOS) => readSendTime(value, zone, now)

  it('is parsed and formatted in the time zone', () => {
    expect(read('2026-03-04T09:30')).toEqual(new Date('2026-03-04T08:30:00.000Z'))
    expect(read('2026-03-04T09:30', 'UTC')).toEqual(new Date('2026-03-04T09:30:00.000Z'))
    expect(toDateTimeField('2026-03-04T08:30:00.000Z', LAGOS)).toBe('2026-03-04T09:30')
  })

  it('is between two minutes and thirty days ahead', () => {
    const inZone = (away: number) => readSendTime(toDateTimeField(new Date(now.getTime() + away), 'UTC'), 'UTC', now)
    expect([inZone(MIN_LEAD_MS - 60_000), inZone(0), inZone(-1)]).toEqual(['soon', 'soon', 'soon'])
    expect(inZone(MIN_LEAD_MS)).toBeInstanceOf(Date)
    expect(inZone(MAX_LEAD_MS)).toBeInstanceOf(Date)
    expect(inZone(MAX_LEAD_MS + 60_000)).toBe('far')
    expect([read(''), read('2026-03-04'), read('2026-13-45T99:99')]).toEqual(['missing', 'missing', 'missing'])
  })
})
