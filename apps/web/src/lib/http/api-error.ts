import type { ErrorCode, Issue } from '@fettle/protocol'

/** `NETWORK`: no response. `UNREADABLE`: a response that is not from our API. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE'

/** Error of a failed call. Decide by `code` and `status`, never by the text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; the body's status when a refusal came with a successful HTTP status; 0 without a response. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly data: unknown
  /** The server's message, if there is one. */
  readonly serverMessage: string | undefined

  constructor(details: {
    status: number
    code: ApiErrorCode
    message: string
    serverMessage?: string | undefined
    issues?: readonly Issue[] | undefined
    details?: Record<string, unknown> | undefined
    requestId?: string | undefined
    data?: unknown
  }) {
    super(details.message)
    this.status = details.status
    this.code = details.code
    this.serverMessage = details.serverMessage
    this.issues = details.issues ?? []
    this.details = details.details ?? {}
    this.requestId = details.requestId
    this.data = details.data
  }
}

/** Whether an error was thrown by a call. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Whether an error was thrown by a call with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  isApiError(error) && statuses.includes(error.status)

/** Whether an error was thrown by a call with one of these codes. */
export const hasCode = (error: unknown, ...codes: ApiErrorCode[]): boolean =>
  isApiError(error) && codes.includes(error.code)
