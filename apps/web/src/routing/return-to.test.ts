import { expect, it } from 'vitest'
import { clearReturnTo, takeReturnTo } from './return-to.ts'
import { storeReturnTo } from './store-return-to.ts'

it('returns to the stored address once', () => {
  storeReturnTo('/bookings/bkg_1?tab=notes')
  expect(takeReturnTo()).toBe('/bookings/bkg_1?tab=notes')
  expect(takeReturnTo()).toBe('/')
})

it.each(['//evil.test/x', 'https://evil.test/', '/login', 'javascript:alert(1)', '\\\\evil.test'])(
  'never returns to %s',
  (path) => {
    storeReturnTo(path)
    expect(takeReturnTo()).toBe('/')
  },
)

it('forgets after half an hour, on logout, and when malformed', () => {
  storeReturnTo('/bookings', 0)
  expect(takeReturnTo(30 * 60_000 + 1)).toBe('/')
  storeReturnTo('/bookings')
  clearReturnTo()
  expect(takeReturnTo()).toBe('/')
  sessionStorage.setItem('place', '{')
  expect(takeReturnTo()).toBe('/')
})
