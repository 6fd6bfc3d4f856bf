import type { Issue } from '@fettle/protocol'

/** One field that cannot stay as it is. An empty `field` speaks of the whole form. */
export interface Problem {
  field: string
  message: string
}

export type Checked<T> = { ok: true; values: T } | { ok: false; problems: Problem[] }

/** What the server refused, field by field. */
export const problemsOf = (issues: readonly Issue[]): Problem[] =>
  issues.map(({ path, field, message }) => ({ field: String(path[0] ?? field), message }))

export const problemAt = (problems: readonly Problem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message

/** A problem on screen; the server's own cannot be judged again here. */
export type ShownProblem = Problem & { fromServer?: boolean }

/**
 * What is left of the complaints on screen after a field has changed: those that still hold, in their present words,
 * and the server's about other fields.
 */
export function follow(shown: readonly ShownProblem[], checked: Checked<unknown>, changed: string): ShownProblem[] {
  const now = checked.ok ? [] : checked.problems
  return shown.flatMap((problem) => {
    const message = problemAt(now, problem.field)
    if (message) return [{ field: problem.field, message }]
    return problem.fromServer && problem.field !== changed ? [problem] : []
  })
}

/** Those of a refusal, as they are shown. */
export const fromServer = (problems: readonly Problem[]): ShownProblem[] =>
  problems.map(({ field, message }) => ({ field, message, fromServer: true }))
