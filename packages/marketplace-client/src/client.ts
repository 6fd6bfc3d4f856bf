import {
  fillPath,
  type Call,
  type CallInput,
  type Failure,
  type Operation,
  type Result,
  type Success,
} from '@fettle/protocol'
import { MarketplaceError, MarketplaceUnreachable } from './errors.ts'

export interface MarketplaceClientOptions {
  /** Origin of the installation, such as `https://fettle.example`. */
  origin: string
  /** An API key: `mk_live_…` or `mk_test_…`. */
  apiKey: string
  /** Attempts per call, the first included. Default 5. */
  maxAttempts?: number
  /** Milliseconds that one attempt may take. Default 30,000. */
  timeout?: number
  fetch?: typeof fetch
  /** Waits before the next attempt; until `stop` is aborted, if it can. */
  wait?: (milliseconds: number, stop?: AbortSignal) => Promise<unknown>
  /** Makes a new idempotency key. */
  newKey?: () => string
}

interface RequestOptions {
  /** The customer the call acts for, where path and body do not name one. */
  customerId?: string | undefined
  /** Key of a write. A new one per call by default; store your own where the write must survive a restart of yours. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** Calls operations of `@fettle/protocol/marketplace` and its subpaths. */
export interface MarketplaceClient {
  /** Returns the `data` of the answer. Throws MarketplaceError if refused, MarketplaceUnreachable without an answer. */
  call<O extends Operation | Call>(operation: O, input: CallInput<O>, options?: RequestOptions): Promise<Result<O>>
  /** Returns the `data` of the answer with its `meta`. Throws like `call`. */
  callWithMeta<O extends Operation | Call>(
    operation: O,
    input: CallInput<O>,
    options?: RequestOptions,
  ): Promise<{ data: Result<O>; meta: Record<string, unknown> }>
  /** Iterates over the entries of all pages of a list. */
  list<O extends Operation | Call>(
    operation: O,
    input: CallInput<O>,
    options?: RequestOptions,
  ): AsyncGenerator<Result<O> extends readonly (infer Entry)[] ? Entry : never>
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 20_000

/**
 * Makes a client. Reads and writes are repeated after network errors, 429 and 5xx, with `Retry-After` or a growing wait;
 * a write keeps its idempotency key, so it takes effect once. Needs only the web platform's `fetch` and `crypto`.
 */
export function createMarketplaceClient({
  origin,
  apiKey,
  maxAttempts = 5,
  timeout = 30_000,
  fetch: send = (input, init) => fetch(input, init),
  wait = waitUnlessStopped,
  newKey = () => crypto.randomUUID(),
}: MarketplaceClientOptions): MarketplaceClient {
  const sendOnce = async (url: string, init: RequestInit, signal: AbortSignal | undefined) => {
    const limit = AbortSignal.timeout(timeout)
    const response = await send(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
    const answer = await response.json().catch((error: unknown) => {
      if (response.status < 400 || response.status >= 500) throw error
      return unreadableRefusal(response)
    })
    return {
      answer: answer as Success<unknown> | Failure | ReturnType<typeof unreadableRefusal>,
      retryAfterMs: retryAfterOf(response),
    }
  }

  const callWithMeta: MarketplaceClient['callWithMeta'] = async (operation, input, options = {}) => {
    const isWrite = operation.method !== 'GET'
    const idempotencyKey = isWrite ? (options.idempotencyKey ?? newKey()) : undefined
    const { headers, ...init } = requestOf(operation, input as Parts)
    const named = {
      ...headers,
      authorization: `Bearer ${apiKey}`,
      ...(options.customerId !== undefined && { 'x-customer-id': options.customerId }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    const url = new URL(addressOf(operation, input as Parts), origin).href
    for (let attempt = 1; ; attempt += 1) {
      let retryAfterMs = 0
      try {
        const sent = await sendOnce(url, { ...init, headers: named }, options.signal)
        if (sent.answer.success)
          return { data: sent.answer.data as Result<typeof operation>, meta: sent.answer.meta ?? {} }
        const error = new MarketplaceError(operation.name, sent.answer)
        if (!isTemporary(error) || attempt >= maxAttempts) throw error
        retryAfterMs = sent.retryAfterMs
      } catch (error) {
        if (error instanceof MarketplaceError) throw error
        if (options.signal?.aborted) throw options.signal.reason
        if (attempt >= maxAttempts) throw new MarketplaceUnreachable(operation.name, idempotencyKey, error)
      }
      await wait(Math.max(retryAfterMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))), options.signal)
      options.signal?.throwIfAborted()
    }
  }

  return {
    callWithMeta,
    call: async (operation, input, options) => (await callWithMeta(operation, input, options)).data,
    async *list(operation, input, options) {
      const { query, ...rest } = input as Parts
      for (let cursor: unknown = query?.['cursor']; ;) {
        const page = { ...rest, query: { ...query, cursor } } as CallInput<typeof operation>
        const { data, meta } = await callWithMeta(operation, page, options)
        yield* data as readonly never[]
        cursor = meta['nextCursor']
        if (typeof cursor !== 'string') return
      }
    },
  }
}

const waitUnlessStopped = (milliseconds: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    if (stop?.aborted) done()
    else stop?.addEventListener('abort', done)
  })

const isTemporary = ({ status, code }: MarketplaceError): boolean =>
  status >= 500 ||
  code === 'RATE_LIMITED' ||
  code === 'IDEMPOTENCY_IN_PROGRESS' ||
  (code === 'UNREADABLE' && (status === 408 || status === 429))

/** A refusal without the API's envelope, such as a proxy's page for a file that is too large. */
const unreadableRefusal = ({ status, headers }: Response) => ({
  success: false as const,
  status,
  code: 'UNREADABLE' as const,
  message: `The request was refused with status ${status}.`,
  requestId: headers.get('x-request-id') ?? '',
})

/** `Retry-After` in milliseconds; it has seconds or a date. Zero if there is none. */
function retryAfterOf({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? wait : 0
}

function addressOf({ path }: Pick<Operation, 'path'>, { params, query = {} }: Parts): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return fillPath(path, params) + (search.size > 0 ? `?${search.toString()}` : '')
}

function requestOf(
  { method, file: fileField }: Pick<Operation, 'method' | 'file'>,
  { body, file }: Parts,
): { method: string; headers: Record<string, string>; body?: BodyInit } {
  if (fileField !== undefined) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body ?? {})) {
      if (value !== undefined && value !== null) form.set(name, String(value))
    }
    if (file) form.set(fileField, file, file instanceof File ? file.name : 'photo.jpg')
    return { method, headers: {}, body: form }
  }
  if (body === undefined) return { method, headers: {} }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
