import type { Issue } from '@fettle/protocol'

/** One field that cannot stay as it is. An empty `field` speaks of the whole form. */
export interface FieldProblem {
  field: string
  message: string
}

export type ValidationResult<T> = { ok: true; values: T } | { ok: false; problems: FieldProblem[] }

/** What the server refused, field by field. */
export const problemsOf = (issues: readonly Issue[]): FieldProblem[] =>
  issues.map(({ path, field, message }) => ({ field: String(path[0] ?? field), message }))

export const problemAt = (problems: readonly FieldProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message

/** A problem on screen; the server's own cannot be judged again here. */
export type ShownFieldProblem = FieldProblem & { fromServer?: boolean }

/**
 * What is left of the complaints on screen after a field has changed: those that still hold, in their present words,
 * and the server's about other fields.
 */
export function updateProblems(
  shown: readonly ShownFieldProblem[],
  checked: ValidationResult<unknown>,
  changed: string,
): ShownFieldProblem[] {
  const now = checked.ok ? [] : checked.problems
  return shown.flatMap((problem) => {
    const message = problemAt(now, problem.field)
    if (message) return [{ field: problem.field, message }]
    return problem.fromServer && problem.field !== changed ? [problem] : []
  })
}

/** Those of a refusal, as they are shown. */
export const serverProblems = (problems: readonly FieldProblem[]): ShownFieldProblem[] =>
  problems.map(({ field, message }) => ({ field, message, fromServer: true }))
