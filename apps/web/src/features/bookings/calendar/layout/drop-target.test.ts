import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blocksOn } from './calendar-blocks.ts'
import { clockOf, columnAt, moveByKey, resizeTarget, roomAt, targetAt, targetBetween } from './drop-target.ts'
import { entry } from '../../../../testing/calendar.fixture.ts'

const zone = 'Africa/Lagos'

describe('a day of the calendar', () => {
  it('detects taken slots, ignoring the moved entry', () => {
    const moved = entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z')
    const blocks = blocksOn('2026-11-25', [moved], zone)
    expect(roomAt({ from: 600, minutes: 60 }, { blocks, closed: [] })).toBe('taken')
    expect(roomAt({ from: 660, minutes: 60 }, { blocks, closed: [] })).toBe('free')
    expect(roomAt({ from: 600, minutes: 60 }, { blocks, closed: [] }, moved)).toBe('free')
  })

  it('has no free slot in the lunch break, unless it is taken there', () => {
    const lunch = { from: 720, to: 780 }
    const meal = { ...entry('a', '2026-11-25T11:00:00Z', '2026-11-25T11:30:00Z'), travelMinutes: 30 }
    const before = { from: 660, minutes: 60 }
    expect(roomAt(before, { blocks: [], closed: [lunch] })).toBe('free')
    expect(roomAt({ ...before, minutes: 75 }, { blocks: [], closed: [lunch] })).toBe('closed')
    const blocks = blocksOn('2026-11-25', [meal], zone)
    expect(roomAt({ from: 735, minutes: 60 }, { blocks, closed: [lunch] })).toBe('taken')
    expect(roomAt({ from: 750, minutes: 60 }, { blocks, closed: [lunch] })).toBe('closed')
  })

  it('has a slot without time for the travel before or after it', () => {
    const next = { ...entry('b', '2026-11-25T12:00:00Z', '2026-11-25T13:00:00Z'), travelMinutes: 30 }
    const blocks = blocksOn('2026-11-25', [entry('a', '2026-11-25T08:00:00Z', '2026-11-25T10:00:00Z'), next], zone)
    const moved = { ...entry('c', '2026-11-26T08:00:00Z', '2026-11-26T09:00:00Z'), travelMinutes: 20 }
    expect(roomAt({ from: 660, minutes: 90 }, { blocks, closed: [] })).toBe('free')
    expect(roomAt({ from: 660, minutes: 105 }, { blocks, closed: [] })).toBe('tight')
    expect(roomAt({ from: 660, minutes: 60 }, { blocks, closed: [] }, moved)).toBe('tight')
    expect(roomAt({ from: 680, minutes: 60 }, { blocks, closed: [] }, moved)).toBe('free')
    expect(roomAt({ from: 705, minutes: 60 }, { blocks, closed: [] }, next)).toBe('free')
  })
})

it('a click takes an hour from the half hour before, a drag the steps it covers', () => {
  expect(targetAt('2026-11-25', 559)).toEqual({ day: '2026-11-25', from: 540, minutes: 60 })
  expect(targetAt('2026-11-25', 1439)).toMatchObject({ from: 1380 })
  expect(targetBetween('2026-11-25', 610, 541)).toEqual({ day: '2026-11-25', from: 540, minutes: 75 })
  const late = { day: '2026-11-25', from: 1425, minutes: 15 }
  expect([resizeTarget(late, 1).minutes, resizeTarget(late, -1).minutes]).toEqual([15, 15])
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
