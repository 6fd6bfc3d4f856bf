import { describe, expect, it } from 'vitest'
import { isPage, isSignIn, nameOf } from './pages.ts'

describe('cached pages', () => {
  it('are those of the app, one per route', () => {
    expect(nameOf('/')).toBe('/')
    expect(nameOf('/bookings')).toBe('/bookings')
    expect(nameOf('/bookings/bkg_1')).toBe('/bookings/:id')
    expect(nameOf('/bookings/')).toBeUndefined()
    expect(nameOf('/bookings/bkg_1/more')).toBeUndefined()
    expect(nameOf('/login')).toBeUndefined()
  })

  it.each(['/v2/profile', '/v2', '/chat/v1/x', '/files/abc', '/dev/outbox', '/assets/app-1.js', '/sw.js', '/icon.svg'])(
    'exclude other parts of the server: %s',
    (path) => expect(isPage(path)).toBe(false),
  )

  it('exclude the sign-in pages', () => {
    expect(isPage('/login')).toBe(true)
    expect(isSignIn('/login')).toBe(true)
    expect(isSignIn('/bookings')).toBe(false)
  })
})
