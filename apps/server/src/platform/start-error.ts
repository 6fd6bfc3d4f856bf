import { LocalPostgresError } from '@fettle/local-postgres/error'

export { errorCodeOf } from '@fettle/local-postgres/error'

/** Why the server cannot start and what to do. Shown without a stack; the exit code is not 0. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether the message of an error says what to do, so that it is shown without a stack. */
export const isStartError = (error: unknown): error is Error =>
  error instanceof StartError || error instanceof LocalPostgresError
