import type { RawResponse } from './parse-response.ts'
import { aborted, noConnection, type ApiRequest } from './send-request.ts'

/** Uploads with progress, which fetch cannot report. */
export function upload({ method, url, headers, body, signal, onProgress }: ApiRequest): Promise<RawResponse> {
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
