import { errorCodeOf } from '../start-error.ts'

/**
 * PostgreSQL and network codes for a lost server, as opposed to a failed statement. ENOTFOUND is one of them, because
 * the host name of a stopped container does not resolve.
 */
const CONNECTION_ERROR_CODES =
  /^(08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
/** Messages of `pg` without a code. */
const CONNECTION_ERROR_PATTERN =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether an error means that the database connection was lost or could not be opened. */
export function isConnectionLoss(error: unknown): boolean {
  const code = errorCodeOf(error)
  if (code !== undefined) {
    const isSocketMissing = code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect'
    return isSocketMissing || CONNECTION_ERROR_CODES.test(code)
  }
  return error instanceof Error && CONNECTION_ERROR_PATTERN.test(error.message)
}
