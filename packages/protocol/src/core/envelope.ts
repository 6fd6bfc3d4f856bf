import type { ErrorCode } from './errors.ts'

export type IssueCode =
  | 'REQUIRED'
  | 'INVALID_FORMAT'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_BIG'
  | 'NOT_ALLOWED'
  | 'DUPLICATE'
  | 'MISMATCH'

/** One field that was refused. `path` is its place in the body, `field` its last name. */
export interface Issue {
  path: (string | number)[]
  field: string
  code: IssueCode
  minimum?: number
  maximum?: number
  /** What may be chosen instead, where the field is one of a list. */
  allowed?: string[]
  message: string
}

export interface Success<Data> {
  success: true
  status: number
  message: string
  data: Data
  meta?: Record<string, unknown>
}

/** A body with `success: false` is an error whatever the HTTP status says. */
export interface Failure {
  success: false
  status: number
  code: ErrorCode
  message: string
  issues?: Issue[]
  details?: Record<string, unknown>
  requestId: string
  data?: unknown
}
