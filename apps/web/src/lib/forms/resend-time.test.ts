import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { resendTime, resendTimeAfter, secondsUntil } from './resend-time.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

describe('the wait for another code', () => {
  it('follows the server, and a wrong clock adds at most a minute', () => {
    expect(resendTime('2026-11-21T09:00:30.000Z', NOW)).toBe(NOW + 30_000)
    expect(resendTime('2026-11-21T09:30:00.000Z', NOW)).toBe(NOW + 60_000)
    expect(resendTime('nonsense', NOW)).toBe(NOW)
  })

  it('follows a refusal of any length', () => {
    expect(
      resendTimeAfter(
        new ApiError({ status: 429, code: 'OTP_RESEND_LIMIT', message: 'Wait.', details: { seconds: 1800 } }),
        NOW,
      ),
    ).toBe(NOW + 1_800_000)
    expect(resendTimeAfter(new ApiError({ status: 500, code: 'UNREADABLE', message: 'Away.' }), NOW)).toBeNull()
    expect(resendTimeAfter(new Error('boom'), NOW)).toBeNull()
  })

  it('counts down in whole seconds to zero', () => {
    expect([secondsUntil(NOW + 1, NOW), secondsUntil(NOW - 5, NOW), secondsUntil(undefined, NOW)]).toEqual([1, 0, 0])
  })
})
