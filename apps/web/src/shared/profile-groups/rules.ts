import { translateValidation } from '../../lib/i18n/validation-messages.ts'
import type { ValidationResult, FieldProblem } from '../../lib/forms/problems.ts'

/** Adds the rules between fields to what a schema has passed, said in the language of the page. */
export const withRules = <T>(checked: ValidationResult<T>, problems: FieldProblem[]): ValidationResult<T> =>
  checked.ok && problems.length > 0
    ? { ok: false, problems: problems.map((each) => ({ ...each, message: translateValidation(each.message) })) }
    : checked

/** The day as the server counts it. */
export const todayUtc = (now = new Date()): string => now.toISOString().slice(0, 10)
