import type { CallInput, Result } from '@fettle/protocol'
import type { Operations } from '../../src/operations.ts'

/** The browser's input of a call: the back end adds the customer and the person behind the call. */
type BrowserInput<Operation> = {
  [Part in keyof CallInput<Operation>]: Part extends 'body'
    ? Omit<CallInput<Operation>[Part], 'customerId' | 'onBehalf'>
    : CallInput<Operation>[Part]
}

/** Keys of what was sent without an answer, by what it was. */
const unansweredKeys = new Map<string, string>()

/**
 * Calls Fettle through the back end. A write is repeated once if the connection breaks. It keeps its key until there is an
 * answer: pressing the button again must not have the effect a second time.
 */
export async function call<Name extends keyof Operations>(
  name: Name,
  input: BrowserInput<Operations[Name]>,
): Promise<Result<Operations[Name]>> {
  const { file, ...rest } = input as { file?: File }
  return (await post<{ data: Result<Operations[Name]> }>(`calls/${name}`, rest, file)).data
}

/** Pays what is due of an invoice. */
export const payInvoice = (id: string): Promise<unknown> => post(`payments/${id}`, {})

export const get = async <T>(path: string): Promise<T> => read(await fetch(`./api/${path}`))

async function post<T>(path: string, input: object, file?: File): Promise<T> {
  const write = JSON.stringify([path, input, file && [file.name, file.size, file.lastModified]])
  const key = unansweredKeys.get(write) ?? crypto.randomUUID()
  unansweredKeys.set(write, key)
  const headers: Record<string, string> = {
    'idempotency-key': key,
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  let body: BodyInit = JSON.stringify(input)
  if (file) {
    body = new FormData()
    body.set('input', JSON.stringify(input))
    body.set('file', file)
  } else headers['content-type'] = 'application/json'
  const send = () => fetch(`./api/${path}`, { method: 'POST', headers, body })
  try {
    const answer = await read<T>(await send().catch(send))
    unansweredKeys.delete(write)
    return answer
  } catch (error) {
    if (error instanceof CallError && error.isFinal) unansweredKeys.delete(write)
    throw error
  }
}

/** A refused call, with a message for people. */
class CallError extends Error {
  readonly status: number
  /** False after an error of a server on the way, or while the first try is still running: it may take effect. */
  readonly isFinal: boolean
  constructor(message: string, status: number, isFinal: boolean) {
    super(message)
    this.status = status
    this.isFinal = isFinal
  }
}

async function read<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as T & { code?: string; message: string }
  if (response.ok) return answer
  const isFinal = response.status < 500 && answer.code !== 'IDEMPOTENCY_IN_PROGRESS'
  throw new CallError(answer.message, response.status, isFinal)
}

/** Why something could not be loaded. */
export interface LoadFailure {
  message: string
  /** It does not exist, or not for this customer: loading it again does not help. */
  isMissing: boolean
}

export const loadFailureOf = (error: unknown): LoadFailure => ({
  message: messageOf(error),
  isMissing: error instanceof CallError && error.status === 404,
})

export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'No connection. Please try again.'
