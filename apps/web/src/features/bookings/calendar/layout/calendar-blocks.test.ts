import { describe, expect, it } from 'vitest'
import { blocksOn, closedPartsOf, collapsedBlocksOf, firstMinuteOf, travelOn } from './calendar-blocks.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { clockOf } from './drop-target.ts'
import { entry } from '../../../../testing/calendar.fixture.ts'

const zone = 'Africa/Lagos'

describe('a day of the calendar', () => {
  it('shows overlapping blocks side by side, and others at full width', () => {
    const blocks = blocksOn(
      '2026-11-25',
      [
        entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z'),
        entry('b', '2026-11-25T09:00:00Z', '2026-11-25T11:00:00Z'),
        entry('c', '2026-11-25T10:00:00Z', '2026-11-25T10:30:00Z'),
        entry('d', '2026-11-25T12:00:00Z', '2026-11-25T13:00:00Z'),
      ],
      zone,
    )
    expect(blocks.map(({ entry: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['d', 0, 1],
    ])
  })

  it('collapses blocks without room, bookings last, beside the first one they overlap', () => {
    const hold: CalendarEntry = { ...entry('h', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z'), kind: 'hold' }
    const away: CalendarEntry = { ...entry('o', '2026-11-24T23:00:00Z', '2026-11-25T23:00:00Z'), kind: 'off' }
    const later = entry('b', '2026-11-25T09:00:00Z', '2026-11-25T11:00:00Z')
    const apart = entry('d', '2026-11-26T12:00:00Z', '2026-11-26T13:00:00Z')
    const blocks = blocksOn('2026-11-25', [away, hold, later], zone, 1)
    expect(blocks.filter(({ isCollapsed }) => !isCollapsed).map(({ entry: { id }, lanes }) => [id, lanes])).toEqual([
      ['b', 1],
    ])
    expect(
      collapsedBlocksOf(blocks).map(({ from, blocks: all }) => [from, all.map(({ entry: { id } }) => id)]),
    ).toEqual([[600, ['o', 'h']]])
    expect(collapsedBlocksOf(blocksOn('2026-11-26', [apart], zone, 1))).toEqual([])
    expect(collapsedBlocksOf(blocksOn('2026-11-25', [hold, later], zone, 2))).toEqual([])
  })

  it('splits entries at midnight', () => {
    const night = [entry('n', '2026-11-25T21:00:00Z', '2026-11-26T01:00:00Z')]
    expect(blocksOn('2026-11-25', night, zone)[0]).toMatchObject({ from: 1320, to: 1440 })
    expect(blocksOn('2026-11-26', night, zone)[0]).toMatchObject({ from: 0, to: 120 })
    expect(blocksOn('2026-11-27', night, zone)).toEqual([])
  })

  it('shows what ends within the hour that the end of summer time repeats', () => {
    // From half past two until half past two.
    const night = [entry('a', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')]
    expect(blocksOn('2026-10-25', night, 'Europe/Paris')[0]).toMatchObject({ from: 150, to: 210 })
    expect(blocksOn('2026-10-26', night, 'Europe/Paris')).toEqual([])
  })
})

it('hours outside the working hours are closed', () => {
  const hours = [
    { startAt: '2026-11-25T07:00:00Z', endAt: '2026-11-25T11:00:00Z' },
    { startAt: '2026-11-25T12:00:00Z', endAt: '2026-11-25T16:30:00Z' },
  ]
  expect(closedPartsOf('2026-11-25', hours, zone)).toEqual([
    { from: 0, to: 480 },
    { from: 720, to: 780 },
    { from: 1050, to: 1440 },
  ])
  expect(closedPartsOf('2026-11-25', [], zone)).toEqual([{ from: 0, to: 1440 }])
})

it('travel ends when its job starts', () => {
  const job = { ...entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z'), travelMinutes: 25 }
  expect(travelOn(blocksOn('2026-11-25', [job], zone))).toMatchObject([{ from: 515, to: 540 }])
})

describe('the first minute of a week', () => {
  const days = ['2026-11-25', '2026-11-26']
  const loads = [{ hours: [{ startAt: '2026-11-25T08:00:00Z' }] }, { hours: [{ startAt: '2026-11-26T07:30:00Z' }] }]

  it('is the earliest opening hour, or an entry before it', () => {
    const early = entry('early', '2026-11-26T06:00:00Z', '2026-11-26T07:00:00Z')
    expect(clockOf(firstMinuteOf(days, [], loads, zone))).toBe('08:30')
    expect(clockOf(firstMinuteOf(days, [early], loads, zone))).toBe('07:00')
  })

  it('is not later than the usual start without opening hours', () => {
    const late = entry('late', '2026-11-26T12:00:00Z', '2026-11-26T13:00:00Z')
    expect(clockOf(firstMinuteOf(days, [late], [], zone))).toBe('08:00')
  })

  it('ignores time off for whole days and entries of other days', () => {
    const off = entry('off', '2026-11-24T23:00:00Z', '2026-11-25T23:00:00Z')
    const other = entry('other', '2026-11-24T05:00:00Z', '2026-11-24T06:00:00Z')
    expect(clockOf(firstMinuteOf(days, [off, other], loads, zone))).toBe('08:30')
  })
})
