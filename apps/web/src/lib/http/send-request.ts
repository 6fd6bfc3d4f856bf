import { t } from '@lingui/core/macro'
import type { RawResponse } from './parse-response.ts'
import { ApiError } from './api-error.ts'
import { reportConnection } from './connection.ts'

export interface ApiRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

/** Longer than any response takes. */
const TIMEOUT_MS = 30_000

/** Error of a call without a response. */
export const noConnection = () =>
  new ApiError({ status: 0, code: 'NETWORK', message: t`No connection. Check your network and try again.` })

/** Error of an aborted call. */
export const aborted = () => new DOMException('The call was aborted', 'AbortError')

/** Takes the response requested by the page's head: once, and only for the same token. */
function takePrefetched({ method, url, headers }: ApiRequest): Promise<Response | undefined> | undefined {
  const pending = method === 'GET' ? window.fettleEarly?.[url] : undefined
  delete window.fettleEarly?.[url]
  return pending?.then((started) =>
    headers['authorization'] === `Bearer ${started?.token}` ? started?.response : undefined,
  )
}

/** Sends a request with cookies. Uploads use XMLHttpRequest, because fetch does not report their progress. */
export async function sendRequest(request: ApiRequest): Promise<RawResponse> {
  if (request.body instanceof FormData) return (await import('./upload.ts')).upload(request)
  const controller = new AbortController()
  const abort = () => controller.abort(aborted())
  const timeout = setTimeout(() => controller.abort(), TIMEOUT_MS)
  if (request.signal?.aborted) throw aborted()
  request.signal?.addEventListener('abort', abort)
  const whenAborted = new Promise<never>((_, reject) =>
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error)),
  )
  whenAborted.catch(() => undefined)
  try {
    const pending = takePrefetched(request)
    const response =
      // The request of the page's head has no timeout and no abort signal.
      (pending && (await Promise.race([pending, whenAborted]))) ??
      (await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        credentials: 'include',
        signal: controller.signal,
        ...(request.keepalive && { keepalive: true }),
        ...(request.body === undefined ? {} : { body: request.body }),
      }))
    const text = await response.text()
    reportConnection(true)
    return { status: response.status, text, requestId: response.headers.get('x-request-id') }
  } catch (error) {
    if (request.signal?.aborted) throw aborted()
    if (error instanceof ApiError) throw error
    reportConnection(false)
    throw noConnection()
  } finally {
    clearTimeout(timeout)
    request.signal?.removeEventListener('abort', abort)
  }
}
