import type { Call, CallInput, Result } from '@fettle/protocol'
import type { AllowedOperation } from '../../src/operations.ts'
import { CallError } from './call-error.ts'
import { refresh } from './refresh.ts'

/** What the browser gives for a call: the back end adds the customer and the person behind the call. */
type BrowserInput<O extends AllowedOperation> = {
  [Part in keyof CallInput<O>]: Part extends 'body'
    ? Omit<CallInput<O>[Part], 'customerId' | 'onBehalf'>
    : CallInput<O>[Part]
}

/** Calls Fettle through the back end. A write is repeated once with its key if the connection breaks. */
export async function call<O extends AllowedOperation>(operation: O, input: BrowserInput<O>): Promise<Result<O>> {
  const { file, ...rest } = input as { file?: Blob }
  const { name, method } = operation as Call
  const { data } = await post<{ data: Result<O> }>(`calls/${name}`, rest, file)
  if (method !== 'GET') refresh()
  return data
}

/** Pays what is due of an invoice. */
export async function payInvoice(id: string): Promise<void> {
  await post(`payments/${id}`, {})
  refresh()
}

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

async function read<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as T & { message: string }
  if (!response.ok) throw new CallError(answer.message)
  return answer
}
