import { fillPath, type Call, type CallInput, type Result } from '@fettle/protocol/core/operation'
import { parseResponse, type ApiResponse, type RawResponse } from './parse-response.ts'
import { ApiError } from './api-error.ts'
import { endsSession } from './auto-logout.ts'
import { sendRequest } from './send-request.ts'
import { clearKeys, readKey } from '../browser/storage.ts'

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Bearer token instead of the stored one: session renewal uses the stream token. */
  token?: string | null
  /** A repeated write with the same key returns its first result. */
  idempotencyKey?: string
  /** The request outlives the page. */
  keepalive?: boolean
  /** Uploaded fraction from 0 to 1. */
  onProgress?: (fraction: number) => void
}

let leaveForLogin = (): void => location.assign('/login')

/** Sets the handler of an ended session. Both stored tokens have been removed by then. */
export function onSessionEnd(handler: () => void): void {
  leaveForLogin = handler
}

/** Removes the session from this browser and goes to the login page. */
export function endSession(): void {
  clearKeys(['token', 'verificationToken'])
  leaveForLogin()
}

type RequestParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; file?: Blob }

/** Address of a call, with its path parameters filled in and without empty query parameters. */
export function addressOf(operation: Call, { params, query }: Pick<RequestParts, 'params' | 'query'>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const path = fillPath(operation.path, params)
  return search.size > 0 ? `${path}?${search}` : path
}

function bodyOf(operation: Call, { body, file }: RequestParts): string | FormData | undefined {
  if (!operation.file) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.set(name, String(value))
  }
  // Fields before the file, so that the server may refuse before reading it.
  if (file) form.set(operation.file, file, file instanceof File ? file.name : 'file')
  return form
}

function headersOf(options: CallOptions, body: string | FormData | undefined): Record<string, string> {
  const token = options.token === undefined ? readKey('token') : options.token
  return {
    accept: 'application/json',
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    ...options.headers,
  }
}

/** Whether a request's token is gone from this browser: somebody logged out, or another request ended the session. */
const isForgotten = ({ authorization }: Record<string, string>): boolean =>
  authorization !== undefined &&
  !(['token', 'streamToken'] as const).some((key) => authorization === `Bearer ${readKey(key)}`)

/** Parses a response; throws ApiError for every refusal and ends the session on a 401 that requires it. */
export function readResponse<C extends Call>(
  operation: C,
  raw: RawResponse,
  headers: Record<string, string>,
): ApiResponse<C> {
  try {
    return parseResponse<C>(raw)
  } catch (error) {
    if (
      error instanceof ApiError &&
      !isForgotten(headers) &&
      endsSession({ status: error.status, pagePath: location.pathname, operation, headers })
    )
      endSession()
    throw error
  }
}

/** Calls an operation and returns the whole envelope: data, message and meta. */
export async function callWithMeta<C extends Call>(
  operation: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<ApiResponse<C>> {
  const parts = input as RequestParts
  const body = bodyOf(operation, parts)
  const headers = headersOf(options, body)
  const raw = await sendRequest({
    method: operation.method,
    url: addressOf(operation, parts),
    headers,
    body,
    signal: options.signal,
    keepalive: options.keepalive,
    onProgress: options.onProgress,
  })
  return readResponse(operation, raw, headers)
}

/** Calls an operation and returns its data. */
export async function call<C extends Call>(
  operation: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<Result<C>> {
  return (await callWithMeta(operation, input, options)).data
}
