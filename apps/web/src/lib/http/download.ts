import type { Call } from '@fettle/protocol/core/operation'
import { addressOf, readResponse } from './api.ts'
import { reportConnection } from './connection.ts'
import { noConnection } from './send-request.ts'
import { saveFile } from '../browser/save-file.ts'
import { readKey } from '../browser/storage.ts'

/** Longer than the server takes to create any file. The transfer itself has no time limit. */
const TIMEOUT_MS = 60_000

const fail = (): never => {
  reportConnection(false)
  throw noConnection()
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true

/** Whether a text is a refusal, which may come with a successful status. */
function isFailure(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown } | null)?.success === false
  } catch {
    return false
  }
}

/**
 * Downloads a file that needs the session, under the name the server gives it. Errors are handled as in every call: a
 * 401 ends the session.
 */
export async function download(
  operation: Call,
  input: { params?: Record<string, string>; query?: Record<string, string | undefined> },
  fallbackName: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${readKey('token') ?? ''}` }
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(), TIMEOUT_MS)
  const response = await fetch(addressOf(operation, input), {
    credentials: 'include',
    headers,
    signal: controller.signal,
  })
    .catch(fail)
    .finally(() => clearTimeout(timeout))
  const file = await response.blob().catch(fail)
  reportConnection(true)
  const text = response.ok && !isJson(response) ? '' : await file.text()
  if (!response.ok || isFailure(text)) {
    const requestId = response.headers.get('x-request-id')
    readResponse(operation, { status: response.status, text, requestId }, headers)
  }
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(file, name ?? fallbackName)
}
