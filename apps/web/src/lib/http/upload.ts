import { reportConnection } from './connection.ts'
import type { RawResponse } from './parse-response.ts'
import { aborted, noConnection, type ApiRequest } from './send-request.ts'

/** Without progress or a response for this long the connection is dead. Slow uploads go on as long as they move. */
export const SILENCE_TIMEOUT_MS = 60_000

/** Sends an upload. It may take as long as it needs, but not stand still. */
export function upload({ method, url, headers, body, signal, onProgress }: ApiRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    const failWithoutConnection = () => {
      reportConnection(false)
      reject(noConnection())
      xhr.abort()
    }
    let silenceTimer = setTimeout(failWithoutConnection, SILENCE_TIMEOUT_MS)
    xhr.open(method, url)
    xhr.withCredentials = true
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(failWithoutConnection, SILENCE_TIMEOUT_MS)
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    xhr.onload = () => {
      reportConnection(true)
      onProgress?.(1)
      resolve({ status: xhr.status, text: xhr.responseText, requestId: xhr.getResponseHeader('x-request-id') })
    }
    xhr.onerror = failWithoutConnection
    xhr.onabort = () => reject(aborted())
    xhr.onloadend = () => {
      clearTimeout(silenceTimer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    xhr.send(body ?? null)
  })
}
