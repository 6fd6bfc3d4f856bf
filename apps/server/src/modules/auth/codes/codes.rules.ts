import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fettle/protocol/core/durations'

/** One-time codes: when they may be sent and when they are accepted. Pure. */

export const CODE_DIGITS = 6
export const CODE_VALID_FOR_MS = 10 * MINUTE_MS
/** How long a verified password reset code stays valid for the form that follows. */
export const RESET_GRACE_MS = 15 * MINUTE_MS
export const CODE_TRIES = 5
export const SENDS_PER_ADDRESS = { limit: 20, window: HOUR_MS }
/** Codes an account may request for new email addresses and phone numbers, because each message may cost money. */
export const SENDS_PER_ACCOUNT = { limit: 10, window: DAY_MS }
/** How long sent codes are stored, which the daily limit counts. */
export const SENDS_RETENTION_MS = DAY_MS

const COOL_DOWN_MS = 60 * SECOND_MS
const PER_HOUR = 5
const PER_DAY = 10

/** When the next code may be sent to a destination, from the times of earlier codes, newest first. */
export function nextSendAt(sends: readonly Date[], { coolDown = true } = {}): Date {
  const after = (send: Date | undefined, wait: number) => (send ? send.getTime() + wait : 0)
  return new Date(
    Math.max(
      coolDown ? after(sends[0], COOL_DOWN_MS) : 0,
      after(sends[PER_HOUR - 1], HOUR_MS),
      after(sends[PER_DAY - 1], DAY_MS),
    ),
  )
}

export interface StoredCode {
  failedAttempts: number
  expiresAt: Date
}

export type CodeVerdict = { outcome: 'RIGHT' | 'EXPIRED' | 'BURNT' } | { outcome: 'WRONG'; triesLeft: number }

/** Evaluates one attempt. A blocked code stays blocked for later attempts. */
export function evaluateCode(code: StoredCode | undefined, matches: boolean, now: Date): CodeVerdict {
  if (!code || code.expiresAt <= now) return { outcome: 'EXPIRED' }
  if (code.failedAttempts >= CODE_TRIES) return { outcome: 'BURNT' }
  if (matches) return { outcome: 'RIGHT' }
  const triesLeft = CODE_TRIES - code.failedAttempts - 1
  return triesLeft === 0 ? { outcome: 'BURNT' } : { outcome: 'WRONG', triesLeft }
}
