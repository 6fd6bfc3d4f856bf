/** Why the server cannot start, in words that say what to do. Shown without a stack; the exit code is not 0. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The code of a system error such as `EADDRINUSE`, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
