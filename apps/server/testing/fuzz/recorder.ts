import { requestListeners, type HttpResponse, type RequestOptions } from '../app/http-request.ts'

/** A request as it was sent. */
export interface RecordedRequest {
  method: string
  /** Of the server, such as `http://127.0.0.1:4310`. */
  origin: string
  path: string
  query: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  /** Id of the record in the response. */
  createdId?: string | undefined
}

export interface RequestRecorder {
  /** Requests that succeeded, oldest first. */
  requests: RecordedRequest[]
  stop(): void
}

/** Records every request of this thread that succeeds, so that tests which prepare a state give valid requests. */
export function recordRequests(): RequestRecorder {
  const { fetch } = globalThis
  const requests: RecordedRequest[] = []
  const record = (url: string, { method, headers, body }: RequestOptions, { status, text }: HttpResponse) => {
    if (status < 200 || status > 299) return
    const { origin, pathname, search } = new URL(url)
    const query = search.slice(1)
    requests.push({ method, origin, path: pathname, query, headers: { ...headers }, body, createdId: idIn(text) })
  }
  requestListeners.add(record)
  globalThis.fetch = async (input, init = {}) => {
    const response = await fetch(input, init)
    const { method = 'GET', headers: sentHeaders, body } = init
    if (typeof input === 'string' && (typeof body !== 'object' || body instanceof FormData)) {
      const headers = Object.fromEntries(new Headers(sentHeaders))
      const { status, headers: received } = response
      const text = await response.clone().text()
      record(input, { method, headers, body: body ?? undefined }, { status, headers: received, text })
    }
    return response
  }
  const stop = () => {
    requestListeners.delete(record)
    globalThis.fetch = fetch
  }
  return { requests, stop }
}

function idIn(text: string): string | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown } | null }
    return typeof data?.id === 'string' ? data.id : undefined
  } catch {
    return undefined
  }
}

/** Sends a request as it is. Redirects are not followed. */
export const sendRecorded = (
  { method, origin, path, query, headers, body }: RecordedRequest,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(`${origin}${path}${query && `?${query}`}`, {
    method,
    headers,
    redirect: 'manual',
    signal,
    ...(body === undefined || method === 'GET' ? {} : { body }),
  })
