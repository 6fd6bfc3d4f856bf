/** Why the database cannot start, in words that say what to do: shown without a stack. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError'
}

/** The code of a system error such as `EACCES`, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
