import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238): six digits, every 30 seconds. */

const PERIOD_MS = 30_000
const SECRET_BYTES = 20
/** Accepts the code before and after the current one, because clocks of phones differ. */
const WINDOW = 1

const totpOf = (secret: string, label = 'Fettle') =>
  new TOTP({ issuer: 'Fettle', label, secret: Secret.fromBase32(secret) })

/** A secret in base32, from random bytes. */
export const toSecret = (random: Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(random.subarray(0, SECRET_BYTES)).buffer }).base32

/** The address that authenticator apps read from a QR code. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of a correct code. Undefined: wrong, or not after `lastStep`, so a code cannot be used twice. */
export function matchingStep(secret: string, code: string, { lastStep, now }: { lastStep: number; now: Date }) {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / PERIOD_MS) + delta
  return step > lastStep ? step : undefined
}
