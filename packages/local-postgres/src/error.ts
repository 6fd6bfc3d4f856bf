/** Why the database cannot start, in words that say what to do: shown without a stack. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError'
}

/** The code of an error of the system or the database, such as `EACCES` or `3D000`, if it has one. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
