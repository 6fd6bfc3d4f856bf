import type { CallInput, Result } from '@fettle/protocol'
import type { Operations } from '../../src/operations.ts'

/** What the browser gives for a call: the back end adds the customer and the person behind the call. */
type BrowserInput<Operation> = {
  [Part in keyof CallInput<Operation>]: Part extends 'body'
    ? Omit<CallInput<Operation>[Part], 'customerId' | 'onBehalf'>
    : CallInput<Operation>[Part]
}

/** Calls Fettle through the back end. A write is repeated once with its key if the connection breaks. */
export async function call<Name extends keyof Operations>(
  name: Name,
  input: BrowserInput<Operations[Name]>,
): Promise<Result<Operations[Name]>> {
  const { file, ...rest } = input as { file?: Blob }
  return (await post<{ data: Result<Operations[Name]> }>(`calls/${name}`, rest, file)).data
}

/** Pays what is due of an invoice. */
export const payInvoice = (id: string): Promise<unknown> => post(`payments/${id}`, {})

export const get = async <T>(path: string): Promise<T> => read(await fetch(`./api/${path}`))

async function post<T>(path: string, input: object, file?: Blob): Promise<T> {
  const headers: Record<string, string> = {
    'idempotency-key': crypto.randomUUID(),
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  let body: BodyInit = JSON.stringify(input)
  if (file) {
    body = new FormData()
    body.set('input', JSON.stringify(input))
    body.set('file', file)
  } else headers['content-type'] = 'application/json'
  const send = () => fetch(`./api/${path}`, { method: 'POST', headers, body })
  return read(await send().catch(send))
}

/** A refused call, with a message for people. */
class CallError extends Error {}

async function read<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as T & { message: string }
  if (!response.ok) throw new CallError(answer.message)
  return answer
}

export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'No connection. Please try again.'
