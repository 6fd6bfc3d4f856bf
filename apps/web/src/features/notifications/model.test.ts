import { describe, expect, it } from 'vitest'
import { innerPath, mayShow, mergeFirstPage, restoreItems, snoozeTimes, toneOf, urgencyOf } from './model.ts'

const item = (id: string, note = '') => ({ id, note, createdAt: `2026-03-02T10:00:0${9 - Number(id)}.000Z` })
const list = (ids: string) => Array.from(ids, (id) => item(id))
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

describe('rolling back a notification change', () => {
  it("restores an item's position", () => {
    expect(ids(restoreItems(list('134'), list('1234'), ['2']))).toBe('1234')
    expect(ids(restoreItems(list('234'), list('1234'), ['1']))).toBe('1234')
    expect(ids(restoreItems(list('123'), list('1234'), ['4']))).toBe('1234')
    expect(ids(restoreItems(list('14'), list('1234'), ['2', '3']))).toBe('1234')
  })

  it('restores old values and keeps changes of other items', () => {
    const now = [item('0'), item('1', 'changed'), item('2', 'changed'), item('4')]
    const before = list('1234')
    expect(restoreItems(now, before, ['2'])).toEqual([item('0'), item('1', 'changed'), item('2'), item('4')])
  })

  it('restores the only item of a list', () => {
    expect(ids(restoreItems([], list('1'), ['1']))).toBe('1')
  })
})

describe('refreshing notifications', () => {
  it('keeps the older pages', () => {
    expect(ids(mergeFirstPage(list('0123'), list('12345'), true))).toBe('012345')
  })

  it('removes deleted items, and everything beyond the end', () => {
    expect(ids(mergeFirstPage(list('13'), list('12345'), true))).toBe('1345')
    expect(ids(mergeFirstPage(list('13'), list('12345'), false))).toBe('13')
    expect(ids(mergeFirstPage([], list('12'), false))).toBe('')
  })
})

describe('snoozing a notification', () => {
  const names = (now: string) =>
    snoozeTimes(new Date(now)).map(({ name, until }) => `${name} ${until.getDate()} ${until.getHours()}`)

  it('offers an hour, the evening, tomorrow and Monday', () => {
    // A Monday.
    expect(names('2026-03-02T09:30:00')).toEqual(['hour 2 10', 'evening 2 18', 'tomorrow 3 8', 'week 9 8'])
  })

  it('omits an evening that has begun', () => {
    expect(names('2026-03-04T17:30:00')).toEqual(['hour 4 18', 'tomorrow 5 8', 'week 9 8'])
  })

  it('does not offer Monday twice on a Sunday', () => {
    expect(names('2026-03-08T20:00:00')).toEqual(['hour 8 21', 'tomorrow 9 8'])
  })
})

describe('a notification in the list', () => {
  const workflow = (critical: boolean) => ({ critical })

  it('has the urgency of its severity, and is urgent when critical', () => {
    expect(urgencyOf({ severity: 'high', workflow: workflow(true) })).toBe('urgent')
    expect(urgencyOf({ severity: 'high', workflow: workflow(false) })).toBe('important')
    expect(urgencyOf({ severity: 'low', workflow: undefined })).toBe('normal')
    expect(toneOf({ severity: 'medium', workflow: undefined })).toBe('info')
    expect(toneOf({ severity: 'none', workflow: undefined })).toBe('neutral')
  })

  it('links into the app by path only', () => {
    expect(innerPath('/bookings/1?a=b')).toBe('/bookings/1?a=b')
    for (const url of ['//evil.example.com', 'https://example.com', undefined]) expect(innerPath(url)).toBeUndefined()
  })
})

describe('showing a notification on the desktop', () => {
  const day = new Date(2026, 2, 2, 11)
  const night = new Date(2026, 2, 2, 23)
  const kind = (identifier: string, channels: object) => ({ channels, workflow: { identifier } })
  const general = (schedule = {}) => ({ channels: { desktop: true }, schedule })
  const shown = (channels: object, { now = day, isPushed = false, schedule = {} } = {}) =>
    mayShow({ identifier: 'offer-accepted' }, [general(schedule), kind('offer-accepted', channels)], { now, isPushed })

  it('follows the preference', () => {
    expect(shown({ in_app: true, desktop: true, push: false })).toBe(true)
    expect(shown({ in_app: true, desktop: false, push: true })).toBe(false)
    // Low importance; a plain Novu server has no such channel.
    expect(shown({ in_app: true })).toBe(false)
    expect(shown({ in_app: true, push: true })).toBe(true)
  })

  it('is skipped when push shows it', () => {
    expect(shown({ desktop: true, push: true }, { isPushed: true })).toBe(false)
    expect(shown({ desktop: true, push: false }, { isPushed: true })).toBe(true)
  })

  it('is skipped in quiet hours, unless critical or open', () => {
    expect(shown({ desktop: true }, { now: night })).toBe(false)
    expect(shown({ desktop: true }, { now: night, schedule: { isEnabled: false } })).toBe(true)
    expect(mayShow({ identifier: 'payout-failed' }, [general()], { now: night, isPushed: false })).toBe(true)
  })
})
