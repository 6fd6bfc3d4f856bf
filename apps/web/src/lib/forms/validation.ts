import { toIssues } from '@fettle/protocol/core/issues'
import * as z from 'zod/mini'
import { translateIssues } from '../i18n/validation-messages.ts'
import { problemsOf, type ValidationResult } from './problems.ts'

/** Validates a form by the server's schema. */
export function check<S extends z.core.$ZodType>(schema: S, raw: unknown): ValidationResult<z.core.output<S>> {
  const result = z.safeParse(schema, raw)
  return result.success
    ? { ok: true, values: result.data }
    : { ok: false, problems: problemsOf(translateIssues(toIssues(result.error, raw))) }
}
