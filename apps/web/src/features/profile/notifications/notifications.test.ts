import { describe, expect, it } from 'vitest'
import { groupsOf, isOn, kindsIn, withChoice } from './model.ts'
import { isOpenAt, toQuietHours, toSchedule, usualHours } from '../../../shared/forms/quiet-hours.ts'

const listed = (identifier: string, group: string, channels: object, critical = false) =>
  ({ channels, workflow: { id: identifier, identifier, name: identifier, critical, tags: [group] } }) as never

const kinds = kindsIn([
  { channels: { email: true }, workflow: undefined },
  listed('password-changed', 'security', { in_app: true, email: true, push: true }, true),
  listed('booking-requested', 'bookings', { in_app: true, email: true, push: false }),
  listed('booking-cancelled', 'bookings', { in_app: true, email: true, push: true }, true),
  listed('booking-confirmed', 'bookings', { in_app: true, email: false, push: false, desktop: true }),
  listed('review-received', 'reviews', { in_app: true, email: false }),
])

describe('notification preferences by group', () => {
  it('exclude critical kinds, and list purely critical groups last', () => {
    expect(groupsOf(kinds).map(({ name, isFixed, kinds: own }) => [name, isFixed, own.map(({ id }) => id)])).toEqual([
      ['bookings', false, ['booking-requested', 'booking-confirmed']],
      ['reviews', false, ['review-received']],
      ['security', true, ['password-changed']],
    ])
  })

  it('are on when any kind is, and undefined without the channel', () => {
    const [bookings, reviews, security] = groupsOf(kinds)
    expect(bookings && [isOn(bookings, 'email'), isOn(bookings, 'push'), isOn(bookings, 'desktop')]).toEqual([
      true,
      false,
      true,
    ])
    expect(reviews && [isOn(reviews, 'email'), isOn(reviews, 'push')]).toEqual([false, undefined])
    expect(security && isOn(security, 'push')).toBe(true)
  })

  it('change the whole group only', () => {
    const [bookings] = groupsOf(kinds)
    const after = bookings ? withChoice(kinds, bookings, 'email', false) : []
    expect(after.filter(({ on }, index) => on.email !== kinds[index]?.on.email).map(({ id }) => id)).toEqual([
      'booking-requested',
    ])
  })
})

describe('quiet hours in the form', () => {
  it.each([
    { isOn: true, from: '21:00', until: '07:00' },
    { isOn: false, from: '22:30', until: '06:15' },
    { isOn: true, from: '12:00', until: '14:00' },
    { isOn: true, from: '00:00', until: '08:00' },
  ])('from $from until $until survive a round trip', (quiet) => {
    expect(toQuietHours(toSchedule(quiet))).toEqual(quiet)
  })

  it('are stored as the opposite, open hours', () => {
    expect(toSchedule(usualHours).weeklySchedule.sunday).toEqual({
      isEnabled: true,
      hours: [{ start: '07:00 AM', end: '09:00 PM' }],
    })
  })

  it('have defaults', () => {
    expect(toQuietHours({ isEnabled: undefined, weeklySchedule: undefined })).toEqual(usualHours)
  })

  it.each([
    [20, 59, true],
    [21, 0, false],
    [6, 59, false],
    [7, 0, true],
  ])('are over or not, at %i:%i', (hour, minute, open) => {
    const now = new Date(2026, 2, 2, hour, minute)
    expect(isOpenAt(now, undefined)).toBe(open)
    expect(isOpenAt(now, toSchedule({ isOn: true, from: '21:00', until: '07:00' }))).toBe(open)
    expect(isOpenAt(now, toSchedule({ isOn: false, from: '21:00', until: '07:00' }))).toBe(true)
    expect(isOpenAt(now, { isEnabled: true, weeklySchedule: undefined })).toBe(open)
    expect(isOpenAt(now, { isEnabled: true, weeklySchedule: {} })).toBe(false)
  })

  it('end at midnight where the day says so', () => {
    const noon = toSchedule({ isOn: true, from: '12:00', until: '14:00' })
    expect(isOpenAt(new Date(2026, 2, 2, 23, 59, 30), noon)).toBe(true)
    expect(isOpenAt(new Date(2026, 2, 2, 13), noon)).toBe(false)
  })

  it('begin and end by the hours of a day that last until the next', () => {
    const evening = {
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '10:00 PM', end: '06:00 AM' }] } },
    }
    const at = (day: number, hour: number) => isOpenAt(new Date(2026, 2, day, hour), evening)
    expect([at(2, 5), at(2, 21), at(2, 23), at(3, 5), at(3, 6), at(3, 23)]).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
