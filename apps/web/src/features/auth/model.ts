import { LoginForm, RegisterForm, Unverified } from '@fettle/protocol/auth'
import { NewPassword, passwordTooShort, ROLE } from '@fettle/protocol/fields'
import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { check, problemsOf, type Checked, type Problem } from '../../lib/validation.ts'

/** A form as the page holds it: texts, and boxes that are ticked or not. */
export type RawForm = Record<string, string | boolean>

/** What a site asks of a new password and of those who register; the server judges both again. */
export interface SiteRules {
  passwordMinLength: number
  requireTerms: boolean
}

const textOf = (raw: RawForm, field: string): string => {
  const value = raw[field]
  return typeof value === 'string' ? value : ''
}

export const checkLogin = (raw: RawForm) => check(LoginForm, { ...raw, role: ROLE })

const Recovery = z.object({ email: RegisterForm.shape.email })
export const checkRecovery = (raw: RawForm) => check(Recovery, raw)

export function checkRegistration(raw: RawForm, rules: SiteRules): Checked<z.output<typeof RegisterForm>> {
  const referralCode = textOf(raw, 'referralCode').trim()
  const form = { ...raw, role: ROLE, referralCode: referralCode === '' ? undefined : referralCode }
  return join(check(RegisterForm, form), [
    ...newPasswordProblems(raw, 'password', rules),
    ...(rules.requireTerms && raw['acceptTerms'] !== true
      ? [{ field: 'acceptTerms', message: t`Accept the terms to continue.` }]
      : []),
  ])
}

const PasswordChoice = z.object({ newPassword: NewPassword })
export const checkNewPassword = (raw: RawForm, rules: SiteRules) =>
  join(check(PasswordChoice, raw), newPasswordProblems(raw, 'newPassword', rules))

/** Length by this site's rule, and both typings alike. */
function newPasswordProblems(raw: RawForm, field: string, { passwordMinLength }: SiteRules): Problem[] {
  const password = textOf(raw, field)
  const problems: Problem[] = []
  if (password !== '' && Array.from(password).length < passwordMinLength)
    problems.push({ field, message: passwordTooShort(passwordMinLength) })
  if (textOf(raw, 'confirmPassword') !== password)
    problems.push({ field: 'confirmPassword', message: t`Passwords do not match.` })
  return problems
}

/** Adds rules to what a schema said; the first word about a field stands. */
function join<T>(checked: Checked<T>, more: Problem[]): Checked<T> {
  if (more.length === 0) return checked
  const said = checked.ok ? [] : checked.problems
  return { ok: false, problems: [...said, ...more.filter(({ field }) => !said.some((other) => other.field === field))] }
}

/** Something the pages before should have left is not there; its message is for people. */
export class MissingState extends Error {
  override readonly name = 'MissingState'
}

/** What a refusal means to a form: at its fields where the server names them, otherwise to the whole. */
export function refusalOf(error: unknown, fallback: string, fieldOf: Readonly<Record<string, string>> = {}): Problem[] {
  if (isApiError(error) && error.issues.length > 0) return problemsOf(error.issues)
  const field = isApiError(error) ? (fieldOf[error.code] ?? '') : ''
  return [{ field, message: error instanceof MissingState ? error.message : errorText(error, fallback) }]
}

export type LoginRefusal =
  | { next: 'verify'; message: string; verificationToken: string | null; email: string | null; resendAt: number | null }
  | { next: 'stay'; problems: Problem[] }

/** 403 means unverified, and so does any message that says "verify" (spec §4). `typed` is the email or phone. */
export function judgeLogin(error: unknown, typed: string, now: number): LoginRefusal {
  const fallback = t`Login failed`
  const unverified = isApiError(error) && (error.status === 403 || /verify/i.test(error.message))
  if (!unverified) return { next: 'stay', problems: refusalOf(error, fallback) }
  const data = z.safeParse(Unverified, error.data)
  return {
    next: 'verify',
    message: error.serverMessage ?? t`Please verify your account`,
    verificationToken: tokenIn(error.data),
    email: (data.success ? data.data.email : undefined) ?? (typed.includes('@') ? typed.trim().toLowerCase() : null),
    resendAt: data.success ? resendTime(data.data.resendAvailableAt, now) : null,
  }
}

const tokenIn = (data: unknown): string | null => {
  const token = (data as { verificationToken?: unknown } | null | undefined)?.verificationToken
  return typeof token === 'string' && token !== '' ? token : null
}

const COOL_DOWN = 60_000

/**
 * When another code may be asked for, by this browser's clock. Never further away than the usual minute: a clock that
 * is wrong must not lock anybody out, and a longer wait is told by the refusal.
 */
export const resendTime = (instant: string, now: number): number =>
  Math.min(Date.parse(instant) || now, now + COOL_DOWN)

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

/** The verification has nothing to go by (spec §5). */
export const noEmail = (): string => t`Email not found. Please register again.`

/** A recovery that was not begun in this tab (spec §5). */
export const noRecovery = (): string => t`Missing email or OTP code. Please start the password reset process again.`
