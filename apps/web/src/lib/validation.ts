import { toIssues } from '@fettle/protocol/core/issues'
import * as z from 'zod/mini'
import { inOwnWords } from './field-words.ts'
import { problemsOf, type Checked } from './problems.ts'

/** Judges a form by the schema the server will judge it by. */
export function check<S extends z.core.$ZodType>(schema: S, raw: unknown): Checked<z.core.output<S>> {
  const result = z.safeParse(schema, raw)
  return result.success
    ? { ok: true, values: result.data }
    : { ok: false, problems: problemsOf(inOwnWords(toIssues(result.error, raw))) }
}
