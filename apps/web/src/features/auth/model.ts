import { t } from '@lingui/core/macro'
import { isApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { problemsOf, type FieldProblem } from '../../lib/forms/problems.ts'

/** A form as the page holds it: texts, and boxes that are ticked or not. */
export type RawForm = Record<string, string | boolean>

/** What a site asks of a new password and of those who register; the server judges both again. */
export interface SiteRules {
  passwordMinLength: number
  requireTerms: boolean
}

/** Something the pages before should have left is not there; its message is for people. */
export class MissingState extends Error {
  override readonly name = 'MissingState'
}

/** What a refusal means to a form: at its fields where the server names them, otherwise to the whole. */
export function errorOf(
  error: unknown,
  fallback: string,
  fieldOf: Readonly<Record<string, string>> = {},
): FieldProblem[] {
  if (isApiError(error) && error.issues.length > 0) return problemsOf(error.issues)
  const field = isApiError(error) ? (fieldOf[error.code] ?? '') : ''
  return [{ field, message: error instanceof MissingState ? error.message : errorText(error, fallback) }]
}

export type LoginError =
  | { next: 'verify'; message: string; verificationToken: string | null; email: string | null; resendAt: number | null }
  | { next: 'stay'; problems: FieldProblem[] }

/** 403 means unverified, and so does any message that says "verify". `typed` is the email or phone. */
export function loginErrorOf(error: unknown, typed: string, now: number): LoginError {
  const fallback = t`Login failed`
  const unverified = isApiError(error) && (error.status === 403 || /verify/i.test(error.message))
  if (!unverified) return { next: 'stay', problems: errorOf(error, fallback) }
  const instant = textIn(error.data, 'resendAvailableAt')
  return {
    next: 'verify',
    message: error.serverMessage ?? t`Please verify your account`,
    verificationToken: textIn(error.data, 'verificationToken'),
    email: textIn(error.data, 'email') ?? (typed.includes('@') ? typed.trim().toLowerCase() : null),
    resendAt: instant === null ? null : resendTime(instant, now),
  }
}

/** What a refusal carries beside its message; read with care, because any server may have answered. */
const textIn = (data: unknown, name: string): string | null => {
  const value = (data as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const RESEND_COOLDOWN_MS = 60_000

/**
 * When another code may be asked for, by this browser's clock. Never further away than the usual minute: a clock that
 * is wrong must not lock anybody out, and a longer wait is told by the refusal.
 */
export const resendTime = (instant: string, now: number): number =>
  Math.min(Date.parse(instant) || now, now + RESEND_COOLDOWN_MS)

/** The wait a refused resend asks for, or null when it was refused for another reason. */
export function resendTimeAfter(error: unknown, now: number): number | null {
  const seconds = isApiError(error) ? error.details['seconds'] : undefined
  return typeof seconds === 'number' && seconds > 0 ? now + seconds * 1000 : null
}

export const secondsUntil = (time: number | undefined, now: number): number =>
  time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1000))

/** `0:42`, `12:05`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The code an invitation's link carries. */
export function inviteIn(search: string): string | undefined {
  const query = new URLSearchParams(search)
  return (query.get('invite') ?? query.get('ref') ?? '').trim() || undefined
}

/** The verification has nothing to go by. */
export const noEmail = (): string => t`Email not found. Please register again.`

/** A recovery that was not begun in this tab. */
export const noRecovery = (): string => t`Missing email or OTP code. Please start the password reset process again.`
