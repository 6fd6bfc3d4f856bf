import type { Issue } from '@fettle/protocol'
import { toIssues } from '@fettle/protocol/core/issues'
import * as z from 'zod/mini'

/** One field that cannot stay as it is. An empty `field` speaks of the whole form. */
export interface Problem {
  field: string
  message: string
}

export type Checked<T> = { ok: true; values: T } | { ok: false; problems: Problem[] }

/** Judges a form by the schema the server will judge it by. */
export function check<S extends z.core.$ZodType>(schema: S, raw: unknown): Checked<z.core.output<S>> {
  const result = z.safeParse(schema, raw)
  return result.success
    ? { ok: true, values: result.data }
    : { ok: false, problems: problemsOf(toIssues(result.error, raw)) }
}

/** What the server refused, field by field. */
export const problemsOf = (issues: readonly Issue[]): Problem[] =>
  issues.map(({ path, field, message }) => ({ field: String(path[0] ?? field), message }))

export const problemAt = (problems: readonly Problem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message
