import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  blocksOn,
  clockOf,
  closedPartsOf,
  daysOf,
  collapsedBlocksOf,
  firstMinuteOf,
  firstWeekdayIn,
  nameOfDay,
  monthOf,
  columnAt,
  moveByKey,
  rangeOf,
  resizeTarget,
  roomAt,
  targetAt,
  targetBetween,
  travelOn,
  entriesOf,
  type CalendarEntry,
} from './model.ts'

const zone = 'Africa/Lagos'
const entry = (id: string, startAt: string, endAt: string): CalendarEntry => ({
  key: id,
  kind: 'booking',
  id,
  title: id,
  who: '',
  avatar: null,
  startAt,
  endAt,
  movable: true,
  canAccept: false,
  travelMinutes: null,
  isTight: false,
})

describe('a booking in the calendar', () => {
  it('is moved if the server allows another time to be proposed', () => {
    const booking = { id: 'bkg_1', status: 'CONFIRMED', startAt: '2026-11-25T08:00:00Z', endAt: '2026-11-25T09:00:00Z' }
    const isMovable = (canMove: boolean) =>
      entriesOf({
        bookings: [{ ...booking, canMove }],
        occurrences: [],
        holds: [],
        timeOff: [],
        external: [],
      } as unknown as CalendarView)[0]?.movable
    expect([isMovable(true), isMovable(false)]).toEqual([true, false])
  })
})

describe('a day of the calendar', () => {
  it('is today by its time zone', () => {
    const afterMidnightInLagos = new Date('2026-11-21T23:27:00Z')
    expect(nameOfDay('2026-11-22', zone, afterMidnightInLagos)).toBe('Today')
    const eveningInLosAngeles = new Date('2026-11-22T02:00:00Z')
    expect(nameOfDay('2026-11-21', 'America/Los_Angeles', eveningInLosAngeles)).toBe('Today')
    expect(nameOfDay('2026-11-22', 'America/Los_Angeles', eveningInLosAngeles)).toBe('Tomorrow')
  })

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

  it('detects taken slots, ignoring the moved entry', () => {
    const moved = entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z')
    const blocks = blocksOn('2026-11-25', [moved], zone)
    expect(roomAt({ from: 600, minutes: 60 }, blocks)).toBe('taken')
    expect(roomAt({ from: 660, minutes: 60 }, blocks)).toBe('free')
    expect(roomAt({ from: 600, minutes: 60 }, blocks, moved)).toBe('free')
  })

  it('has a slot without time for the travel before or after it', () => {
    const next = { ...entry('b', '2026-11-25T12:00:00Z', '2026-11-25T13:00:00Z'), travelMinutes: 30 }
    const blocks = blocksOn('2026-11-25', [entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z'), next], zone)
    const moved = { ...entry('c', '2026-11-26T08:00:00Z', '2026-11-26T09:00:00Z'), travelMinutes: 20 }
    expect(roomAt({ from: 660, minutes: 90 }, blocks)).toBe('free')
    expect(roomAt({ from: 660, minutes: 105 }, blocks)).toBe('tight')
    expect(roomAt({ from: 660, minutes: 60 }, blocks, moved)).toBe('tight')
    expect(roomAt({ from: 680, minutes: 60 }, blocks, moved)).toBe('free')
    expect(roomAt({ from: 705, minutes: 60 }, blocks, next)).toBe('free')
  })
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

it('a click takes an hour from the half hour before, a drag the steps it covers', () => {
  expect(targetAt('2026-11-25', 559)).toEqual({ day: '2026-11-25', from: 540, minutes: 60 })
  expect(targetAt('2026-11-25', 1439)).toMatchObject({ from: 1380 })
  expect(targetBetween('2026-11-25', 610, 541)).toEqual({ day: '2026-11-25', from: 540, minutes: 75 })
  const late = { day: '2026-11-25', from: 1425, minutes: 15 }
  expect([resizeTarget(late, 1).minutes, resizeTarget(late, -1).minutes]).toEqual([15, 15])
})

it("a day has the length of its time zone's day", () => {
  expect(daysOf('day', '2026-03-29')).toEqual(['2026-03-29'])
  const { from, to } = rangeOf(['2026-03-29'], 'Europe/Berlin')
  expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(23)
})

describe('on a page from right to left', () => {
  beforeEach(() => void (document.documentElement.dir = 'rtl'))
  afterEach(() => void (document.documentElement.dir = ''))

  it('the left arrow key moves to the next day', () => {
    const days = ['2026-11-25', '2026-11-26']
    const at = { day: '2026-11-25', from: 0, minutes: 60 }
    expect(moveByKey(at, 'ArrowLeft', days)).toMatchObject({ day: '2026-11-26' })
    expect(moveByKey(at, 'ArrowRight', days)).toMatchObject({ day: '2026-11-25' })
  })

  it('the first day has the rightmost column', () => {
    const columns = [2, 1, 0].map((place) => ({ left: 100 * place, right: 100 * place + 100 }))
    expect([310, 250, 150, 50, -10].map((x) => columnAt(x, columns))).toEqual([0, 0, 1, 2, 2])
  })
})

it('a drag is over the column below the pointer, or the nearest', () => {
  const columns = [0, 1, 2].map((place) => ({ left: 100 * place, right: 100 * place + 100 }))
  expect([-10, 50, 150, 250, 310].map((x) => columnAt(x, columns))).toEqual([0, 0, 1, 2, 2])
})

it('arrow keys move in steps and stop at the ends', () => {
  const days = ['2026-11-25', '2026-11-26']
  const at = { day: '2026-11-25', from: 0, minutes: 60 }
  expect(moveByKey(at, 'ArrowDown', days)).toMatchObject({ from: 15 })
  expect(moveByKey(at, 'ArrowUp', days)).toMatchObject({ from: 0 })
  expect(moveByKey(at, 'ArrowRight', days)).toMatchObject({ day: '2026-11-26' })
  expect(moveByKey(at, 'ArrowLeft', days)).toMatchObject({ day: '2026-11-25' })
  expect(moveByKey(at, 'x', days)).toBeUndefined()
  expect(clockOf(465)).toBe('07:45')
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
