import { randomUUID } from 'node:crypto'
import { fillPath, type CallInput, type Failure, type Operation, type Result, type Success } from '@fettle/protocol'

/** The marketplace API for the operator's commands, which use nothing else. */
export interface Api {
  /** Calls an operation. Returns data and, for lists, the cursor of the next page. Throws CliApiError. */
  call<O extends Operation>(operation: O, input: CallInput<O>): Promise<{ data: Result<O>; next: string | null }>
  /** Downloads the file of an operation. Throws CliApiError. */
  download(operation: Operation): Promise<Buffer>
}

interface RequestParts {
  params?: object
  query?: object
  body?: unknown
  file?: File
}

/** An error returned by the server, or an unreachable server. */
export class CliApiError extends Error {
  override name = 'CliApiError'
}

/** Creates the API client. Every write carries its own `Idempotency-Key`. */
export function createApi({ url, key }: { url: string; key: string }): Api {
  const request = async (operation: Operation, input: RequestParts) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) query.set(name, String(value))
    const address = URL.canParse(url) ? new URL(fillPath(operation.path, { ...input.params }), url) : undefined
    if (!address) throw new CliApiError(`FETTLE_URL is not a web address: ${url}`)
    address.search = query.toString()
    const response = await fetch(address, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(operation.method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
        ...(input.body === undefined || input.file ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.file
        ? { body: formOf(operation, input.file, input.body) }
        : input.body === undefined
          ? {}
          : { body: JSON.stringify(input.body) }),
    }).catch(() => {
      throw new CliApiError(`No server answers at ${url}. Start the server, or set FETTLE_URL to its address.`)
    })
    if (response.ok) return response
    const failure = (await response.json().catch(() => null)) as Failure | null
    throw new CliApiError(failure ? describeError(failure, input) : `${url} answered ${response.status}.`)
  }
  return {
    async call(operation, input) {
      const response = await request(operation, input as RequestParts)
      const answer = (await response.json().catch(() => undefined)) as Success<Result<typeof operation>> | undefined
      if (!answer) throw new CliApiError(`${url} is not a Fettle server. Set FETTLE_URL to its address.`)
      const { data, meta } = answer
      const { nextCursor = null } = (meta ?? {}) as { nextCursor?: string | null }
      return { data, next: nextCursor }
    },
    download: async (operation) => Buffer.from(await (await request(operation, {})).arrayBuffer()),
  }
}

/** Builds the multipart form of a file and its fields. */
function formOf({ file: field = 'file' }: Operation, file: File, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) form.set(name, String(value))
  form.set(field, file, file.name)
  return form
}

function describeError(
  { status, code, message, issues = [], details = {} }: Failure,
  { params }: RequestParts,
): string {
  if (status === 401) return 'Unknown API key. Set FETTLE_KEY to a key with the scope operator.'
  const { scope, thing } = details as { scope?: string; thing?: string }
  if (code === 'FORBIDDEN' && scope !== undefined)
    return `This key lacks the scope ${scope}. Set FETTLE_KEY to one that has the scope ${scope}.`
  // An id of the wrong form is reported as an unknown page.
  const [id] = Object.values(params ?? {})
  if (code === 'NOT_FOUND' && thing === 'page' && id !== undefined) return `Unknown id ${String(id)}.`
  const issueLines = issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  return [`${message} (${code})`, ...issueLines].join('\n')
}

/** Creates the client from the environment; in a demo with the demo key by default. Undefined without a key. */
export function apiOf(env: Record<string, string | undefined>, { origin, demo }: { origin: string; demo: boolean }) {
  const key = env['FETTLE_KEY'] || (demo ? 'mk_test_demo' : undefined)
  return key === undefined ? undefined : createApi({ url: env['FETTLE_URL'] || origin, key })
}
