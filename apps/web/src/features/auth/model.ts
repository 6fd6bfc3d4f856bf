import { t } from '@lingui/core/macro'
import { isApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { problemsOf, type FieldProblem } from '../../lib/forms/problems.ts'
import { resendTime } from '../../lib/forms/resend-time.ts'

/** Raw values of a form: texts and checkboxes. */
export type RawForm = Record<string, string | boolean>

/** The site's rules for new passwords and registration. The server checks both again. */
export interface SiteRules {
  passwordMinLength: number
  requireTerms: boolean
}

/** State from an earlier page is missing. The message is shown to the user. */
export class MissingState extends Error {
  override readonly name = 'MissingState'
}

/** Maps a refused request to form problems: at the fields the server names, otherwise for the whole form. */
export function errorOf(
  error: unknown,
  fallback: string,
  fieldOf: Readonly<Record<string, string>> = {},
): FieldProblem[] {
  if (isApiError(error) && error.issues.length > 0) return problemsOf(error.issues)
  const field = isApiError(error) ? (fieldOf[error.code] ?? '') : ''
  return [{ field, message: error instanceof MissingState ? error.message : errorText(error, fallback) }]
}

/** Whether the server may have done what it was asked, although the call failed. */
export const isUnanswered = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500)

export type LoginError =
  | { next: 'verify'; message: string; verificationToken: string | null; email: string | null; resendAt: number | null }
  | { next: 'stay'; problems: FieldProblem[] }

/**
 * Maps a refused login to form problems. A 403, or any message that says "verify", means unverified. `typed` is the
 * email or phone.
 */
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

/** What the second step of a login needs. */
export interface SecondFactorChallenge {
  token: string
  methods: readonly string[]
}

/** The second step that a refused login asks for, if it does. */
export function secondFactorIn(error: unknown): SecondFactorChallenge | undefined {
  if (!isApiError(error) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined
  const token = textIn(error.data, 'secondFactorToken')
  const methods = (error.data as { methods?: unknown } | null)?.methods
  return token === null ? undefined : { token, methods: Array.isArray(methods) ? methods.map(String) : [] }
}

/** Reads a string from the error's data, which may come from any server. */
const textIn = (data: unknown, name: string): string | null => {
  const value = (data as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Reads the invitation code from a link. */
export function inviteIn(search: string): string | undefined {
  const query = new URLSearchParams(search)
  return (query.get('invite') ?? query.get('ref') ?? '').trim() || undefined
}

/** Message for a verification without a known email address. */
export const noEmail = (): string => t`Email not found. Please register again.`

/** Message for a registration whose token has expired, or that somebody with the same email has replaced. */
export const registrationEnded = (): string =>
  t`This registration has expired or was replaced. Log in for a new code, or register again.`

/** Message for a recovery that was not started in this tab. */
export const noRecovery = (): string => t`Missing email or OTP code. Please start the password reset process again.`
