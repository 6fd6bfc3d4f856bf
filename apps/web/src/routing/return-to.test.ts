import { expect, it } from 'vitest'
import { clearReturnTo, takeReturnTo } from './return-to.ts'
import { storeReturnTo } from './store-return-to.ts'

const store = (pathname: string, now = Date.now()) => storeReturnTo({ pathname, search: '', hash: '' }, { now })

it('returns to the stored address once', () => {
  storeReturnTo({ pathname: '/bookings/bkg_1', search: '?tab=notes', hash: '#end' })
  expect(takeReturnTo()).toBe('/bookings/bkg_1?tab=notes#end')
  expect(takeReturnTo()).toBe('/')
})

it.each(['//evil.test/x', 'https://evil.test/', '/login', 'javascript:alert(1)', '\\\\evil.test'])(
  'never returns to %s',
  (path) => {
    store(path)
    expect(takeReturnTo()).toBe('/')
  },
)

it('forgets after half an hour, on logout, and when malformed', () => {
  store('/bookings', 0)
  expect(takeReturnTo(30 * 60_000 + 1)).toBe('/')
  store('/bookings')
  clearReturnTo()
  expect(takeReturnTo()).toBe('/')
  sessionStorage.setItem('place', '{')
  expect(takeReturnTo()).toBe('/')
})
