import type { SecondFactorMethod } from '@fettle/protocol/accounts/credentials'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'

/** Second factors: what they protect, how long things stay valid, and the form of recovery codes. Pure. */

export const factorLimits = { PASSKEY: 10, TOTP: 1 } as const
export const RECOVERY_CODES = 10
/** How long a sign-in waits for its second factor, and how long a challenge can be answered. */
export const CHALLENGE_VALID_FOR_MS = 10 * MINUTE_MS
export const DEVICE_TRUSTED_FOR_MS = 30 * DAY_MS
/** Wrong codes: few in a row, and few a day, so that six digits cannot be guessed by someone who knows the password. */
export const CODE_LIMITS = [
  { name: 'second-factor', tries: 5, windowMs: 15 * MINUTE_MS },
  { name: 'second-factor-day', tries: 20, windowMs: DAY_MS },
] as const
/** Passkey challenges one network address may request. */
export const CHALLENGES_PER_ADDRESS = { tries: 300, windowMs: HOUR_MS } as const

/** Ways in which an account can pass the second step. */
export function methodsOf(kinds: readonly ('PASSKEY' | 'TOTP')[], recoveryCodesLeft: number): SecondFactorMethod[] {
  return [
    ...(kinds.includes('PASSKEY') ? (['PASSKEY'] as const) : []),
    ...(kinds.includes('TOTP') ? (['TOTP'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}

/** Confirmation that a payout or a change of bank details requires. */
export function protectionOf(facts: { hasFactor: boolean; isRequired: boolean }): 'NONE' | 'STEP_UP' | 'SET_UP' {
  if (facts.hasFactor) return 'STEP_UP'
  return facts.isRequired ? 'SET_UP' : 'NONE'
}

/** Whether a step-up counts: a second factor is needed once the account has one. */
export const isStrongEnough = (method: string, hasFactor: boolean): boolean =>
  !hasFactor || method === 'PASSKEY' || method === 'TOTP' || method === 'RECOVERY_CODE'

// Crockford's alphabet: no letters that look like others.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A recovery code of 50 random bits, from random bytes. */
export const toRecoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 10), (byte) => ALPHABET[byte & 31]).join('')

/** `k3v9q-1xzt7`: a recovery code as people read it. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** When a requested reset takes effect. */
export const resetTime = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS)
