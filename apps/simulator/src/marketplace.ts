import { fillPath, type CallInput, type Failure, type Operation, type Result, type Success } from '@fettle/protocol'

/** Client of the marketplace API with a key; retries what may be repeated. */
export interface Marketplace {
  /** Returns the data, or throws a `MarketplaceError`. `as`: the acting customer. */
  call<O extends Operation>(operation: O, input: CallInput<O>, as?: string): Promise<Result<O>>
  /** Returns the data with its meta. */
  ask<O extends Operation>(
    operation: O,
    input: CallInput<O>,
    as?: string,
  ): Promise<{ data: Result<O>; meta: Record<string, unknown> }>
}

/** An error response of the API. */
export class MarketplaceError extends Error {
  readonly failure: Failure
  constructor(operation: Operation, failure: Failure) {
    super(`${operation.name}: ${failure.code} ${failure.message}`)
    this.name = 'Refusal'
    this.failure = failure
  }
}

interface MarketplaceOptions {
  /** Origin of the product, without a trailing slash. */
  origin: string
  apiKey: string
  /** Prefix of idempotency keys, unique per process. */
  session: string
  wait(milliseconds: number): Promise<void>
}

const MAX_ATTEMPTS = 5
const TIMEOUT_MS = 30_000

export function createMarketplace({ origin, apiKey, session, wait }: MarketplaceOptions): Marketplace {
  let writes = 0

  async function once(operation: Operation, input: object, headers: Record<string, string>) {
    const { body, file } = input as { body?: unknown; file?: Blob }
    const form = operation.file === undefined ? undefined : formOf(operation.file, body, file)
    const response = await fetch(origin + pathOf(operation, input), {
      method: operation.method,
      headers: { ...headers, ...(form || body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Success<unknown> | Failure
    return { status: response.status, answer, retryAfter: Number(response.headers.get('retry-after') ?? 0) }
  }

  const ask: Marketplace['ask'] = async (operation, input, as) => {
    writes += 1
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(as === undefined ? {} : { 'x-customer-id': as }),
      ...(operation.method === 'GET' ? {} : { 'idempotency-key': `${session}:${writes}` }),
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, answer, retryAfter } = await once(operation, input, headers)
        if (answer.success) return { data: answer.data as Result<typeof operation>, meta: answer.meta ?? {} }
        const again = status >= 500 || status === 429 || answer.code === 'IDEMPOTENCY_IN_PROGRESS'
        if (!again || attempt >= MAX_ATTEMPTS) throw new MarketplaceError(operation, answer)
        await wait(Math.max(retryAfter * 1000, 200 * 2 ** attempt))
      } catch (error) {
        // A write without an answer is repeated with its key.
        if (error instanceof MarketplaceError || attempt >= MAX_ATTEMPTS) throw error
        await wait(200 * 2 ** attempt)
      }
    }
  }
  return { ask, call: async (operation, input, as) => (await ask(operation, input, as)).data }
}

function pathOf(operation: Operation, input: object): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const suffix = search.toString()
  return fillPath(operation.path, params) + (suffix ? `?${suffix}` : '')
}

function formOf(field: string, body: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body as Record<string, unknown> | undefined) ?? {}))
    form.set(name, String(value))
  if (file) form.set(field, file, 'photo.jpg')
  return form
}
