import {
  fillPath,
  type CallInput,
  type Failure,
  type Method,
  type Operation,
  type Result,
  type Success,
} from '@fettle/protocol'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import { chatBase, type ChatInput, type ChatOperation, type ChatResult } from '@fettle/protocol/chat/core/operation'
import type { App } from '@fettle/server'

/** Calls of the demo's people over HTTP, as a browser and a marketplace make them. */

/** The device and address of everybody, from the range for documentation. */
const device = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36' }
const remoteAddress = '203.0.113.24'

/** The acting person behind customers' signatures. */
export const actingCustomer = { ip: remoteAddress, userAgent: 'Chrome on Android', timeZone: 'Africa/Lagos' }

/** Sends a request and returns the data of its answer. Throws if it is refused. */
export async function call<O extends Operation>(
  { http }: App,
  operation: O,
  input: CallInput<O>,
  headers: Record<string, string> = {},
): Promise<Result<O>> {
  const { params, query, body, file } = input as Parts
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
  const content = file ? await formOf(operation, body, file) : body && { payload: body }
  const { statusCode, payload } = await http.inject({
    ...content,
    method: operation.method,
    url: `${fillPath(operation.path, params)}${query ? `?${search.toString()}` : ''}`,
    remoteAddress,
    headers: { ...device, ...headers, ...(content && 'type' in content && { 'content-type': content.type }) },
  })
  const answer = JSON.parse(payload) as Success<Result<O>> | Failure
  if (!answer.success) throw new Error(`${operation.name} answered ${statusCode}: ${payload}`)
  return answer.data
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: File
}

/** A multipart form with the file and the other fields. */
async function formOf({ file: field = 'file' }: Operation, fields: Parts['body'], file: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value))
  form.set(field, file, file.name)
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** Calls a chat operation as a user, or uploads bytes to one of its paths. */
export async function callAsChatUser<O extends ChatOperation>(
  app: App,
  userId: string,
  { method, path, name }: O,
  input: ChatInput<O> & Record<string, unknown>,
): Promise<ChatResult<O>> {
  const fields = Object.entries(input).filter(([field]) => !path.includes(`:${field}`))
  const answer = await sendToChat(app, userId, {
    method,
    path: fillPath(path, input),
    payload: Object.fromEntries(fields),
    name,
  })
  return JSON.parse(answer) as ChatResult<O>
}

/** Attempts of a request that times out. */
const MAX_ATTEMPTS = 4

/** Sends a request to the chat as a user, and retries it when it times out. Returns the body of its answer. */
export async function sendToChat(
  { http, chat }: App,
  userId: string,
  { method, path, payload, name }: { method: Method; path: string; payload: object; name: string },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await http.inject({
      method,
      url: chatBase + path,
      headers: {
        authorization: `Bearer ${chat.signToken(userId)}`,
        [chatHeaders.appKey]: chat.appKey,
        ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
      },
      payload,
    })
    if (answer.statusCode < 400) return answer.payload
    if (answer.statusCode !== chatErrors.REQUEST_TIMEOUT.statusCode || attempt === MAX_ATTEMPTS)
      throw new Error(`${name} answered ${answer.statusCode}: ${answer.payload}`)
  }
}
