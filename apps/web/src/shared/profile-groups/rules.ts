import { translateValidation } from '../../lib/i18n/validation-messages.ts'
import type { ValidationResult, FieldProblem } from '../../lib/forms/problems.ts'

/** Adds rules across fields to a validated form, with translated messages. */
export const withRules = <T>(checked: ValidationResult<T>, problems: FieldProblem[]): ValidationResult<T> =>
  checked.ok && problems.length > 0
    ? { ok: false, problems: problems.map((each) => ({ ...each, message: translateValidation(each.message) })) }
    : checked

/** Today in UTC, as the server counts days. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10)
