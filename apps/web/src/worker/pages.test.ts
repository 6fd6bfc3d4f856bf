import { describe, expect, it } from 'vitest'
import { isPage, isSignIn, nameOf } from './pages.ts'

describe('the pages that are kept on the device', () => {
  it('are those of the app, one for all addresses of a kind', () => {
    expect(nameOf('/')).toBe('/')
    expect(nameOf('/bookings')).toBe('/bookings')
    expect(nameOf('/bookings/bkg_1')).toBe('/bookings/:id')
    expect(nameOf('/bookings/')).toBeUndefined()
    expect(nameOf('/bookings/bkg_1/more')).toBeUndefined()
    expect(nameOf('/login')).toBeUndefined()
  })

  it.each(['/v2/profile', '/v2', '/chat/v1/x', '/files/abc', '/dev/outbox', '/assets/app-1.js', '/sw.js', '/icon.svg'])(
    'are not what other parts of the server answer: %s',
    (path) => expect(isPage(path)).toBe(false),
  )

  it('leave the sign-in pages to the network', () => {
    expect(isPage('/login')).toBe(true)
    expect(isSignIn('/login')).toBe(true)
    expect(isSignIn('/bookings')).toBe(false)
  })
})
