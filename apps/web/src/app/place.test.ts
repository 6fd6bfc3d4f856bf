import { expect, it } from 'vitest'
import { forgetPlace, takePlace } from './place.ts'
import { rememberPlace } from './remember-place.ts'

it('leads back to where somebody wanted to go, once', () => {
  rememberPlace('/bookings/bkg_1?tab=notes')
  expect(takePlace()).toBe('/bookings/bkg_1?tab=notes')
  expect(takePlace()).toBe('/')
})

it.each(['//evil.test/x', 'https://evil.test/', '/login', 'javascript:alert(1)', '\\\\evil.test'])(
  'never leads to %s',
  (place) => {
    rememberPlace(place)
    expect(takePlace()).toBe('/')
  },
)

it('forgets after half an hour, on logout, and what it cannot read', () => {
  rememberPlace('/bookings', 0)
  expect(takePlace(30 * 60_000 + 1)).toBe('/')
  rememberPlace('/bookings')
  forgetPlace()
  expect(takePlace()).toBe('/')
  sessionStorage.setItem('place', '{')
  expect(takePlace()).toBe('/')
})
