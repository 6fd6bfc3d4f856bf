import type { Checked, Problem } from '../../lib/problems.ts'

/** Adds the rules between fields to what a schema has passed. */
export const withRules = <T>(checked: Checked<T>, problems: Problem[]): Checked<T> =>
  checked.ok && problems.length > 0 ? { ok: false, problems } : checked

/** The day as the server counts it. */
export const todayUtc = (now = new Date()): string => now.toISOString().slice(0, 10)
