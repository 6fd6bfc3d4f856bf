import { defaultSettings } from '@fettle/protocol/accounts/settings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterSupportHours, clockHours, hoursOf, toOpeningState, promisedBy, type SupportHours } from './hours.rules.ts'

const at = (text: string) => new Date(text)
/** Lagos is one hour ahead of UTC: 8 to 18 there is 7 to 17 UTC. Monday to Saturday. */
const shipped = hoursOf(defaultSettings)

describe('support hours', () => {
  it('are read from the settings, with UTC for an unknown time zone', () => {
    expect(shipped).toEqual({ timeZone: 'Africa/Lagos', weekdays: [0, 1, 2, 3, 4, 5], opensAtHour: 8, openHours: 10 })
    expect(clockHours(shipped)).toEqual({ opensAt: '08:00', closesAt: '18:00' })
    expect(hoursOf({ ...defaultSettings, supportTimeZone: 'Mars/Crater' }).timeZone).toBe('UTC')
    expect(hoursOf({ ...defaultSettings, supportTimeZone: 'JST' }).timeZone).toBe('Asia/Tokyo')
  })

  it.each([
    ['within a day', '2026-03-02T11:00:00Z', 4, '2026-03-02T15:00:00Z'],
    ['over the night', '2026-03-02T15:00:00Z', 4, '2026-03-03T09:00:00Z'],
    ['over a Sunday', '2026-03-07T16:00:00Z', 4, '2026-03-09T10:00:00Z'],
    ['from the night before', '2026-03-02T02:00:00Z', 1, '2026-03-02T08:00:00Z'],
    ['up to the end of a day', '2026-03-02T11:00:00Z', 6, '2026-03-02T17:00:00Z'],
  ])('count %s', (_, from, hours, to) => {
    expect(afterSupportHours(at(from), hours, shipped).toISOString()).toBe(at(to).toISOString())
  })

  it('determine response times by priority', () => {
    const now = at('2026-03-02T11:00:00Z')
    const by = (priority: 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT') =>
      promisedBy(now, priority, defaultSettings).toISOString()
    expect(by('URGENT')).toBe('2026-03-02T12:00:00.000Z')
    expect(by('HIGH')).toBe('2026-03-02T15:00:00.000Z')
    expect(by('NORMAL')).toBe('2026-03-04T15:00:00.000Z')
    expect(by('LOW')).toBe('2026-03-10T13:00:00.000Z')
  })

  it('tell whether support is open, and when that changes', () => {
    expect(toOpeningState(shipped, at('2026-03-02T11:00:00Z'))).toEqual({
      isOpen: true,
      changesAt: at('2026-03-02T17:00:00Z'),
    })
    expect(toOpeningState(shipped, at('2026-03-07T18:00:00Z'))).toEqual({
      isOpen: false,
      changesAt: at('2026-03-09T07:00:00Z'),
    })
  })

  it('may span midnight or the whole day', () => {
    const night: SupportHours = { timeZone: 'UTC', weekdays: [4], opensAtHour: 22, openHours: 8 }
    expect(clockHours(night)).toEqual({ opensAt: '22:00', closesAt: '06:00' })
    expect(toOpeningState(night, at('2026-03-07T03:00:00Z'))).toEqual({
      isOpen: true,
      changesAt: at('2026-03-07T06:00:00Z'),
    })
    const always: SupportHours = { timeZone: 'UTC', weekdays: [0, 1, 2, 3, 4, 5, 6], opensAtHour: 0, openHours: 24 }
    expect(toOpeningState(always, at('2026-03-07T03:00:00Z')).isOpen).toBe(true)
    expect(afterSupportHours(at('2026-03-07T03:00:00Z'), 72, always)).toEqual(at('2026-03-10T03:00:00Z'))
  })

  it('keep response times long enough and in order', () => {
    const when = fc.record({
      timeZone: fc.constantFrom('Africa/Lagos', 'Europe/Berlin', 'America/New_York', 'UTC'),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      opensAtHour: fc.integer({ min: 0, max: 23 }),
      openHours: fc.integer({ min: 1, max: 24 }),
    })
    const moments = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(
        when,
        moments,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 1_000 }),
        (hours, from, n, later) => {
          const due = afterSupportHours(from, n, hours)
          expect(+due - +from).toBeGreaterThanOrEqual(n * 3_600_000)
          expect(+afterSupportHours(new Date(+from + later * 60_000), n, hours)).toBeGreaterThanOrEqual(+due)
        },
      ),
      { numRuns: 100 },
    )
  })
})
