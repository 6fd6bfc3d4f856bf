import { LoginForm, RegisterForm } from '@fettle/protocol/accounts/auth'
import { NewPassword, passwordTooShort } from '@fettle/protocol/common/fields'
import { ROLE } from '@fettle/protocol/common/constants'
import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { translateValidation } from '../../lib/i18n/validation-messages.ts'
import type { ValidationResult, FieldProblem } from '../../lib/forms/problems.ts'
import { check } from '../../lib/forms/validation.ts'
import type { RawForm, SiteRules } from './model.ts'

// Validates forms with the server's own schemas. Loaded while the user types; no page waits for it.

const textOf = (raw: RawForm, field: string): string => {
  const value = raw[field]
  return typeof value === 'string' ? value : ''
}

export const checkLogin = (raw: RawForm) => check(LoginForm, { ...raw, role: ROLE })

const Recovery = z.object({ email: RegisterForm.shape.email })
export const checkRecovery = (raw: RawForm) => check(Recovery, raw)

export function checkRegistration(raw: RawForm, rules: SiteRules): ValidationResult<z.output<typeof RegisterForm>> {
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

/** Checks the length by the site's rule, and that both entries match. */
function newPasswordProblems(raw: RawForm, field: string, { passwordMinLength }: SiteRules): FieldProblem[] {
  const password = textOf(raw, field)
  const problems: FieldProblem[] = []
  if (password !== '' && Array.from(password).length < passwordMinLength)
    problems.push({ field, message: translateValidation(passwordTooShort(passwordMinLength)) })
  if (textOf(raw, 'confirmPassword') !== password)
    problems.push({ field: 'confirmPassword', message: t`Passwords don't match.` })
  return problems
}

/** Adds rules to the result of a schema; the first message of a field is kept. */
function join<T>(checked: ValidationResult<T>, more: FieldProblem[]): ValidationResult<T> {
  if (more.length === 0) return checked
  const ownProblems = checked.ok ? [] : checked.problems
  return {
    ok: false,
    problems: [...ownProblems, ...more.filter(({ field }) => !ownProblems.some((other) => other.field === field))],
  }
}
