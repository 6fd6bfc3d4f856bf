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
  globalThis.fetch = async (input, init = {}) => {
    const response = await fetch(input, init)
    const { method = 'GET', headers, body } = init
    if (typeof input === 'string' && response.ok && (typeof body !== 'object' || body instanceof FormData)) {
      const { origin, pathname, search } = new URL(input)
      requests.push({
        method,
        origin,
        path: pathname,
        query: search.slice(1),
        headers: Object.fromEntries(new Headers(headers)),
        body: body ?? undefined,
        createdId: await idIn(response.clone()),
      })
    }
    return response
  }
  return { requests, stop: () => void (globalThis.fetch = fetch) }
}

async function idIn(response: Response): Promise<string | undefined> {
  const { data } = (await response.json().catch(() => ({}))) as { data?: { id?: unknown } | null }
  return typeof data?.id === 'string' ? data.id : undefined
}

/** Sends a request as it is. Redirects are not followed. */
export const sendRequest = (
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
