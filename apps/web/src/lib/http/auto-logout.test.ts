import { describe, expect, it } from 'vitest'
import { endsSession } from './auto-logout.ts'

const list = { method: 'GET', path: '/v2/bookings' } as const
const base = { status: 401, pagePath: '/bookings', operation: list, headers: {} }

describe('a 401 answer', () => {
  it.each(['/', '/bookings', '/messages', '/get-started', '/verify-otp', '/new-password', '/nothing'])(
    'ends the session on %s',
    (pagePath) => {
      expect(endsSession({ ...base, pagePath })).toBe(true)
    },
  )

  it.each(['/login', '/register', '/verify-account', '/forgot-password', '/reset-password', '/login/'])(
    'is expected on %s',
    (pagePath) => {
      expect(endsSession({ ...base, pagePath })).toBe(false)
    },
  )

  it.each(['X-Profile-Update', 'x-profile-update'])('is left to profile handling with %s: true', (name) => {
    expect(endsSession({ ...base, headers: { [name]: 'true' } })).toBe(false)
    expect(endsSession({ ...base, headers: { [name]: 'false' } })).toBe(true)
  })

  it('does not end the session when loading the profile', () => {
    expect(endsSession({ ...base, operation: { method: 'GET', path: '/v2/profile' } })).toBe(false)
    expect(endsSession({ ...base, operation: { method: 'POST', path: '/v2/profile/personal-info' } })).toBe(true)
  })
})

describe('another status', () => {
  it.each([0, 200, 400, 403, 404, 419, 422, 500])('keeps the session: %i', (status) => {
    expect(endsSession({ ...base, status })).toBe(false)
  })
})
