import { expect, it } from 'vitest'
import { titleText } from './title.ts'
import { setUnread, unreadTotal } from './unread.ts'

it.each([
  ['Bookings', 0, 'Bookings · Fettle'],
  ['Bookings', 3, '(3) Bookings · Fettle'],
  ['', 120, '(120) Fettle'],
])('%s with %i unread is titled %s', (name, unread, title) => {
  expect(titleText(name, unread)).toBe(title)
})

it('sums the counts of all features', () => {
  setUnread('messages', 2)
  setUnread('notifications', 3)
  setUnread('notifications', 3)
  expect(unreadTotal()).toBe(5)
  setUnread('messages', -1)
  setUnread('notifications', Number.NaN)
  expect(unreadTotal()).toBe(0)
})
