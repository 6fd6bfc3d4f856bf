import type { Issue } from '@fettle/protocol'

/** Problem of a field. An empty `field` means the whole form. */
export interface FieldProblem {
  field: string
  message: string
}

export type ValidationResult<T> = { ok: true; values: T } | { ok: false; problems: FieldProblem[] }

/** The server's issues by field. */
export const problemsOf = (issues: readonly Issue[]): FieldProblem[] =>
  issues.map(({ path, field, message }) => ({ field: String(path[0] ?? field), message }))

/** Message of a field's problem, if there is one. */
export const problemAt = (problems: readonly FieldProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message

/** A problem on screen; problems found by the server cannot be checked again here. */
export type ShownFieldProblem = FieldProblem & { fromServer?: boolean }

/**
 * Updates the problems on screen after a field has changed: keeps those that still apply, with their current text, and
 * the server's about other fields.
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

/** Converts the server's problems for display. */
export const serverProblems = (problems: readonly FieldProblem[]): ShownFieldProblem[] =>
  problems.map(({ field, message }) => ({ field, message, fromServer: true }))
