import { t } from '@lingui/core/macro'
import type { RawAnswer } from './api-answer.ts'
import { ApiError } from './api-error.ts'

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
  keepalive?: boolean | undefined
}

/** Longer than any answer of ours takes; a connection that says nothing for so long is dead. */
const TIMEOUT = 30_000

const noConnection = () =>
  new ApiError({ status: 0, code: 'NETWORK', message: t`No connection. Check your network and try again.` })

const aborted = () => new DOMException('The call was given up', 'AbortError')

/** Sends a request with the browser's cookies. Uploads that report progress go by XMLHttpRequest: fetch cannot. */
export async function sendRequest(request: Request): Promise<RawAnswer> {
  if (request.onProgress) return upload(request)
  const timer = new AbortController()
  const giveUp = () => timer.abort(aborted())
  const timeout = setTimeout(() => timer.abort(), TIMEOUT)
  if (request.signal?.aborted) throw aborted()
  request.signal?.addEventListener('abort', giveUp)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'include',
      signal: timer.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.keepalive ? { keepalive: true } : {}),
    })
    return { status: response.status, text: await response.text(), requestId: response.headers.get('x-request-id') }
  } catch (error) {
    if (request.signal?.aborted) throw aborted()
    throw error instanceof ApiError ? error : noConnection()
  } finally {
    clearTimeout(timeout)
    request.signal?.removeEventListener('abort', giveUp)
  }
}

function upload({ method, url, headers, body, signal, onProgress }: Request): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const xhr = new XMLHttpRequest()
    const giveUp = () => xhr.abort()
    xhr.open(method, url)
    xhr.withCredentials = true
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    xhr.onload = () => {
      onProgress?.(1)
      resolve({ status: xhr.status, text: xhr.responseText, requestId: xhr.getResponseHeader('x-request-id') })
    }
    xhr.onerror = () => reject(noConnection())
    xhr.onabort = () => reject(aborted())
    xhr.onloadend = () => signal?.removeEventListener('abort', giveUp)
    signal?.addEventListener('abort', giveUp)
    xhr.send(body ?? null)
  })
}
