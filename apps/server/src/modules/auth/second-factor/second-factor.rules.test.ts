import { describe, expect, it } from 'vitest'
import {
  formatRecoveryCode,
  isStrongEnough,
  methodsOf,
  protectionOf,
  resetTime,
  toRecoveryCode,
} from './second-factor.rules.ts'
import { matchingStep, toSecret, uriOf } from './totp.ts'
import { TOTP } from 'otpauth'

describe('second factor rules', () => {
  it.each([
    [[], 0, []],
    [['PASSKEY'], 0, ['PASSKEY']],
    [['PASSKEY', 'PASSKEY'], 2, ['PASSKEY', 'RECOVERY_CODE']],
    [['TOTP'], 10, ['TOTP', 'RECOVERY_CODE']],
    [['TOTP', 'PASSKEY'], 10, ['PASSKEY', 'TOTP', 'RECOVERY_CODE']],
  ] as const)('offer for %j and %i recovery codes: %j', (kinds, left, methods) => {
    expect(methodsOf(kinds, left)).toEqual(methods)
  })

  it.each([
    [false, false, 'NONE'],
    [false, true, 'SET_UP'],
    [true, false, 'STEP_UP'],
    [true, true, 'STEP_UP'],
  ] as const)('protect money with a factor %s and required %s by %s', (hasFactor, isRequired, protection) => {
    expect(protectionOf({ hasFactor, isRequired })).toBe(protection)
  })

  it.each([
    ['PASSWORD', false],
    ['OTP', false],
    ['PASSKEY', true],
    ['TOTP', true],
    ['RECOVERY_CODE', true],
  ] as const)('take %s of an account with a second factor: %s', (method, isEnough) => {
    expect(isStrongEnough(method, true)).toBe(isEnough)
    expect(isStrongEnough(method, false)).toBe(true)
  })

  it('write recovery codes without letters that look alike', () => {
    const code = toRecoveryCode(Uint8Array.from({ length: 32 }, (_, index) => index * 7))
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
    expect(formatRecoveryCode(code)).toBe(`${code.slice(0, 5)}-${code.slice(5)}`)
  })

  it('reset after the waiting time', () => {
    expect(resetTime(new Date('2026-03-02T11:00:00Z'), 72)).toEqual(new Date('2026-03-05T11:00:00Z'))
  })
})

describe('codes of authenticator apps', () => {
  // Test vector of RFC 6238, appendix B, cut to six digits.
  const secret = toSecret(Buffer.from('12345678901234567890'))
  const now = new Date(59_000)

  it('match the standard', () => {
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(matchingStep(secret, '287082', { lastStep: 0, now })).toBe(1)
  })

  it('are accepted one step early and late, and not two', () => {
    const at = (seconds: number) => new Date(seconds * 1000)
    expect(matchingStep(secret, '287082', { lastStep: 0, now: at(25) })).toBe(1)
    expect(matchingStep(secret, '287082', { lastStep: 0, now: at(89) })).toBe(1)
    expect(matchingStep(secret, '287082', { lastStep: 0, now: at(90) })).toBeUndefined()
  })

  it('are refused from the last accepted step on', () => {
    expect(matchingStep(secret, '287082', { lastStep: 1, now })).toBeUndefined()
    expect(matchingStep(secret, '287082', { lastStep: 2, now })).toBeUndefined()
  })

  it('are refused when wrong', () => {
    expect(matchingStep(secret, '287083', { lastStep: 0, now })).toBeUndefined()
    expect(matchingStep(secret, '', { lastStep: 0, now })).toBeUndefined()
  })

  it('come from an address that names the account', () => {
    const uri = uriOf(secret, 'ada@example.com')
    expect(uri).toContain('otpauth://totp/Fettle:ada%40example.com?')
    expect(uri).toContain('issuer=Fettle')
    expect(TOTP.defaults.period).toBe(30)
  })
})
