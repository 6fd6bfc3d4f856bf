import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from './auth.rules.ts'
import { CODE_TRIES, evaluateCode, nextSendAt } from './codes/codes.rules.ts'
import { EASY_PASSWORD, isRun, passwordProblem } from './passwords/passwords.rules.ts'
import { deviceName, sessionIsLive } from './sessions/sessions.rules.ts'

const now = new Date('2026-03-02T11:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('the network of an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:0470:1F0B:0007::1', '2001:470:1f0b:7::/64'],
    ['2001:470:1f0b:7:ffff:1:2:3', '2001:470:1f0b:7::/64'],
    ['2001:470::5', '2001:470:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('requesting the next code', () => {
  const seconds = (sends: number[], options?: { coolDown?: boolean }) =>
    Math.max(0, (nextSendAt(sends.map(ago), options).getTime() - now.getTime()) / 1000)

  it('is possible at once when none was sent', () => {
    expect(seconds([])).toBe(0)
  })

  it('requires a minute since the last one', () => {
    expect(seconds([10])).toBe(50)
    expect(seconds([60])).toBe(0)
    expect(seconds([10], { coolDown: false })).toBe(0)
  })

  it('is limited to five per hour and ten per day', () => {
    expect(seconds([100, 200, 300, 400, 600])).toBe(3000)
    expect(seconds([100, 200, 300, 400, 600], { coolDown: false })).toBe(3000)
    const ten = Array.from({ length: 10 }, (_, n) => 4000 + n)
    expect(seconds(ten)).toBe(86_400 - 4009)
  })

  it('never exceeds five per hour and ten per day, whenever requested', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 7200 }), { maxLength: 60 }), (pauses) => {
        const sends: Date[] = []
        let at = now.getTime()
        for (const pause of pauses) {
          at += pause * 1000
          if (nextSendAt(sends).getTime() <= at) sends.unshift(new Date(at))
        }
        const within = (span: number, last: Date) =>
          sends.filter((send) => send <= last && send.getTime() > last.getTime() - span).length
        for (const send of sends) {
          expect(within(3_600_000, send)).toBeLessThanOrEqual(5)
          expect(within(86_400_000, send)).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

describe('a code', () => {
  const code = (failedAttempts: number, lateBy = -1) => ({ failedAttempts, expiresAt: ago(lateBy) })

  it('is valid, wrong with attempts left, exhausted or expired', () => {
    expect(evaluateCode(code(0), true, now)).toEqual({ outcome: 'RIGHT' })
    expect(evaluateCode(code(0), false, now)).toEqual({ outcome: 'WRONG', triesLeft: 4 })
    expect(evaluateCode(code(3), false, now)).toEqual({ outcome: 'WRONG', triesLeft: 1 })
    expect(evaluateCode(code(4), false, now)).toEqual({ outcome: 'BURNT' })
    expect(evaluateCode(code(CODE_TRIES), true, now)).toEqual({ outcome: 'BURNT' })
    expect(evaluateCode(code(0, 0), true, now)).toEqual({ outcome: 'EXPIRED' })
    expect(evaluateCode(undefined, true, now)).toEqual({ outcome: 'EXPIRED' })
  })
})

describe('a password', () => {
  const person = { email: 'a.obi@example.com', phone: '+2348031234567', firstName: 'Ada', lastName: 'Okonkwo' }
  const problem = (password: string, minLength = 8) =>
    passwordProblem(password, { minLength, person, isCommon: (lowered) => lowered === 'letmein99' })

  it.each(['correct horse', '🔧🔨🪛🪚🧰🪜🧲🔩', '        x', 'Ada is not telling', 'ünïcödé wörds'])(
    'may be %j',
    (password) => {
      expect(problem(password)).toBeUndefined()
    },
  )

  it.each([
    'LetMeIn99',
    'mrs okonkwo',
    'a.obi@example.com',
    'a.obi-2026-x',
    'call 8031234567',
    'call 803 123 4567',
    'FETTLE 2026',
    'zzzzzzzz',
    '23456789',
    '98765432',
    '67890123',
    'hgfedcba',
  ])('may not be %j', (password) => {
    expect(problem(password)).toBe(EASY_PASSWORD)
  })

  it('is as long as the site asks for, in characters a person counts', () => {
    expect(problem('🔧🔨🪛🪚')).toBe('PASSWORD_TOO_SHORT{"min":8}')
    expect(problem('correct horse', 15)).toBe('PASSWORD_TOO_SHORT{"min":15}')
  })

  it('has sequential characters or not', () => {
    expect(isRun('')).toBe(false)
    expect(isRun('ab')).toBe(true)
    expect(isRun('abd')).toBe(false)
    expect(isRun('acegikmo')).toBe(false)
  })
})

describe('a session', () => {
  const day = 86_400
  it('ends by inactivity or age', () => {
    const expiresAt = ago(-16 * day)
    expect(sessionIsLive({ lastSeenAt: ago(14 * day - 1), expiresAt }, now)).toBe(true)
    expect(sessionIsLive({ lastSeenAt: ago(14 * day), expiresAt }, now)).toBe(false)
    expect(sessionIsLive({ lastSeenAt: now, expiresAt: now }, now)).toBe(false)
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    ['curl/8.0', 'Unknown device'],
    [null, 'Unknown device'],
  ])('from %s is shown as %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
