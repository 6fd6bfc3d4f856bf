import { describe, expect, it } from 'vitest'
import { innerPath, refreshed, restored, snoozeTimes, subjectOf, toneOf, urgencyOf } from './model.ts'

const item = (id: string, note = '') => ({ id, note, createdAt: `2026-03-02T10:00:0${9 - Number(id)}.000Z` })
const list = (ids: string) => Array.from(ids, (id) => item(id))
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

describe('a refused change', () => {
  it('brings an item back to where it was', () => {
    expect(ids(restored(list('134'), list('1234'), ['2']))).toBe('1234')
    expect(ids(restored(list('234'), list('1234'), ['1']))).toBe('1234')
    expect(ids(restored(list('123'), list('1234'), ['4']))).toBe('1234')
    expect(ids(restored(list('14'), list('1234'), ['2', '3']))).toBe('1234')
  })

  it('brings old values back and keeps what happened to others meanwhile', () => {
    const now = [item('0'), item('1', 'changed'), item('2', 'changed'), item('4')]
    const before = list('1234')
    expect(restored(now, before, ['2'])).toEqual([item('0'), item('1', 'changed'), item('2'), item('4')])
  })

  it('of an item alone in its list puts it back', () => {
    expect(ids(restored([], list('1'), ['1']))).toBe('1')
  })
})

describe('a refresh', () => {
  it('keeps the older pages that were shown', () => {
    expect(ids(refreshed(list('0123'), list('12345'), true))).toBe('012345')
  })

  it('drops what is gone, and everything beyond the end', () => {
    expect(ids(refreshed(list('13'), list('12345'), true))).toBe('1345')
    expect(ids(refreshed(list('13'), list('12345'), false))).toBe('13')
    expect(ids(refreshed([], list('12'), false))).toBe('')
  })
})

describe('a snooze', () => {
  const names = (now: string) =>
    snoozeTimes(new Date(now)).map(({ name, until }) => `${name} ${until.getDate()} ${until.getHours()}`)

  it('offers an hour, the evening, tomorrow and Monday', () => {
    // A Monday.
    expect(names('2026-03-02T09:30:00')).toEqual(['hour 2 10', 'evening 2 18', 'tomorrow 3 8', 'week 9 8'])
  })

  it('leaves out an evening that is here already', () => {
    expect(names('2026-03-04T17:30:00')).toEqual(['hour 4 18', 'tomorrow 5 8', 'week 9 8'])
  })

  it('does not offer Monday twice on a Sunday', () => {
    expect(names('2026-03-08T20:00:00')).toEqual(['hour 8 21', 'tomorrow 9 8'])
  })
})

describe('a notification', () => {
  const workflow = (critical: boolean) => ({ critical })

  it('is as loud as its severity, and urgent when it cannot be switched off', () => {
    expect(urgencyOf({ severity: 'high', workflow: workflow(true) })).toBe('urgent')
    expect(urgencyOf({ severity: 'high', workflow: workflow(false) })).toBe('important')
    expect(urgencyOf({ severity: 'low', workflow: undefined })).toBe('normal')
    expect(toneOf({ severity: 'medium', workflow: undefined })).toBe('info')
    expect(toneOf({ severity: 'none', workflow: undefined })).toBe('neutral')
  })

  it('is about the first of its tags we know', () => {
    expect(subjectOf({ tags: ['x', 'bookings'] })).toBe('bookings')
    expect(subjectOf({ tags: ['earnings'] })).toBe('money')
    expect(subjectOf({ tags: undefined })).toBe('other')
  })

  it('leads into the app only by a path', () => {
    expect(innerPath('/bookings/1?a=b')).toBe('/bookings/1?a=b')
    for (const url of ['//evil.example.com', 'https://example.com', undefined]) expect(innerPath(url)).toBeUndefined()
  })
})
