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

/** One invalid field. `path` leads to it in the body, `field` is the last name in it. */
export interface Issue {
  path: (string | number)[]
  field: string
  code: IssueCode
  minimum?: number
  maximum?: number
  /** Allowed values, where the field is an enumeration. */
  allowed?: string[]
  /** What the schema expects there, as a type: `{ amount: integer, currency: string }`. */
  expected?: string
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
