import type { Call, Failure, Result, Success } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { ApiError } from './api-error.ts'

/** An unparsed response. */
export interface RawResponse {
  status: number
  text: string
  requestId?: string | null | undefined
}

export interface ApiResponse<C extends Call> {
  data: Result<C>
  message: string
  meta: Record<string, unknown>
  /** The whole answer, for a field beside the data. */
  body: Record<string, unknown>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function errorFrom(status: number, body: Partial<Failure>, requestId?: string | null): ApiError {
  const serverMessage = typeof body.message === 'string' && body.message !== '' ? body.message : undefined
  return new ApiError({
    // A refusal may come with HTTP 200: then the body's status counts.
    status: status >= 400 ? status : (body.status ?? status),
    code: body.code ?? (status >= 500 ? 'INTERNAL' : 'UNREADABLE'),
    message: serverMessage ?? t`API request failed`,
    serverMessage,
    issues: Array.isArray(body.issues) ? body.issues : undefined,
    details: isRecord(body.details) ? body.details : undefined,
    requestId: body.requestId ?? requestId ?? undefined,
    data: body.data,
  })
}

/**
 * Parses the envelope. A body with `success: false` or the status of an error is one whatever the HTTP status. Without
 * `data`, the fields of the result are at the top level of the body.
 */
export function parseResponse<C extends Call>(raw: RawResponse): ApiResponse<C> {
  const body = parse(raw.text)
  if (!isRecord(body)) throw errorFrom(raw.status, {}, raw.requestId)
  if (raw.status >= 400 || body['success'] === false || Number(body['status']) >= 400)
    throw errorFrom(raw.status, body, raw.requestId)
  const { message, meta } = body as unknown as Success<Result<C>>
  const data = ('data' in body ? body['data'] : body) as Result<C>
  return { data, message: message ?? '', meta: meta ?? {}, body }
}
