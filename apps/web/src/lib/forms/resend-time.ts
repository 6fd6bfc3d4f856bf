import { isApiError } from '../http/api-error.ts'

const RESEND_COOLDOWN_MS = 60_000

/**
 * Time after which another code may be requested, by this browser's clock. At most one minute ahead, because a wrong
 * clock must not lock anybody out; a longer wait is part of the server's refusal.
 */
export const resendTime = (instant: string, now: number): number =>
  Math.min(Date.parse(instant) || now, now + RESEND_COOLDOWN_MS)

/** Returns the wait that a refused resend asks for, or null when it was refused for another reason. */
export function resendTimeAfter(error: unknown, now: number): number | null {
  const seconds = isApiError(error) ? error.details['seconds'] : undefined
  return typeof seconds === 'number' && seconds > 0 ? now + seconds * 1000 : null
}

/** Whole seconds until a time, rounded up; 0 when it has passed or is undefined. */
export const secondsUntil = (time: number | undefined, now: number): number =>
  time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1000))
