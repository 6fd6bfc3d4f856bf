import { errorCatalogue, errorMessage, type ErrorCode, type Issue } from '@fettle/protocol'

/** The only error services throw. Code, status and message come from the protocol's catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly issues: Issue[] | undefined
  /** Additional `data` of some errors, such as the verification token of an unverified sign-in. */
  readonly data: unknown
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    extra: { issues?: Issue[]; data?: unknown; message?: string; headers?: Record<string, string> } = {},
  ) {
    super(extra.message ?? errorMessage(code, details))
    this.name = 'AppError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.details = details
    this.issues = extra.issues
    this.data = extra.data
    this.headers = extra.headers ?? {}
  }
}

/** A field error: 422 with a single issue and, if given, its limit. */
export function fieldError(
  path: (string | number)[],
  code: Issue['code'],
  message: string,
  limit: Pick<Issue, 'minimum' | 'maximum'> = {},
): AppError {
  const field = String(path.at(-1) ?? '')
  return new AppError('VALIDATION_FAILED', {}, { issues: [{ path, field, code, ...limit, message }] })
}
